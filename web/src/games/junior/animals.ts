/** Rummy junior's tiles in words. */
import { animalOf, colourOf } from "../../pieces/notation.ts";
import { language } from "../../words/language.svelte.ts";
import { catalogue } from "./words/index.ts";

/** "grenouille verte", "green frog". */
export const sayAnimal = (tile: string): string =>
  catalogue[language.lang].animal(animalOf(tile), colourOf(tile[0] ?? "k"));
