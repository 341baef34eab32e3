/** Advice in the order and the words of people. */
import type { Advised } from "../messages.ts";
import { pieceKeys, pieceOf } from "../pieces/notation.ts";

/** The highest chance first. */
export const byChance = (advice: readonly Advised[]): Advised[] =>
  [...advice].sort((one, other) => other.chance - one.chance);

/** How often of ten games. */
export const timesInTen = (chance: number): number => Math.round(chance * 10);

/** The keys of these pieces of a hand, each once. */
export function keysOf(pieces: readonly string[], hand: readonly string[] | null): string[] {
  const left = pieceKeys(hand);
  return pieces.flatMap((piece) => {
    const at = left.findIndex((key) => pieceOf(key) === piece);
    return at < 0 ? [] : left.splice(at, 1);
  });
}
