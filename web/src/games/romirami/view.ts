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

export interface RomiRamiView extends Seen {
  game: "romirami";
  phase: "take" | "fill" | "discard" | "over";
  last_lap: boolean;
  market: string[];
  contracts: Contract[];
  trophies: Trophy[];
  hand: string[] | null;
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
