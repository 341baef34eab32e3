/** Rummy junior's tiles in words. */
import { animalOf, colourOf } from "../../pieces/notation.ts";
import { language } from "../../words/language.svelte.ts";
import { catalogue } from "./words/index.ts";

/** The animal first: that is what children look at. */
export const sayAnimal = (tile: string): string =>
  language.words.tileName(
    catalogue[language.lang].animal[animalOf(tile)],
    language.words.colour[colourOf(tile[0] ?? "k")],
  );
