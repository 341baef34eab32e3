/** What one device knows about a table: one flat record, and what follows from it. */
import type { Choice, Fair, Said, Seat, Table, Timing, Why } from "./messages.ts";

export type Event = readonly unknown[];
export type View = Readonly<Record<string, unknown>>;

/** How the connection is: `lost` comes back by itself, `closed` does not. */
export type Link = "connecting" | "open" | "lost" | "closed";

/** Unconfirmed moves of one's own turn, as the server answered them. */
export interface Trial {
  moves: string[];
  view: View;
  choice: Choice | null;
  passes: boolean;
}

export interface MatchState {
  link: Link;
  /** The first snapshot has come: before it nothing is known. */
  ready: boolean;
  table: Table | null;
  mine: number[];
  host: boolean;
  seq: number;
  phase: Table["phase"];
  seats: Seat[];
  eyes: number | null;
  turn: number | null;
  view: View | null;
  events: Event[];
  choice: Choice | null;
  clock: Timing | null;
  clockOffset: number;
  abandoning: number[];
  fair: Fair | null;
  rematch: string | null;
  here: number[];
  watching: number;
  trial: Trial | null;
  selection: string[];
  refusal: Why | null;
  refusals: number;
  waiting: boolean;
  news: { seat: number | null; by: string; events: Event[]; count: number };
  said: Said[];
  farewell: Why | null;
}

export const UNKNOWN: MatchState = {
  link: "connecting", ready: false, table: null, mine: [], host: false, seq: 0, phase: "seating", seats: [], eyes: null, turn: null, view: null, events: [],
  choice: null, clock: null, clockOffset: 0, abandoning: [], fair: null, rematch: null, here: [], watching: 0, trial: null, selection: [],
  refusal: null, refusals: 0, waiting: false, news: { seat: null, by: "", events: [], count: 0 }, said: [], farewell: null,
};

/** Whoever keeps such a record can say this of it. */
export abstract class Known {
  abstract readonly state: MatchState;

  /** The position with the unconfirmed moves of this turn. */
  get view(): View | null {
    return this.state.trial?.view ?? this.state.view;
  }

  get choice(): Choice | null {
    return this.state.trial ? this.state.trial.choice : this.state.choice;
  }

  get legal(): readonly string[] {
    return this.choice?.legal ?? [];
  }

  /** This device may move now, as the seat it sees with. */
  get myTurn(): boolean {
    return this.state.phase === "playing" && this.state.choice !== null;
  }
}
