/** Rummy famille's moves in words. */
import { sayTiles } from "../../pieces/names.ts";
import { language } from "../../words/language.svelte.ts";
import { catalogue } from "./words/index.ts";

/** What tiles that were added together must have been added to; one tile alone does not tell. */
function kindOf(tiles: readonly string[]): "run" | "family" | "any" {
  if (tiles.length < 2) return "any";
  return new Set(tiles.map((tile) => tile[0])).size === 1 ? "run" : "family";
}

export function sayMove(move: string, you: boolean): string | null {
  const words = language.with(catalogue);
  const [verb, ...rest] = move.split(" ");
  const tiles = (group = ""): string => sayTiles(group.split("+"), words);
  switch (verb) {
    case "add":
      return words.logAdd(you, tiles(rest[1]), kindOf(rest[1]?.split("+") ?? []));
    case "new":
      return words.logNew(you, tiles(rest[0]));
    case "draw":
      return words.logDraw(you);
    case "keep":
      return words.logKeep(you);
    case "pass":
      return words.logPass(you);
    default:
      return words.logOther(you, move);
  }
}
