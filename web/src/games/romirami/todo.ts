/** What a player is asked to do now, or whom they wait for. */
import type { Live } from "../../state/live.svelte.ts";
import { nameOf, type Company } from "../../state/company.ts";
import { language } from "../../words/language.svelte.ts";
import { catalogue } from "./words/index.ts";

export function sayTodo(live: Live, company: Company, phase: string, fillable: boolean, toDiscard: number): string {
  const words = language.with(catalogue);
  const { turn } = live.state;
  if (!live.myTurn) return turn === null ? words.logEnd : words.thinking(nameOf(company, turn));
  if (phase === "take") return words.takeHow;
  if (phase === "fill") return fillable ? words.fillHow : words.fillNone;
  return words.discardHow(toDiscard);
}
