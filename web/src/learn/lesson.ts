/** A scene of a lesson answers to moves by itself: it knows its few moves by heart. */
import type { Scene } from "../games/game.ts";
import type { Choice, Why } from "../messages.ts";
import { refused, shown, trialDropped } from "../state/changes.ts";
import type { Moves } from "../state/moves.ts";
import { Store } from "../state/store.ts";
import type { TableState } from "../state/table.ts";

export class Lesson implements Moves {
  readonly store = new Store();
  private scene: Scene | null = null;

  constructor(
    private readonly seats: TableState["seats"],
    /** The goal of the scene has been reached. */
    private readonly learnt: () => void,
    /** What is said to any other move. */
    private readonly missed: () => Why,
  ) {}

  begin(scene: Scene): void {
    this.scene = scene;
    const { news } = this.store.state;
    this.store.apply(() =>
      shown({
        phase: "playing",
        seats: this.seats,
        eyes: 0,
        mine: [0],
        turn: 0,
        view: scene.view,
        choice: choiceIn(scene),
        news,
      }),
    );
  }

  play(moves: string[]): Promise<Why | null> {
    return Promise.resolve(this.scene?.goals.includes(moves.join(" / ")) ? this.reach(moves) : this.miss());
  }

  confirm(last?: string): Promise<Why | null> {
    return this.play([...(this.store.state.trial?.moves ?? []), ...(last === undefined ? [] : [last])]);
  }

  attempt(move: string): Promise<Why | null> {
    const next = this.scene?.trials?.[move];
    if (!next) return Promise.resolve(this.miss());
    this.store.set({
      trial: { moves: [move], view: next.view, choice: choiceIn(next), passes: false },
      selection: [],
      refusal: null,
    });
    return Promise.resolve(this.scene?.goals.includes(move) ? this.reach([move]) : null);
  }

  undo(): Promise<void> {
    this.store.apply(trialDropped);
    return Promise.resolve();
  }

  check(): Promise<Why | null> {
    return Promise.resolve(this.missed());
  }

  private reach(moves: string[]): null {
    const { view, events = [] } = this.scene?.after(moves) ?? { view: this.store.state.view };
    const news = { seat: 0, by: "", events, count: this.store.state.news.count + 1 };
    this.store.set({ view, news, choice: null, trial: null, selection: [], refusal: null });
    this.learnt();
    return null;
  }

  private miss(): Why {
    const why = this.missed();
    this.store.apply(refused(why));
    return why;
  }
}

const choiceIn = ({ legal, fills }: Pick<Scene, "legal" | "fills">): Choice => ({
  seat: 0,
  legal,
  fills: fills ?? null,
});
