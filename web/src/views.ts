/** What a view holds, by game (docs/bots.md). */

interface Seen {
  game: string;
  players: number;
  seat: number | null;
  turn: number | null;
  first: number;
}

export interface RestartView extends Seen {
  game: "restart";
  round: number;
  rows: Record<string, string[]>;
  cut: string | null;
  hand: string[] | null;
  hand_sizes: number[];
  box: string[];
  aside: number;
  passes: number;
  totals: number[];
  last_points: number[] | null;
  target: number;
  hands?: string[][];
}

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

export interface FamilleGroup {
  number: number;
  kind: "single" | "run" | "family";
  tiles: string[];
}

export interface FamilleView extends Seen {
  game: "famille";
  phase: "play" | "drawn" | "over";
  groups: FamilleGroup[];
  rack: string[] | null;
  rack_sizes: number[];
  pool: number;
  drawn: string | null;
  passes: number;
  racks?: string[][];
}

export interface JuniorView extends Seen {
  game: "junior";
  face_down: number[];
  turned: { slot: number; tile: string } | null;
  kept: string[][];
  last: { slots: number[]; tiles: string[]; kept: boolean } | null;
}
