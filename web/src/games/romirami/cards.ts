/** Romi Rami's cards and requirements in words. */
import { suitOf, valueOf } from "../../pieces/notation.ts";
import { nameOf, othersOf, type Company } from "../../state/company.ts";
import { language } from "../../words/language.svelte.ts";
import type { Ending, Lack } from "./view.ts";
import { catalogue } from "./words/index.ts";

export const JOKER = "*";
export const CARD = "(?:[cdhl][1-9]|\\*)";

/** The classes of a card's body. */
export const cardLook = (card: string): string => (card === JOKER ? "joker" : `u-${suitOf(card)}`);

/** "3 cœur", "heart 3", "Joker". */
export function sayCard(card: string): string {
  const words = catalogue[language.lang];
  return card === JOKER ? words.joker : language.words.tileName(String(valueOf(card)), words.suit[suitOf(card)]);
}

export const sayCards = (cards: readonly string[]): string => cards.map(sayCard).join(", ");

/** A requirement: `set3`, `set2of4`, `run4`. */
export function sayRequirement(word: string): string {
  const words = catalogue[language.lang];
  const run = /^run(\d+)$/.exec(word);
  if (run) return words.runOf(Number(run[1]));
  const set = /^set(\d+)(?:of(\d+))?$/.exec(word);
  if (!set) return word;
  return set[2] ? words.setOfValue(Number(set[1]), Number(set[2])) : words.setOf(Number(set[1]));
}

/** A trophy: a suit, or `combo3`. */
export const sayTrophy = (name: string): string =>
  (catalogue[language.lang].trophy as Record<string, string>)[name] ?? name;

/** "il manque un 4", "il manque 2 cartes", "complet !": short, for the foot of a contract. */
export function sayLack({ count, values }: Lack): string {
  const words = catalogue[language.lang];
  const [one, other] = values;
  if (count === 0) return words.complete;
  if (one === undefined) return words.missingCards(count);
  if (count === 1) return values.length > 2 ? words.missingCards(1) : words.missingOne(values);
  if (values.every((value) => value === one)) return words.missingAlike(count, one);
  return count === 2 && other !== undefined ? words.missingTwo(one, other) : words.missingCards(count);
}

/** What ends the game, and when. */
export function sayEnding({ contracts, by, turns_left }: Ending, company: Company): string {
  const words = catalogue[language.lang];
  if (!turns_left) return words.endAt(contracts);
  return by === null
    ? words.endedEmpty(turns_left)
    : words.endedBy(by === company.eyes, nameOf(company, by), contracts, turns_left);
}

/** The mark of a seat, by which the race for trophies names it: 1 is one's own, the others follow in turn order. */
export const markOf = (company: Company, seat: number): number =>
  seat === company.eyes ? 1 : othersOf(company).findIndex((other) => other.seat === seat) + 2;
