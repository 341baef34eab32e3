/** What this game says, by language. */
import type { Catalogue } from "../../../words/languages.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

export const catalogue: Catalogue<typeof fr> = { fr, en };
