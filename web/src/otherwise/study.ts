/** Studies as documents (`tuilerie-study/1`): a place in a game that is over, and branches from there. */

export interface Branch {
  name: string;
  at: number;
  moves: string[];
  level: string | null;
  chances: number[] | null;
  comment: string;
}

export type RecordEvent = readonly unknown[];

export interface GameRecord {
  game: string;
  players: { name: string; kind: string; bot: string | null }[];
  commitment: string;
  events: RecordEvent[];
}

export interface Study {
  format: "tuilerie-study/1";
  title: string;
  record: GameRecord;
  at: number;
  seat: number;
  branches: Branch[];
  comments: { at: number; text: string }[];
}

export const MOST_BRANCHES = 64;
export const LONGEST_NAME = 120;

export const newStudy = (record: GameRecord, at: number, seat: number): Study => ({
  format: "tuilerie-study/1",
  title: "",
  record,
  at,
  seat,
  branches: [],
  comments: [],
});

/** The same place of the same game, with the same eyes, is the same study. */
export const keyOf = ({ record, at, seat }: Pick<Study, "record" | "at" | "seat">): string =>
  `${record.commitment.slice(0, 20)}-${at}-${seat}`;

/** How many moves had been played at the place. */
export const movesBefore = ({ record, at }: Pick<Study, "record" | "at">): number =>
  record.events.slice(0, at).filter((event) => event[0] === "move").length;

/** How the game went on from the place. */
export const playedMoves = ({ record, at }: Pick<Study, "record" | "at">): string[] =>
  record.events.slice(at).flatMap((event) => (event[0] === "move" ? [String(event[2])] : []));

/** What came of the recorded game; null where the record stops early. */
export function outcomeOf({ record }: Pick<Study, "record">): { scores: number[]; winners: number[] } | null {
  const end = record.events.at(-1);
  return end?.[0] === "end" ? (end[1] as { scores: number[]; winners: number[] }) : null;
}

export const startsWith = (moves: readonly string[], first: readonly string[]): boolean =>
  first.length <= moves.length && first.every((move, at) => moves[at] === move);

export interface Paths {
  branches: Branch[];
  /** The branch that is looked at; -1: none of them. */
  current: number;
}

/**
 * These moves have been played: they go on along the current branch, along another one, or fork off. What was taken
 * back stays a branch of its own.
 */
export function follow({ branches, current }: Paths, moves: string[], at: number, level: string): Paths {
  if (moves.length === 0) return { branches, current };
  const mine = branches[current];
  if (mine && startsWith(mine.moves, moves)) return { branches, current };
  if (mine && startsWith(moves, mine.moves)) {
    const longer = { ...mine, moves, level, chances: null };
    return { branches: branches.with(current, longer), current };
  }
  const known = branches.findIndex((branch) => startsWith(branch.moves, moves));
  if (known >= 0) return { branches, current: known };
  const fresh: Branch = { name: "", at, moves, level, chances: null, comment: "" };
  const room = branches.length < MOST_BRANCHES ? branches : withoutOne(branches);
  return { branches: [...room, fresh], current: room.length };
}

/** A full study forgets the oldest branch without a name, else the oldest. */
function withoutOne(branches: Branch[]): Branch[] {
  const unnamed = branches.findIndex(({ name }) => name === "");
  return branches.toSpliced(Math.max(0, unnamed), 1);
}

/** The form of a document that somebody gives us; the engine checks what it says. */
export function readStudy(text: string): Study | null {
  try {
    const found = JSON.parse(text) as Partial<Study> | null;
    const sound =
      found?.format === "tuilerie-study/1" &&
      typeof found.record?.commitment === "string" &&
      Array.isArray(found.record.events) &&
      Number.isInteger(found.at) &&
      Number.isInteger(found.seat) &&
      Array.isArray(found.branches) &&
      found.branches.every(({ moves }) => Array.isArray(moves));
    if (!sound) return null;
    const { title = "", comments = [] } = found;
    const { record, at, seat, branches } = found as Study;
    return { format: "tuilerie-study/1", title, record, at, seat, branches, comments };
  } catch {
    return null;
  }
}
