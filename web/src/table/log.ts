/** The log in words: one line per event that people care about, from the record's events. */
import type { Event } from "../state.ts";
import { colourOf } from "../pieces.ts";
import type { Words } from "../words/fr.ts";
import { sayAnimal, sayCards, sayTiles } from "../words/speaking.svelte.ts";
import { isMe, nameOf, type Company } from "./company.ts";

export interface Line {
  key: number;
  seat: number | null;
  who: string;
  text: string;
  shout: string;
}

export function logOf(game: string, events: readonly Event[], company: Company): Line[] {
  let round = 0;
  const lines: Line[] = [];
  events.forEach((event, key) => {
    if (event[0] === "deal") round += 1;
    const line = lineOf(game, event, key, round, company);
    if (line) lines.push(line);
  });
  return lines;
}

function lineOf(game: string, event: Event, key: number, round: number, company: Company): Line | null {
  const { words } = company;
  const plain = (text: string): Line => ({ key, seat: null, who: "", text, shout: "" });
  switch (event[0]) {
    case "deal":
      return plain(words.logDeal(game === "restart" ? round : 0));
    case "round": {
      const { points } = event[1] as { points: number[] };
      return plain(words.logRound(points.map((count, seat) => `${nameOf(company, seat)} +${count}`).join(", ")));
    }
    case "reveal": {
      const [, seat, tile] = event as readonly [string, number, string];
      return { key, seat, who: nameOf(company, seat), text: words.logFlip(isMe(company, seat), sayAnimal(tile, words)), shout: "" };
    }
    case "move": {
      const [, seat, move] = event as readonly [string, number, string];
      const text = sayMove(game, move, isMe(company, seat), words);
      if (text === null) return null;
      return { key, seat, who: nameOf(company, seat), text, shout: game === "restart" && move.endsWith("X") ? words.logShout : "" };
    }
    case "end":
      return plain(words.logEnd);
    default:
      return null;
  }
}

/** A move in words; null for moves that another event tells better. */
export function sayMove(game: string, move: string, you: boolean, words: Words): string | null {
  const [verb = "", ...rest] = move.split(" ");
  if (move === "pass") return words.logPass(you);
  if (move === "stop") return words.logStop(you);
  if (game === "restart") {
    if (move.startsWith("S:")) return words.logCut(you, words.row[colourOf(move[2] ?? "k")]);
    if (move.startsWith("T:")) return words.logEmpty(you, words.row[colourOf(move[2] ?? "k")]);
    return words.logPlace(you, sayTiles(move.split("+"), words));
  }
  switch (verb) {
    case "take":
      return words.logTake(you, sayCards((rest[0] ?? "").split("+"), words));
    case "fill":
      return words.logFill(you, rest.slice(1).map((group) => sayCards(group.split("+"), words)).join(" ; "));
    case "done":
      return null;
    case "discard":
      return words.logDiscard(you, sayCards((rest[0] ?? "").split("+"), words));
    case "add":
      return words.logAdd(you, sayTiles((rest[1] ?? "").split("+"), words), Number(rest[0]));
    case "new":
      return words.logNew(you, sayTiles((rest[0] ?? "").split("+"), words));
    case "draw":
      return words.logDraw(you);
    case "keep":
      return words.logKeep(you);
    case "flip":
      return null;
    default:
      return words.logOther(you, move);
  }
}
