/** The languages of the page. A new one adds its files and stands here; a sentence that it lacks does not compile. */
import type { fr } from "./fr.ts";

export const LANGUAGES = { fr: "Français", en: "English", de: "Deutsch" } as const;

export type Lang = keyof typeof LANGUAGES;

export const isLanguage = (code: string | null | undefined): code is Lang => !!code && code in LANGUAGES;

/** The same keys in every language, each with its own text. */
export type Spoken<T> = T extends (...details: infer Details) => string
  ? (...details: Details) => string
  : T extends string
    ? string
    : T extends string[]
      ? string[]
      : { [Key in keyof T]: Spoken<T[Key]> };

/** Sentences in every language. */
export type Catalogue<T> = Record<Lang, Spoken<T>>;

/** The catalogue of a folder of words, from its files: each is named after its language and exports it by that name. */
export function catalogueOf<T>(files: Record<string, unknown>): Catalogue<T> {
  const spoken = Object.keys(LANGUAGES).map((code) => {
    const file = files[`./${code}.ts`] as Record<string, Spoken<T>> | undefined;
    if (!file?.[code]) throw new Error(`no words in ${code}`);
    return [code, file[code]];
  });
  return Object.fromEntries(spoken) as Catalogue<T>;
}

/** The platform's sentences. */
export type Words = Spoken<typeof fr>;
