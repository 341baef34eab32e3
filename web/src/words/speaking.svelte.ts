/** The language of the page, and the names of things in it. */
import { colourOf, faceOf, suitOf, valueOf, animalOf } from "../pieces.ts";
import { remembered, remember } from "../remembering.ts";
import { en } from "./en.ts";
import { fr, type Words } from "./fr.ts";

export type Lang = "fr" | "en";

function firstLanguage(): Lang {
  const wanted = remembered("lang");
  if (wanted === "fr" || wanted === "en") return wanted;
  return (navigator.languages[0] ?? navigator.language).toLowerCase().startsWith("fr") ? "fr" : "en";
}

class Speaking {
  lang = $state<Lang>(firstLanguage());
  words = $derived<Words>(this.lang === "fr" ? fr : en);
  /** Titles of games that came as plugins, as the server tells them. */
  titles = $state<Record<string, string>>({});

  change(lang: Lang): void {
    this.lang = lang;
    remember("lang", lang);
  }
}

export const speaking = new Speaking();

/** Every game that the page has a box for; others come with their own words. */
export const GAME_NAMES: Record<string, string> = { restart: "ReStart", romirami: "Romi Rami", famille: "Rummy famille", junior: "Rummy junior" };
export const gameName = (game: string): string => GAME_NAMES[game] ?? speaking.titles[game] ?? game;

/** One tile in words: "9 rouge", "red End", "Ciseaux". */
export function sayTile(tile: string, words: Words): string {
  const { colour, value, special } = faceOf(tile);
  const name = special ? words.special[special] : String(value);
  return words.tileName(name, colour ? words.colour[colour] : "");
}

/** Tiles of one colour are told together: "9-10-11 rouge". */
export function sayTiles(tiles: readonly string[], words: Words): string {
  const colours = new Set(tiles.map((tile) => tile[0]));
  if (tiles.length < 2 || colours.size > 1) return tiles.map((tile) => sayTile(tile, words)).join(", ");
  const names = tiles.map((tile) => {
    const { value, special } = faceOf(tile);
    return special ? words.special[special] : String(value);
  });
  return words.tileName(names.join("-"), words.colour[colourOf(tiles[0]?.[0] ?? "k")]);
}

export function sayCard(card: string, words: Words): string {
  return card === "*" ? words.joker : words.tileName(String(valueOf(card)), words.suit[suitOf(card)]);
}

export const sayCards = (cards: readonly string[], words: Words): string => cards.map((card) => sayCard(card, words)).join(", ");

/** A junior tile: the animal first, that is what children look at. */
export const sayAnimal = (tile: string, words: Words): string =>
  words.tileName(words.animal[animalOf(tile)], words.colour[colourOf(tile[0] ?? "k")]);

/** A Romi Rami requirement: `set3`, `set2of4`, `run4`. */
export function sayRequirement(word: string, words: Words): string {
  const run = /^run(\d+)$/.exec(word);
  if (run) return words.runOf(Number(run[1]));
  const set = /^set(\d+)(?:of(\d+))?$/.exec(word);
  if (!set) return word;
  return set[2] ? words.setOfValue(Number(set[1]), Number(set[2])) : words.setOf(Number(set[1]));
}

/** Pieces that a sentence of the server names in notation, in words: "prend c2 l2" becomes "prend 2 cerise, 2 trèfle". */
export function namePieces(text: string, game: string, words: Words): string {
  if (game === "romirami") return text.replace(/\b[cdhl][1-9]\b(?: [cdhl][1-9]\b)*/g, (run) => sayCards(run.split(" "), words));
  return text.replace(/\b[rgboky](?:\d{1,2}|E|X)\b(?: [rgboky](?:\d{1,2}|E|X)\b)*/g, (run) => run.split(" ").map((tile) => sayTile(tile, words)).join(", "));
}
