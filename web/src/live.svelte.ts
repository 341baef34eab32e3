/** A match that components can look at: every change of the headless state becomes a change on the page. */
import { keptNonces, randomHex } from "./asking.ts";
import type { Wire } from "./line.ts";
import { Match } from "./match.ts";
import type { Seated, Table } from "./messages.ts";
import { Known, type MatchState } from "./state.ts";
import type { Lang } from "./words/speaking.svelte.ts";

export class Live extends Known {
  state: MatchState = $state.raw() as MatchState;

  constructor(readonly match: Match) {
    super();
    this.state = match.state;
    match.subscribe(() => (this.state = match.state));
  }
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Sit at the table with the keys one holds, or watch it. */
export function sitAt(table: Table, seated: Seated, lang: Lang): Live {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const match = new Match({
    table: table.id,
    keys: seated.seats.map(({ key }) => key),
    lang,
    nonces: keptNonces(seated),
    dial: () => new WebSocket(`${scheme}//${location.host}/api/1/socket`) as unknown as Wire,
    random: () => randomHex(12),
    later,
    now: Date.now,
  });
  match.connect();
  return new Live(match);
}
