/** What a view of this game holds (docs/bots.md). */
import type { Seen } from "../view.ts";

export interface JuniorView extends Seen {
  game: "junior";
  face_down: number[];
  turned: { slot: number; tile: string } | null;
  kept: string[][];
  last: { slots: number[]; tiles: string[]; kept: boolean } | null;
}
