/**
 * What the review's numbers say over time. Every move was judged with its mover's eyes, so each seat's line is made of
 * what that seat could know:
 * its chance before and after its own moves, and the result. Between them the others play, and the line goes straight.
 */
import type { ReviewedMove } from "../messages.ts";

const SWING = 0.12;
const MOST = 5;

/** A decision that counted: the point after it, and how far the line moved until the seat's next look at the game. */
export interface Moment {
  point: number;
  swing: number;
}

/** A seat's chance at every point: point k is before move k, the last point is the end. */
export function lineOf(moves: readonly ReviewedMove[], result: readonly number[], seat: number): number[] {
  const known = new Map<number, number>();
  moves.forEach((move, place) => {
    if (move.seat !== seat) return;
    known.set(place, move.before[seat] ?? 0);
    if (!known.has(place + 1)) known.set(place + 1, move.after[seat] ?? 0);
  });
  if (result.some((share) => share > 0)) known.set(moves.length, result[seat] ?? 0);
  const stops = [...known.keys()].sort((one, other) => one - other);
  return Array.from({ length: moves.length + 1 }, (_, point) => {
    const right = stops.find((stop) => stop >= point) ?? stops.at(-1) ?? 0;
    const left = stops.findLast((stop) => stop <= point) ?? right;
    const [from, to] = [known.get(left) ?? 0, known.get(right) ?? 0];
    return right === left ? to : from + ((to - from) * (point - left)) / (right - left);
  });
}

/** The lines of all seats, so that the chances of a point add up to one: each seat judged with its own eyes alone. */
export function sharedLines(lines: readonly number[][]): number[][] {
  const whole = (point: number): number => lines.reduce((sum, line) => sum + (line[point] ?? 0), 0);
  return lines.map((line) =>
    line.map((chance, point) => (whole(point) > 0 ? chance / whole(point) : 1 / lines.length)),
  );
}

/** Shares of one in whole percents that add up to 100: the largest remainders are rounded up. */
export function percentsOf(shares: readonly number[]): number[] {
  const exact = shares.map((share) => share * 100);
  const percents = exact.map(Math.floor);
  const missing = Math.round(exact.reduce((sum, one) => sum + one, 0)) - percents.reduce((sum, one) => sum + one, 0);
  [...exact.keys()]
    .sort((one, other) => (exact[other] ?? 0) - (percents[other] ?? 0) - ((exact[one] ?? 0) - (percents[one] ?? 0)))
    .slice(0, missing)
    .forEach((seat) => (percents[seat] = (percents[seat] ?? 0) + 1));
  return percents;
}

/** What a move of one's own lost, as far as its mover could know. */
export const lossOf = (move: ReviewedMove | undefined): number =>
  move ? (move.before[move.seat] ?? 0) - (move.after[move.seat] ?? 0) : 0;

/** The turns of a seat: places of its first and last move. */
function turnsOf(moves: readonly ReviewedMove[], seat: number): [number, number][] {
  const turns: [number, number][] = [];
  moves.forEach((move, place) => {
    if (move.seat !== seat) return;
    const last = turns.at(-1);
    if (last && last[1] === place - 1) last[1] = place;
    else turns.push([place, place]);
  });
  return turns;
}

/**
 * The few turns after which things looked most different, each told by its decision: what lost most, else what the turn
 * began with.
 */
export function momentsOf(moves: readonly ReviewedMove[], line: readonly number[], seat: number): Moment[] {
  const turns = turnsOf(moves, seat);
  return turns
    .map(([first, last], turn) => {
      const next = turns[turn + 1]?.[0] ?? moves.length;
      const own = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      const worst = own.reduce((most, place) => (lossOf(moves[place]) > lossOf(moves[most]) ? place : most), first);
      return { point: worst + 1, swing: (line[next] ?? 0) - (line[first] ?? 0) };
    })
    .filter(({ swing }) => Math.abs(swing) >= SWING)
    .sort((one, other) => Math.abs(other.swing) - Math.abs(one.swing))
    .slice(0, MOST)
    .sort((one, other) => one.point - other.point);
}
