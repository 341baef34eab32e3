/** A puzzle answers to one move: the server says what it is worth. Nothing is played for good. */
import type { PuzzleSheet, PuzzleVerdict, Why } from "../messages.ts";
import { ask, Declined } from "../session/api.ts";
import { refused, shown } from "../state/changes.ts";
import type { Moves } from "../state/moves.ts";
import { Store } from "../state/store.ts";

export class PuzzleMoves implements Moves {
  readonly store = new Store();

  constructor(
    private readonly sheet: PuzzleSheet,
    private readonly lang: string,
    private readonly judged: (verdict: PuzzleVerdict) => void,
  ) {
    this.begin();
  }

  /** The position as it was. */
  begin(): void {
    const { seats, seat, view, choice, events } = this.sheet;
    const { news } = this.store.state;
    this.store.apply(() =>
      shown({ phase: "playing", seats, eyes: seat, mine: [seat], turn: seat, view, choice, events, news }),
    );
  }

  async play([move]: string[]): Promise<Why | null> {
    if (!move || !this.store.state.choice) return null;
    try {
      this.show(await this.request<PuzzleVerdict>("POST", "/tries", { move }));
      return null;
    } catch (problem) {
      const why = problem instanceof Declined ? problem.why : { code: "server.unavailable", sentence: "" };
      this.store.apply(refused(why));
      return why;
    }
  }

  confirm(last?: string): Promise<Why | null> {
    return this.play(last === undefined ? [] : [last]);
  }

  attempt(move: string): Promise<Why | null> {
    return this.play([move]);
  }

  undo(): Promise<void> {
    this.begin();
    return Promise.resolve();
  }

  check(): Promise<null> {
    return Promise.resolve(null);
  }

  async answer(): Promise<void> {
    this.show(await this.request<PuzzleVerdict>("GET", "/answer"));
  }

  private show(verdict: PuzzleVerdict): void {
    this.store.set({ view: verdict.view, choice: null, turn: null, trial: null, selection: [], refusal: null });
    this.judged(verdict);
  }

  private request<T>(method: "GET" | "POST", what: string, body?: unknown): Promise<T> {
    const { game, number } = this.sheet;
    return ask<T>(method, `/puzzles/${game}/${number}${what}`, this.lang, body);
  }
}
