/** ReStart's events in words and sounds. */
import type { Sound } from "../../sounds.ts";
import type { TableEvent } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import type { Shout } from "../game.ts";
import { sayRow, sayTiles } from "./tiles.ts";
import { catalogue } from "./words/index.ts";

const moveOf = (event: TableEvent): string => (event[0] === "move" ? String(event[2]) : "");
const isRestart = (move: string): boolean => move.endsWith("X");

export function sayMove(move: string, you: boolean): string {
  const words = language.with(catalogue);
  if (move === "pass") return words.logPass(you);
  if (move === "stop") return words.logStop(you);
  if (move.startsWith("S:")) return words.logCut(you, sayRow(move[2] ?? "k"));
  if (move.startsWith("T:")) return words.logEmpty(you, sayRow(move[2] ?? "k"));
  return words.logPlace(you, sayTiles(move.split("+")));
}

export function sayEvent(event: TableEvent, _you: boolean, round: number): string | undefined {
  return event[0] === "deal" ? catalogue[language.lang].logDealt(round) : undefined;
}

/** Who lays a Restart calls it out. */
export function shoutOf(event: TableEvent, name: string, you: boolean): Shout | null {
  const move = moveOf(event);
  if (!isRestart(move)) return null;
  const words = catalogue[language.lang];
  const row = sayRow(move.at(-2) ?? "k");
  return { title: words.restartShout, text: words.restartBy(you, name, row), quote: words.logShout };
}

export function soundOf(event: TableEvent): Sound | null {
  const move = moveOf(event);
  if (move === "" || move === "pass") return null;
  if (isRestart(move)) return "fanfare";
  if (/^[ST]:/.test(move)) return "snip";
  return move.includes("+") ? "run" : "tile";
}
