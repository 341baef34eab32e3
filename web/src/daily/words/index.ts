/** What the deal of the day says, by language. */
import { catalogueOf } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const catalogue = catalogueOf<typeof fr>(import.meta.glob("./??.ts", { eager: true }));
