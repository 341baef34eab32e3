/** What a view of this game holds (docs/bots.md). */
import type { Seen } from "../view.ts";

export interface Contract {
  id: number;
  points: number;
  suit: string;
  requirements: string[];
}

export interface Trophy {
  name: string;
  points: number;
  counts: number[];
  holder: number | null;
}

/** What one's hand lacks for a contract, without the Joker. */
export interface Lack {
  count: number;
  /** Of one card: those that would do. Of more: all of them, if there is only one nearest way. */
  values: number[];
  /** One's own Joker would do. */
  joker: boolean;
}

/** The number of a player's contract that triggers the end; then whose it was, and the turns left. */
export interface Ending {
  contracts: number;
  by: number | null;
  turns_left: number | null;
}

export interface RomiRamiView extends Seen {
  game: "romirami";
  phase: "take" | "fill" | "discard" | "over";
  last_lap: boolean;
  ending: Ending;
  market: string[];
  contracts: Contract[];
  trophies: Trophy[];
  hand: string[] | null;
  /** By contract; only of one's own hand. */
  missing?: Record<string, Lack>;
  hand_sizes: number[];
  known: string[][];
  jokers: boolean[];
  completed: Contract[][];
  bonus: string[][] | number[];
  discard: string[];
  pile: number;
  contract_pile: number;
  scores: number[];
  hands?: string[][];
}
