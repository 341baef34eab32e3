/** Rummy famille dealt again from its seed. */
import { dealsOf, Dice, drawnFirst, handed, rummy, same, type GameRecord } from "../../after/dealing.ts";

export function redeal(record: GameRecord, seed: Uint8Array): boolean {
  const dice = new Dice(seed, 0);
  const pile = dice.shuffle(rummy());
  const [deal] = dealsOf(record);
  if (!deal || !handed(deal.hands, pile) || !same(deal.table, pile.splice(0, deal.table.length))) return false;
  if (drawnFirst(record) && dice.below(deal.hands.length) !== deal.first) return false;
  return record.events
    .filter((event) => event[0] === "draw")
    .every((event) => same(event[2] as string[], pile.splice(0, (event[2] as string[]).length)));
}
