/** The language of the page. */
import { remember, remembered } from "../storage.ts";
import type { fr } from "./fr.ts";
import { catalogueOf, isLanguage, type Lang, type Words } from "./languages.ts";

export const PLATFORM = catalogueOf<typeof fr>(import.meta.glob("./??.ts", { eager: true }));
const OTHERWISE: Lang = "en";

function firstLanguage(): Lang {
  const wanted = remembered("lang");
  if (isLanguage(wanted)) return wanted;
  const spoken = globalThis.navigator?.languages?.[0] ?? globalThis.navigator?.language ?? OTHERWISE;
  const code = spoken.toLowerCase().split("-")[0];
  return isLanguage(code) ? code : OTHERWISE;
}

class Language {
  lang = $state<Lang>(firstLanguage());
  /** The platform's sentences. */
  readonly words = $derived<Words>(PLATFORM[this.lang]);
  /** Titles of games that this page has no box for, as the server tells them. */
  titles = $state<Record<string, string>>({});

  /** The platform's sentences and a game's own. */
  with<Own extends object>(catalogue: Record<Lang, Own>): Words & Own {
    return { ...this.words, ...catalogue[this.lang] };
  }

  change(lang: Lang): void {
    this.lang = lang;
    remember("lang", lang);
  }
}

export const language = new Language();
