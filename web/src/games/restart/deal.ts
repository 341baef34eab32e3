/** ReStart dealt again from its seed. */
import { dealsOf, Dice, handed, type GameRecord } from "../../after/dealing.ts";

export function redeal(record: GameRecord, seed: Uint8Array): boolean {
  const values = [...Array.from({ length: 15 }, (_, at) => String(at + 1)), "E", "X"];
  const all = [..."rgbok"].flatMap((colour) => values.map((value) => colour + value)).concat("S", "S", "T");
  const others = all.filter((tile) => !/^.1$/.test(tile));
  return dealsOf(record).every((deal, round) => {
    const dice = new Dice(seed, round);
    let tiles = deal.hands.length === 2 ? others : all;
    if (deal.hands.length === 3) {
      const out = all.indexOf(others[dice.below(83)] as string);
      tiles = all.filter((_, at) => at !== out);
    }
    const pile = dice.shuffle([...tiles]);
    return handed(deal.hands, pile) && (deal.hands.length > 2 || round > 0 || dice.below(2) === deal.first);
  });
}
