/** What a view of this game holds (docs/bots.md). */
import type { Slide } from "../../table/moving.ts";
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

/** The place of a group that is not there yet. */
export const NEW = "new";

/** What the cloth is drawn from. */
export interface ClothProps {
  view: FamilleView;
  /** The tiles that are chosen. */
  tiles: string[];
  /** The moves that are possible with them, by place. */
  places: Map<string, string>;
  /** The place they would go to. */
  target: string | null;
  /** The last move, if somebody else made it. */
  fresh: string;
  receive: Slide;
  onput: (place: string) => void;
}
