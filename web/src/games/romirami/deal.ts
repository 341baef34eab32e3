/** Romi Rami dealt again from its seed. */
import realDeck from "../../../../src/tuilerie/games/romirami/deck.json";
import { dealsOf, Dice, drawnFirst, handed, same, type Deal, type GameRecord } from "../../after/dealing.ts";

interface Deck {
  values: Record<string, Record<string, number>>;
  contracts: { id: number; suit: string }[];
  trophies: { suit: string; combo: number }[];
}

const SUITS = { cherry: "c", diamond: "d", heart: "h", clover: "l" } as const;

/**
 * Both piles, the trophies, and every refill; the discard is followed so that it can be shuffled again when the pile
 * runs out.
 */
export function redeal(record: GameRecord, seed: Uint8Array): boolean {
  const deck = (record.deck as Deck | undefined) ?? (realDeck as Deck);
  const cards = Object.entries(SUITS).flatMap(([suit, letter]) =>
    Object.entries(deck.values[suit] ?? {}).flatMap(([value, copies]) =>
      Array.from({ length: copies }, () => letter + value),
    ),
  );
  const suitOf = new Map(
    deck.contracts.map(({ id, suit }) => [String(id), SUITS[suit as keyof typeof SUITS] as string]),
  );
  const order = [...new Set(cards)];
  const dice = new Dice(seed, 0);
  let pile = dice.shuffle([...cards]);
  const contracts = dice.shuffle(deck.contracts.map(({ id }) => id));
  const trophies = deck.trophies.map(({ suit, combo }) => (dice.below(2) === 0 ? suit : `combo${combo}`));
  const [deal] = dealsOf(record);
  if (!deal || (drawnFirst(record) && dice.below(deal.hands.length) !== deal.first)) return false;
  if (
    !handed(deal.hands, pile) ||
    !same(deal.values, pile.splice(0, deal.values.length)) ||
    !same(deal.contracts, contracts.splice(0, deal.contracts.length)) ||
    !same(deal.trophies, trophies)
  )
    return false;

  let discard: string[] = [];
  const draw = (count: number): string[] =>
    Array.from({ length: count }, () => {
      if (pile.length === 0) {
        pile = dice.shuffle(discard.sort((one, other) => order.indexOf(one) - order.indexOf(other)));
        discard = [];
      }
      return pile.shift() ?? "";
    });
  return record.events.every((event) => {
    if (event[0] === "market") {
      const { values, contracts: offered } = event[1] as Deal;
      return same(values, draw(values.length)) && same(offered, contracts.splice(0, offered.length));
    }
    if (event[0] === "draw") return same(event[2] as string[], draw((event[2] as string[]).length));
    if (event[0] === "move") {
      const [verb, ...rest] = String(event[2]).split(" ");
      if (verb === "fill")
        discard.push(
          ...rest
            .slice(1)
            .flatMap((group) => group.split("+"))
            .filter((card) => card !== "*" && card[0] !== suitOf.get(rest[0] ?? "")),
        );
      else if (verb === "discard") discard.push(...(rest[0] ?? "").split("+"));
    }
    return true;
  });
}
