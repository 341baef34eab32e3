/**
 * The variants of a game in words. A game that this page does not know is shown with its own keys and the text of its
 * clause.
 */
import { ask } from "../session/api.ts";
import { language } from "../words/language.svelte.ts";
import { catalogue } from "./words/index.ts";

export type Value = string | number;
export interface Choices {
  names: string[];
  /** Least and most, where a number is possible. */
  range: [number, number] | null;
}

/** What the shelf says is possible: `consecutive, table`, `1..1000`, `random, 0..3`. */
export function choicesOf(values: string): Choices {
  const parts = values.split(", ").filter(Boolean);
  const range = parts.map((part) => /^(\d+)\.\.(\d+)$/.exec(part)).find((found) => found !== null);
  return {
    names: parts.filter((part) => !part.includes("..")),
    range: range ? [Number(range[1]), Number(range[2])] : null,
  };
}

const wordsOf = (key: string): Record<string, string> =>
  (catalogue[language.lang].variants as Record<string, Record<string, string>>)[key] ?? {};

export const sayKey = (key: string): string => wordsOf(key)["ask"] ?? key;

/** `who` names a seat. */
export function sayValue(key: string, value: Value, who: (seat: number) => string): string {
  if (key === "first" && value !== "random") return who(Number(value));
  return wordsOf(key)[String(value)] ?? String(value);
}

/** The text of each clause of the game's rules page, by its id; none where the game brings no page. */
export async function askClauses(game: string): Promise<Record<string, string>> {
  type Page = { sections?: { clauses: { id: string; text: string }[] }[] };
  const page = await ask<Page>("GET", `/rules/${game}/${language.lang}`, language.lang).catch(() => ({}) as Page);
  const clauses = (page.sections ?? []).flatMap((section) => section.clauses);
  return Object.fromEntries(clauses.map(({ id, text }) => [id, text.replaceAll("`", "")]));
}
