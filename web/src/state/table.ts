/** What one device knows about a table: one flat record, and what follows from it. Nothing here talks to anybody. */
import type { Choice, Fair, Said, Seat, Table, Timing, Why } from "../messages.ts";

export type TableEvent = readonly unknown[];
export type View = Readonly<Record<string, unknown>>;

/** How the connection is: `lost` comes back by itself, `closed` does not. */
export type Link = "connecting" | "open" | "lost" | "closed";

/** Unconfirmed moves of one's own turn, as the server answered them. */
export interface Trial {
  moves: string[];
  view: View;
  choice: Choice | null;
  /** The turn is over with these moves. */
  passes: boolean;
}

/** What just happened: told once, when it comes. */
export interface News {
  /** Who moved; null where nobody did. */
  seat: number | null;
  /** What moved in their place: a person, a bot, the clock. */
  by: string;
  events: TableEvent[];
  /** Grows with every piece of news, so that none is told twice. */
  count: number;
}

export interface TableState {
  link: Link;
  /** The first snapshot has come: before it nothing is known. */
  ready: boolean;
  /** Terms, code and link of the table. */
  table: Table | null;
  /** The seats of this device; several when it is passed around. */
  mine: number[];
  /** This device may start the game and seat bots. */
  host: boolean;
  /** The number of the last entry of the table's log that is known here; numbers have no gaps. */
  seq: number;
  phase: Table["phase"];
  /** Who sits where, by seat. */
  seats: Seat[];
  /** The seat whose view is shown; null: what anybody may see. */
  eyes: number | null;
  /** The seat to move; null before the deal and after the end. */
  turn: number | null;
  /** The position as the server last sent it. */
  view: View | null;
  /** Everything that has happened since the first deal, as this device may know it. */
  events: TableEvent[];
  /** What may be played now; null when this device has nothing to choose. */
  choice: Choice | null;
  /** The clock of the seat to move. */
  clock: Timing | null;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffset: number;
  /** Seats that asked to stop. */
  abandoning: number[];
  /** What proves the deal. */
  fair: Fair | null;
  /** The id of the table where the next game is played. */
  rematch: string | null;
  /** Seats with a live connection. */
  here: number[];
  /** How many people watch. */
  watching: number;
  /** Unconfirmed moves; null: none. */
  trial: Trial | null;
  /** The keys of the chosen pieces: two equal cards are two pieces. */
  selection: string[];
  /** Why the last wish was refused. */
  refusal: Why | null;
  /** Grows with every refusal, so that the same one twice is seen twice. */
  refusals: number;
  /** Something was asked and has not been answered. */
  waiting: boolean;
  news: News;
  /** What people said, the latest last. */
  said: Said[];
  /** Why the server closed the line. */
  farewell: Why | null;
}

export const UNKNOWN: TableState = {
  link: "connecting",
  ready: false,
  table: null,
  mine: [],
  host: false,
  seq: 0,
  phase: "seating",
  seats: [],
  eyes: null,
  turn: null,
  view: null,
  events: [],
  choice: null,
  clock: null,
  clockOffset: 0,
  abandoning: [],
  fair: null,
  rematch: null,
  here: [],
  watching: 0,
  trial: null,
  selection: [],
  refusal: null,
  refusals: 0,
  waiting: false,
  news: { seat: null, by: "", events: [], count: 0 },
  said: [],
  farewell: null,
};

/** The position with the unconfirmed moves of this turn. */
export const viewOf = (state: TableState): View | null => state.trial?.view ?? state.view;

export const choiceOf = (state: TableState): Choice | null => (state.trial ? state.trial.choice : state.choice);

export const legalOf = (state: TableState): readonly string[] => choiceOf(state)?.legal ?? [];

/** This device may move now, as the seat it sees with. */
export const isMyTurn = (state: TableState): boolean => state.phase === "playing" && state.choice !== null;

/** Somebody's seat without a line to the server; nobody is missed before it is known who is there. */
export const isAbsent = ({ here, mine, phase, seats }: TableState, seat: number): boolean =>
  phase === "playing" &&
  here.length > 0 &&
  seats[seat]?.kind === "human" &&
  !seats[seat].left &&
  !here.includes(seat) &&
  !mine.includes(seat);

/** The seat that this device speaks for; null: the server finds out. */
export const seatOf = ({ eyes, mine }: TableState): number | null =>
  eyes ?? (mine.length === 1 ? (mine[0] ?? null) : null);
