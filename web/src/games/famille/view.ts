/** What a view of this game holds (docs/bots.md). */
import type { Seen } from "../view.ts";

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

/** How many tiles a seat has left: laid open or not, as after a game that was stopped. */
export const tilesLeft = (view: FamilleView, seat: number): number =>
  view.racks?.[seat]?.length ?? view.rack_sizes[seat] ?? 0;

/** The tiles a seat has left, as far as they can be seen. */
export const tilesSeen = (view: FamilleView, seat: number): string[] =>
  view.racks?.[seat] ?? (seat === view.seat ? (view.rack ?? []) : []);
