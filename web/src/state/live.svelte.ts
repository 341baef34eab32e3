/** A table that components can look at: every change of its record becomes a change on the page. */
import type { Choice, Why } from "../messages.ts";
import { forgiven, refused, selected, toggled } from "./changes.ts";
import type { Moves } from "./moves.ts";
import type { Store } from "./store.ts";
import { choiceOf, isMyTurn, legalOf, viewOf, type TableState, type View } from "./table.ts";

export class Live {
  state: TableState = $state.raw() as TableState;
  /** The board shows something that has happened and must be looked at: a result waits for it. */
  showing = $state(false);

  constructor(
    private readonly store: Store,
    /** Who answers to moves. */
    readonly moves: Moves,
  ) {
    this.state = store.state;
    store.subscribe(() => (this.state = store.state));
  }

  get view(): View | null {
    return viewOf(this.state);
  }

  get choice(): Choice | null {
    return choiceOf(this.state);
  }

  get legal(): readonly string[] {
    return legalOf(this.state);
  }

  get myTurn(): boolean {
    return isMyTurn(this.state);
  }

  select = (pieces: string[]): void => this.store.apply(selected(pieces));
  toggle = (piece: string): void => this.store.apply(toggled(piece));
  refuse = (why: Why): void => this.store.apply(refused(why));
  forgive = (): void => this.store.apply(forgiven);
}
