/** What a board asks of whoever answers: a server, or a lesson. Null: done; else why not. */
import type { Why } from "../messages.ts";

export interface Moves {
  /** Play moves of one's own turn for good. */
  play(moves: string[]): Promise<Why | null>;
  /** Play what was drafted, and `last` after it. */
  confirm(last?: string): Promise<Why | null>;
  /** Try one more move: it can be taken back until the turn is confirmed, unless it draws or reveals. */
  attempt(move: string): Promise<Why | null>;
  /** Take back the last unconfirmed move. */
  undo(): Promise<void>;
  /** Would this be legal? */
  check(move: string): Promise<Why | null>;
}

const nothing = (): Promise<null> => Promise.resolve(null);

/** Nobody moves: a game that is only looked at. */
export const NO_MOVES: Moves = {
  play: nothing,
  confirm: nothing,
  attempt: nothing,
  undo: () => Promise.resolve(),
  check: nothing,
};
