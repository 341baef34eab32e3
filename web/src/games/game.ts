/** What the platform asks of a game. Everything that knows a game lies in its folder. */
import type { Component } from "svelte";
import type { Live } from "../state/live.svelte.ts";
import type { Company } from "../state/company.ts";
import type { TableEvent, View } from "../state/table.ts";
import type { Person } from "../shelf/people.ts";
import type { Sound } from "../sounds.ts";
import type { Line } from "../table/log.ts";
import type { Catalogue } from "../words/languages.ts";

/** A game on the shelf: what its box shows, and where its parts are. */
export interface Game {
  id: string;
  title: string;
  /** The drawing on the box, as markup. */
  box: string;
  /** Age and length as the box is sold with; null where the sheet of the game gives none. */
  age: number;
  minutes: number | null;
  words: Catalogue<{ pitch: string; credit: string }>;
  /** The server reviews its games: there are decisions to compare. */
  reviewed: boolean;
  /** Fetched when somebody sits down, looks back or reads the rules. */
  parts: () => Promise<GameParts>;
  /** Fetched when somebody learns the game. */
  lessons: () => Promise<Lessons>;
  /** Pictures that ask who plays, for players who do not read; without them the platform asks in words. */
  setUp?: () => Promise<Component<SetUpProps>>;
}

export interface Lessons {
  scenes: Scene[];
  /** One sentence for each scene. */
  texts: () => string[];
  /** The sentences are said aloud. */
  aloud?: boolean;
}

/** What a game's own set-up asks: the answers are bound. */
export interface SetUpProps {
  players: number;
  way: "bots" | "friends" | "shared";
  /** Who sits where when the screen is shared. */
  people: Person[];
}

export interface BoardProps {
  live: Live;
  company: Company;
  lines: Line[];
  onlog: () => void;
  /** The move that a lesson shows by a tapping hand. */
  shown?: string | undefined;
}

/** How a seat's total came about. */
export interface CountProps {
  view: View;
  events: readonly TableEvent[];
  seat: number;
  score: number;
}

export interface RoundProps {
  /** The view that came with the count. */
  view: View;
  points: number[];
  totals: number[];
  round: number;
  company: Company;
  onclose: () => void;
}

/** A shout across the table: shown large, and told at once to who listens. */
export interface Shout {
  title: string;
  text: string;
  /** As the log quotes it. */
  quote: string;
}

/** The parts of a game. Their sentences are in the language of the page. */
export interface GameParts {
  Board: Component<BoardProps>;
  Count: Component<CountProps> | null;
  /** What is shown between rounds; null where a game has one round. */
  RoundOver: Component<RoundProps> | null;
  /** One piece, drawn and named; null where only the game knows what its pieces mean. */
  Piece: Component<{ piece: string; fresh?: boolean }> | null;
  /** Small pictures of right and wrong for the rules page; "|" is a gap. */
  examples: { pieces: string[]; good: boolean }[];
  /** The pieces that a move, or a word of the rules, names in notation. */
  piecesOf: (notation: string) => string[];
  /**
   * The pieces of one's own hand that a move is made with: what advice marks; none where the board has no such marks.
   */
  marksOf?: (move: string) => string[];
  sayPiece: (piece: string) => string;
  /** A sentence of the server with its notation put into words. */
  sayAdvice: (sentence: string) => string;
  /** A move in words; null for moves that another event tells better. */
  sayMove: (move: string, you: boolean) => string | null;
  /** Other events in words; undefined: as the platform says it. */
  sayEvent: (event: TableEvent, you: boolean, round: number) => string | null | undefined;
  shoutOf: (event: TableEvent, name: string, you: boolean) => Shout | null;
  soundOf: (event: TableEvent) => Sound | null;
  /** Why a game ended, by the code of its record. */
  sayReason: (code: string) => string | undefined;
  /** It tells its own news, and has the whole screen to itself: the table draws no bar and reads no moves aloud. */
  wholeScreen: boolean;
}

/** A position of a lesson, with the moves that exist in it and the ones that teach something. */
export interface Scene {
  view: View;
  legal: string[];
  fills?: Record<string, string>;
  /** Positions after an unconfirmed move, by that move. */
  trials?: Record<string, { view: View; legal: string[]; fills?: Record<string, string> }>;
  /** What teaches: any of these moves, joined by " / " when a turn has several. */
  goals: string[];
  /** The goal that a tapping hand shows, on boards that have one. */
  shown?: string;
  /** The position after the goal that was reached, and what happened, so that the move is seen. */
  after: (moves: string[]) => { view: View; events?: TableEvent[] };
}
