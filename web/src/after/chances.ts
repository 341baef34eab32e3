/**
 * What the review's numbers say over time. Every move was judged with its mover's eyes, so each seat's line is made of what that seat could know:
 * its chance before and after its own moves, and the result. Between them the others play, and the line goes straight.
 */
import type { ReviewedMove } from "../messages.ts";

const SWING = 0.12;
const MOST = 5;

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

/** The point from which a swing that ends at `point` is counted: the seat's own last look at the game. */
function since(moves: readonly ReviewedMove[], seat: number, point: number): number {
  const own = moves[point - 1]?.seat === seat;
  if (own) return point - 1;
  const before = moves.slice(0, point).findLastIndex((move) => move.seat === seat);
  return before + 1;
}

/** How far the line moved with what led to `point`: one's own move, or all that the others did since. */
export const swingAt = (moves: readonly ReviewedMove[], line: readonly number[], seat: number, point: number): number =>
  (line[point] ?? 0) - (line[since(moves, seat, point)] ?? 0);

/** The few points where the line moved most, in order: after one's own moves, and when one's turn comes again. */
export function momentsOf(moves: readonly ReviewedMove[], line: readonly number[], seat: number): number[] {
  const looks = [...moves.keys()]
    .map((place) => place + 1)
    .filter((point) => moves[point - 1]?.seat === seat || moves[point]?.seat === seat || point === moves.length);
  return looks
    .map((point) => ({ point, swing: Math.abs(swingAt(moves, line, seat, point)) }))
    .filter(({ swing }) => swing >= SWING)
    .sort((one, other) => other.swing - one.swing)
    .slice(0, MOST)
    .map(({ point }) => point)
    .sort((one, other) => one - other);
}
