/**
 * A bot's whole move from a record, by kernels alone: no Python. What `tuilerie.bots.player` and `tuilerie.bots.search`
 * do on one thread;
 * with counted playouts the answer is the same to the bit.
 */
import { type Call, Kernel, type KernelDescription } from "./kernel.ts";

/** As `tuilerie.browser.tables.Thought` has it. */
export interface Thought {
  game: string;
  record: string;
  kind: number;
  playouts: number;
  ms: number | null;
  within_ms: number;
  seed: string;
}

const SEARCH = 3; // tuilerie.bots.kinds
const DESK = 3; // records a search works with
const PLAYOUTS_PER_MS = 200;
const PART_OF_MOVE = 0.7; // of the time that is left of a move, for its next action
const SHORTEST_MS = 10;
const MOST_DEALS = 4096;
const ALL = (1n << 64n) - 1n;

/** The memory that kernels see as their caller's, laid out once. */
class Memory {
  private bytes: Uint8Array;
  private end = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
  }
  heap = (): Uint8Array => this.bytes;
  place(size: number): number {
    const at = this.end;
    this.end += (size + 7) & ~7;
    return at;
  }
  put(at: number, data: Uint8Array): void {
    this.bytes.set(data, at);
  }
  clear(at: number, size: number): void {
    this.bytes.fill(0, at, at + size);
  }
  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }
  int32(at: number): number {
    return new DataView(this.bytes.buffer).getInt32(at, true);
  }
  get64(at: number): bigint {
    return new DataView(this.bytes.buffer).getBigUint64(at, true);
  }
  set64(at: number, value: bigint): void {
    new DataView(this.bytes.buffer).setBigUint64(at, value & ALL, true);
  }
}

export class Thinker {
  private readonly memory: Memory;
  private readonly calls: Record<string, Call>;
  private readonly at: Record<"state" | "dice" | "desk" | "deals" | "moves" | "sums" | "visits" | "out", number>;
  private readonly size: number;
  private readonly actions: number;
  private readonly deal: number;
  private readonly pending: number;

  constructor(
    module: WebAssembly.Module,
    description: KernelDescription,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.size = description.state.size;
    this.actions = description.constants["ACTIONS"] ?? 0;
    this.deal = description.constants["DEAL"] ?? 0;
    this.pending = description.state.fields["pending"]?.offset ?? 0;
    this.memory = new Memory(
      1024 + (DESK + 1) * (this.size + 8) + 4 * MOST_DEALS * this.deal + 24 * (this.actions + 8),
    );
    const { memory, actions, size } = this;
    this.at = {
      state: memory.place(size),
      dice: memory.place(8),
      desk: memory.place(DESK * size),
      deals: memory.place(4 * MOST_DEALS * this.deal),
      moves: memory.place(4 * actions),
      sums: memory.place(8 * actions),
      visits: memory.place(8 * actions),
      out: memory.place(4 * actions),
    };
    this.calls = new Kernel(module, description, memory.heap).calls();
  }

  /** The actions of a whole move of the seat to move. */
  wholeMove(thought: Thought): number[] {
    const { memory, at } = this;
    const until = this.now() + thought.within_ms;
    memory.put(at.state, bytesOf(thought.record));
    memory.set64(at.dice, BigInt(thought.seed));
    const actions: number[] = [];
    do {
      const ms =
        thought.ms === null ? null : Math.max(SHORTEST_MS, Math.min(thought.ms, PART_OF_MOVE * (until - this.now())));
      const action = thought.kind === SEARCH && ms !== null ? this.timed(ms) : this.counted(thought);
      actions.push(action);
      this.call("step", at.state, action, at.out);
    } while (memory.byte(at.state + this.pending));
    return actions;
  }

  private call(name: string, ...values: (number | bigint)[]): number {
    const run = this.calls[name];
    if (!run) throw new Error(`there is no entry ${name}`);
    return run(...values);
  }

  private counted({ kind, playouts }: Thought): number {
    const { state, dice, desk, deals, moves, sums, visits, out } = this.at;
    const count = kind === SEARCH ? this.dealsWanted(playouts) : 1;
    for (const place of [sums, visits]) this.memory.clear(place, 8 * this.actions);
    return this.call("choose", state, kind, playouts, 0, dice, desk, deals, count, moves, sums, visits, out);
  }

  private dealsWanted(playouts: number): number {
    if (!this.deal || !playouts) return 1;
    return Math.min(MOST_DEALS, this.call("deals_wanted", Math.trunc(playouts)));
  }

  /** The search stage by stage, each for its part of the time. */
  private timed(ms: number): number {
    const { state, desk, deals, moves, sums, out } = this.at;
    const seed = this.toss();
    const begun = this.now();
    const n = this.call("prepare", state, desk, seed, moves, out, 0, 0);
    const favourite = n > 1 ? this.call("prepare", state, desk, seed, moves, out, 0, 1) : -1;
    const count = n === 1 ? 1 : this.dealsWanted(ms * PLAYOUTS_PER_MS);
    this.memory.clear(sums, 8 * this.actions);
    this.call("weigh_deals", desk, seed, deals, count);
    const stages = n > 1 ? 32 - Math.clz32(n - 1) : 0;
    const each = (ms - (this.now() - begun)) / Math.max(1, stages);
    let [alive, world] = [n, 0];
    for (let stage = 0; stage < stages; stage++) {
      world = this.playFor(each, world, (first, last) =>
        this.call("play_worlds", desk, deals, count, seed, first, last, 1, moves, alive, sums, out, 0),
      );
      alive = this.call("halve", moves, sums, alive, favourite);
    }
    if (n > 1) this.call("prefer", desk, moves, sums, world, favourite);
    return this.memory.int32(moves);
  }

  /** As many worlds as fit into the time, at least one; the number of the next world. */
  private playFor(ms: number, first: number, play: (first: number, last: number) => void): number {
    const begun = this.now();
    let [world, chunk] = [first, 1];
    while (chunk >= 1) {
      play(world, world + chunk);
      world += chunk;
      const spent = this.now() - begun;
      const each = spent / (world - first);
      chunk = Math.trunc(Math.min((ms - spent) / Math.max(each, 1e-6), 2 * (world - first)));
    }
    return world;
  }

  /** 64 random bits: SplitMix64, as `chance.toss`. */
  private toss(): bigint {
    let z = (this.memory.get64(this.at.dice) + 0x9e3779b97f4a7c15n) & ALL;
    this.memory.set64(this.at.dice, z);
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & ALL;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & ALL;
    return z ^ (z >> 31n);
  }
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}
