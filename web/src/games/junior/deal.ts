/** Rummy junior dealt again from its seed. */
import { dealsOf, Dice, drawnFirst, rummy, type GameRecord } from "../../after/dealing.ts";

export function redeal(record: GameRecord, seed: Uint8Array): boolean {
  const dice = new Dice(seed, 0);
  const slots: (string | null)[] = dice.shuffle(rummy());
  if (drawnFirst(record) && dice.below(record.players.length) !== dealsOf(record)[0]?.first) return false;
  let turned: { slot: number; tile: string }[] = [];
  let flip = 0;
  for (const event of record.events) {
    if (event[0] === "move") flip = Number(String(event[2]).split(" ")[1]) - 1;
    if (event[0] !== "reveal") continue;
    const tile = String(event[2]);
    if (slots[flip] !== tile) return false;
    turned.push({ slot: flip, tile });
    if (turned.length < 2) continue;
    const [one, other] = turned as [{ slot: number; tile: string }, { slot: number; tile: string }];
    if (one.tile[0] === other.tile[0] || one.tile.slice(1) === other.tile.slice(1))
      for (const { slot } of turned) slots[slot] = null;
    else {
      const held = [...slots.keys()].filter((slot) => slots[slot] !== null);
      const mixed = dice.shuffle(held.map((slot) => slots[slot] as string));
      held.forEach((slot, at) => (slots[slot] = mixed[at] ?? null));
    }
    turned = [];
  }
  return true;
}
