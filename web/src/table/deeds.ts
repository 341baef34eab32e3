/** What everybody did last, from the lines of the log. */
import type { Line } from "./log.ts";

/**
 * By seat, the lines of their last turn in this deal as one. A line of the table itself begins anew, once somebody has
 * moved after it.
 */
export function lastDeeds(lines: readonly Line[]): ReadonlyMap<number, string> {
  const deeds = new Map<number, string>();
  const last = lines.findLastIndex((line) => line.seat !== null);
  let before: number | null = null;
  for (const { seat, text } of lines.slice(0, last + 1)) {
    if (seat === null) deeds.clear();
    else {
      const said = text.replace(/\.$/, "");
      deeds.set(seat, seat === before ? `${deeds.get(seat)}, ${said}` : said);
    }
    before = seat;
  }
  return deeds;
}
