/** The record of one table, and who wants to know when it changes. */
import type { Change } from "./changes.ts";
import { UNKNOWN, type TableState } from "./table.ts";

export class Store {
  private readonly listeners = new Set<() => void>();

  constructor(public state: TableState = UNKNOWN) {}

  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  apply(change: Change): void {
    const next = change(this.state);
    if (next === this.state) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  }

  set(changes: Partial<TableState>): void {
    this.apply((state) => ({ ...state, ...changes }));
  }
}
