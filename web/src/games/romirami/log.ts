/** Romi Rami's moves in words. */
import { language } from "../../words/language.svelte.ts";
import { sayCards } from "./cards.ts";
import { catalogue } from "./words/index.ts";

export function sayMove(move: string, you: boolean): string | null {
  const words = language.with(catalogue);
  const [verb, ...rest] = move.split(" ");
  const cards = (group = ""): string => sayCards(group.split("+"));
  switch (verb) {
    case "take":
      return words.logTake(you, cards(rest[0]));
    case "fill":
      return words.logFill(you, rest.slice(1).map(cards).join(" ; "));
    case "discard":
      return words.logDiscard(you, cards(rest[0]));
    case "done":
      return words.logDone(you);
    case "pass":
      return words.logPass(you);
    default:
      return words.logOther(you, move);
  }
}
