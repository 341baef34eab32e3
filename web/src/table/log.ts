/** The log in words: one line per event that people care about, from the record's events. */
import type { GameParts } from "../games/game.ts";
import { isMe, nameOf, type Company } from "../state/company.ts";
import type { TableEvent } from "../state/table.ts";

export interface Line {
  key: number;
  /** Whose line it is; null: the table's. */
  seat: number | null;
  who: string;
  text: string;
  /** What was called out with it. */
  shout: string;
}

type Telling = Pick<GameParts, "sayMove" | "sayEvent" | "shoutOf">;

/** `tell` is null while a game's words are on their way: then nothing is told yet. */
export function logOf(tell: Telling | null, events: readonly TableEvent[], company: Company): Line[] {
  if (!tell) return [];
  let round = 0;
  return events.flatMap((event, key) => {
    if (event[0] === "deal") round += 1;
    const seat = typeof event[1] === "number" ? event[1] : null;
    const text = textOf(tell, event, seat, round, company);
    if (text === null) return [];
    const who = seat === null ? "" : nameOf(company, seat);
    return [
      { key, seat, who, text, shout: tell.shoutOf(event, who, seat !== null && isMe(company, seat))?.quote ?? "" },
    ];
  });
}

/** The lines of the events from `first` on: an event without a line does not bring back an older one. */
export const freshLines = (lines: readonly Line[], first: number): Line[] => lines.filter(({ key }) => key >= first);

function textOf(tell: Telling, event: TableEvent, seat: number | null, round: number, company: Company): string | null {
  const { words } = company;
  const you = seat !== null && isMe(company, seat);
  const own = tell.sayEvent(event, you, round);
  if (own !== undefined) return own;
  switch (event[0]) {
    case "deal":
      return words.logDeal;
    case "round": {
      const { points } = event[1] as { points: number[] };
      return words.logRound(points.map((count, at) => `${nameOf(company, at)} +${count}`).join(", "));
    }
    case "move":
      return tell.sayMove(String(event[2]), you);
    case "end":
      return words.logEnd;
    default:
      return null;
  }
}
