/** What the pages of games played otherwise say, by language. */
import { catalogueOf } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const catalogue = catalogueOf<typeof fr>(import.meta.glob("./??.ts", { eager: true }));
