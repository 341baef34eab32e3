/** ReStart's tiles: their rows, their names, and what they count. */
import { colourOf, faceOf } from "../../pieces/notation.ts";
import { language } from "../../words/language.svelte.ts";
import { specialOf } from "./specials.ts";
import { catalogue } from "./words/index.ts";

export const ROWS = ["r", "g", "b", "o", "k"] as const;
export const TILE = "(?:[rgbok](?:\\d{1,2}|E|X)|S|T)";

const named = (tile: string): string => {
  const special = specialOf(tile);
  return special ? catalogue[language.lang].special[special] : String(faceOf(tile).value);
};

/** One tile in words: "9 rouge", "Fin noire", "red End", "Ciseaux". */
export function sayTile(tile: string): string {
  const { colour } = faceOf(tile);
  return colour ? catalogue[language.lang].coloured([named(tile)], colour, specialOf(tile)) : named(tile);
}

/** Tiles of one colour are told together: "9-10-11 rouge". */
export function sayTiles(tiles: readonly string[]): string {
  const colours = new Set(tiles.map((tile) => tile[0]));
  const { colour } = faceOf(tiles[0] ?? "S");
  if (tiles.length < 2 || colours.size > 1 || !colour) return tiles.map(sayTile).join(", ");
  return catalogue[language.lang].coloured(tiles.map(named), colour, specialOf(tiles.at(-1) ?? ""));
}

/** The row of a letter as the sentence wants it: "verte", "green". */
export const sayRow = (letter: string): string => catalogue[language.lang].row[colourOf(letter)];

/** What a tile left in hand counts (RS-E2), to explain a total that the server has counted. */
export function worthOf(tile: string): number {
  const { colour, value } = faceOf(tile);
  return value ?? (colour ? 16 : 20);
}
