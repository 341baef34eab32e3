/** What a view of this game holds (docs/bots.md). */
import type { Seen } from "../view.ts";

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
  /** What each seat still held when the last round was counted. */
  last_hands?: string[][];
  hands?: string[][];
}
