import { faceOf } from "./notation.ts";

/** The classes of a tile's body. */
export function tileLook(tile: string): string {
  const { colour } = faceOf(tile);
  return colour ? `c-${colour}` : "tool";
}
