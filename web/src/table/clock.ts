/** How long the seat to move still has, by the server's clock. */
import type { Clock, Timing } from "../messages.ts";

const UNIT_MS = { move: 1_000, days: 86_400_000 };

/** What a whole move may take; a table without a clock has all the time in the world. */
export const allowanceMs = ({ kind = "none", amount = 0 }: Clock): number =>
  kind === "none" ? Infinity : UNIT_MS[kind] * amount;

/**
 * Whole seconds to show. News take time to get here, so that the server's clock seems to lag and a fresh move to have
 * more than there is:
 * never more than a whole move has.
 */
export function secondsLeft({ until }: Timing, clock: Clock, offset: number, now: number): number {
  const left = Math.min(until - now - offset, allowanceMs(clock));
  return Math.max(0, Math.ceil(left / 1000));
}
