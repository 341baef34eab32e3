/** What became of puzzles on this device: found at the first try, or only seen. By the id of the puzzle. */
import { remember, remembered } from "../storage.ts";

export type Result = "found" | "seen";
export type Results = Readonly<Record<string, Result>>;

const NAME = "puzzles";

export function results(): Results {
  try {
    const kept: unknown = JSON.parse(remembered(NAME) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, result]) => result === "found" || result === "seen"),
    ) as Results;
  } catch {
    return {};
  }
}

/** The first result of a puzzle stays. */
export function note(id: string, result: Result): void {
  const before = results();
  if (!before[id]) remember(NAME, JSON.stringify({ ...before, [id]: result }));
}

/** The first without a result after this number, and round the end; undefined: all have one. */
export function nextOf<T extends { id: string; number: number }>(
  puzzles: readonly T[],
  after: number,
  known: Results,
): T | undefined {
  const left = puzzles.filter(({ id, number }) => !known[id] && number !== after);
  return left.find(({ number }) => number > after) ?? left[0];
}
