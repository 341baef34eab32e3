/** Rummy junior's events in words: what a flip showed says more than the flip. */
import type { TableEvent } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import { sayAnimal } from "./animals.ts";
import { catalogue } from "./words/index.ts";

export function sayMove(move: string, you: boolean): string | null {
  if (move.startsWith("flip ")) return null;
  return move === "pass" ? language.words.logPass(you) : language.words.logOther(you, move);
}

export function sayEvent(event: TableEvent, you: boolean): string | undefined {
  return event[0] === "reveal" ? catalogue[language.lang].logFlip(you, sayAnimal(String(event[2]))) : undefined;
}
