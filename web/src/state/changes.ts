/** What happens to the record of a table: each change is a function from one record to the next. */
import type { Drafted, Said, Snapshot, Update, Welcome, Why } from "../messages.ts";
import { pieceKeys } from "../pieces/notation.ts";
import { UNKNOWN, viewOf, type TableEvent, type TableState, type View } from "./table.ts";

export type Change = (state: TableState) => TableState;

const MOST_SAID = 30; // lines of talk that are kept

// --- what the server says -------------------------------------------------------------------------------

export const welcomed =
  (message: Welcome, now: number): Change =>
  (state) => ({
    ...state,
    link: "open",
    table: message.table,
    mine: message.seats,
    host: message.host,
    clockOffset: message.now - now,
    farewell: null,
    // missed updates follow, and seats may have changed before them
    ...(message.missed == null ? {} : { seats: message.table.seats }),
  });

export const snapshotTaken =
  (message: Snapshot): Change =>
  (state) =>
    withoutLostPieces({
      ...state,
      ready: true,
      seq: message.seq,
      phase: message.phase,
      seats: message.seats,
      eyes: message.seat ?? null,
      turn: message.turn ?? null,
      view: message.view ?? null,
      events: message.events ?? [],
      choice: message.choice ?? null,
      clock: message.clock ?? null,
      abandoning: message.abandoning ?? [],
      fair: message.fair ?? null,
      rematch: message.rematch ?? null,
      trial: null,
    });

/** In an update, absent means unchanged and null means nothing now. */
const told = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

/** The next entry of the log. A bare number says that something happened which is nobody's business here. */
export const updated =
  (update: Update): Change =>
  (state) => {
    if (!update.kind) return { ...state, seq: update.seq };
    const next: TableState = {
      ...state,
      seq: update.seq,
      turn: told(update.turn, state.turn),
      clock: told(update.clock, state.clock),
      choice: told(update.choice, state.choice),
      phase: told(update.phase, state.phase),
      seats: told(update.seats, state.seats),
      fair: told(update.fair, state.fair),
      rematch: told(update.rematch, state.rematch),
      abandoning: told(update.abandoning, state.abandoning),
    };
    return withoutLostPieces(withEvents(withView(next, update), update));
  };

function withView(state: TableState, update: Update): TableState {
  if (update.view === undefined) return state;
  const view = update.view as View;
  const eyes = typeof view["seat"] === "number" ? view["seat"] : null;
  return { ...state, view, eyes, trial: null };
}

function withEvents(state: TableState, update: Update): TableState {
  const events = (update.events ?? []) as TableEvent[];
  if (events.length === 0) return state;
  const news = { seat: update.seat ?? null, by: update.by ?? "", events, count: state.news.count + 1 };
  return { ...state, events: [...state.events.slice(0, update.n ?? 0), ...events], news };
}

export const drafted =
  (message: Drafted): Change =>
  (state) => ({
    ...state,
    trial: {
      moves: message.moves,
      view: message.view as View,
      choice: message.choice ?? null,
      passes: message.passes ?? false,
    },
    refusal: null,
    selection: [],
  });

export const talked =
  (line: Said): Change =>
  (state) => ({ ...state, said: [...state.said, line].slice(-MOST_SAID) });

/** News come late, so that the server's clock seems to lag: the least late tells best how far the clocks are apart. */
export const clockHeard =
  (offset: number): Change =>
  (state) =>
    offset > state.clockOffset ? { ...state, clockOffset: offset } : state;

// --- what a person does ---------------------------------------------------------------------------------

export const selected =
  (selection: string[]): Change =>
  (state) => ({ ...state, selection, refusal: null });

export const toggled =
  (piece: string): Change =>
  (state) =>
    selected(
      state.selection.includes(piece)
        ? state.selection.filter((other) => other !== piece)
        : [...state.selection, piece],
    )(state);

export const refused =
  (why: Why): Change =>
  (state) => ({ ...state, refusal: why, refusals: state.refusals + 1 });

export const forgiven: Change = (state) => (state.refusal ? { ...state, refusal: null } : state);

export const trialDropped: Change = (state) => ({ ...state, trial: null, selection: [], refusal: null });

/** Chosen pieces that are no longer held are no longer chosen; cards of a market are not held. */
function withoutLostPieces(state: TableState): TableState {
  if (state.selection.length === 0) return state;
  const view = viewOf(state);
  const held = pieceKeys((view?.["hand"] ?? view?.["rack"] ?? []) as string[] | null);
  const selection = state.selection.filter((piece) => held.includes(piece) || piece.startsWith("m:"));
  return selection.length === state.selection.length ? state : { ...state, selection };
}

// --- tables without anybody behind them -------------------------------------------------------------------

/** A position to look at: a replay, or a scene of a lesson. */
export const shown = (changes: Partial<TableState>): TableState => ({
  ...UNKNOWN,
  link: "open",
  ready: true,
  ...changes,
});
