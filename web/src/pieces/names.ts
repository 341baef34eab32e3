/** Numbered tiles in words, as every game with such tiles names them. */
import type { Words } from "../words/languages.ts";
import { colourOf, valueOf } from "./notation.ts";

/** "9 rouge", "red 9". */
export const sayTile = (tile: string, words: Words): string =>
  words.tileName(String(valueOf(tile)), words.colour[colourOf(tile[0] ?? "k")]);

/** Tiles of one colour are told together: "9-10-11 rouge". */
export function sayTiles(tiles: readonly string[], words: Words): string {
  const colours = new Set(tiles.map((tile) => tile[0]));
  if (tiles.length < 2 || colours.size > 1) return tiles.map((tile) => sayTile(tile, words)).join(", ");
  return words.tileName(tiles.map(valueOf).join("-"), words.colour[colourOf(tiles[0]?.[0] ?? "k")]);
}

/**
 * Pieces that a sentence of the server names in notation, in words: "prend c2 l2" becomes "prend 2 cerise, 2 trèfle".
 */
export function namePieces(text: string, piece: string, say: (piece: string) => string): string {
  const run = new RegExp(`\\b${piece}\\b(?: ${piece}\\b)*`, "g");
  return text.replace(run, (found) => found.split(" ").map(say).join(", "));
}
