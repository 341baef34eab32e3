/**
 * A game's kernels as a WebAssembly instance with memory of its own, beside the memory of whoever calls (Python's
 * heap).
 * Numbers cross as they are. What an address points to is copied in before the call and out after it; its size follows
 * from the description of the entry.
 */

/**
 * A number ("i", "u", "f"), or of an address: the bytes of one item, and how many there are ("$2": as parameter 2
 * says).
 */
export type Parameter = "i" | "u" | "f" | (number | string)[];

export interface KernelDescription {
  constants: Record<string, number>;
  entries: Record<string, Parameter[]>;
  state: { size: number; fields: Record<string, { type: string; offset: number; shape: number[] }> };
}

export type Call = (...values: (number | bigint)[]) => number;

interface Exports {
  memory: WebAssembly.Memory;
  reserve(bytes: number): number;
}

interface Copied {
  index: number;
  from: number;
  at: number;
  size: number;
}

export class Kernel {
  private readonly exports: Exports & Record<string, (...values: (number | bigint)[]) => bigint>;
  /** Room in the instance's memory by entry and parameter, kept for the next call. */
  private readonly rooms = new Map<string, { at: number; size: number }>();

  constructor(
    module: WebAssembly.Module,
    readonly description: KernelDescription,
    private readonly heap: () => Uint8Array,
  ) {
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as typeof this.exports;
  }

  /** The entries by name, each a function of numbers and addresses in the caller's memory. */
  calls(): Record<string, Call> {
    const entries = Object.entries(this.description.entries);
    return Object.fromEntries(entries.map(([name, parameters]) => [name, this.entry(name, parameters)]));
  }

  private entry(name: string, parameters: Parameter[]): Call {
    const run = this.exports[name];
    if (!run) throw new Error(`the module has no entry ${name}`);
    const addresses = parameters.flatMap((parameter, index) =>
      Array.isArray(parameter) ? [{ parameter, index }] : [],
    );
    return (...values) => {
      const copied: Copied[] = addresses.map(({ parameter, index }) => {
        const size = sizeOf(parameter, values);
        return { index, from: Number(values[index]), at: this.room(`${name} ${index}`, size), size };
      });
      const given = values.map((value, index) => (parameters[index] === "f" ? Number(value) : BigInt(value)));
      const arguments_: (number | bigint)[] = given;
      for (const { index, at } of copied) arguments_[index] = at;
      this.copy(copied, (heap, memory, { from, at, size }) => memory.set(heap.subarray(from, from + size), at));
      const answer = Number(run(...arguments_));
      this.copy(copied, (heap, memory, { from, at, size }) => heap.set(memory.subarray(at, at + size), from));
      return answer;
    };
  }

  private copy(copied: Copied[], each: (heap: Uint8Array, memory: Uint8Array, one: Copied) => void): void {
    const heap = this.heap();
    const memory = new Uint8Array(this.exports.memory.buffer);
    for (const one of copied) each(heap, memory, one);
  }

  private room(key: string, size: number): number {
    const kept = this.rooms.get(key);
    if (kept && kept.size >= size) return kept.at;
    const at = this.exports.reserve(Math.max(size, 64)) >>> 0;
    if (!at) throw new Error("the kernels have no memory left");
    this.rooms.set(key, { at, size: Math.max(size, 64) });
    return at;
  }
}

function sizeOf([bytes, ...counts]: (number | string)[], values: (number | bigint)[]): number {
  const count = (each: number | string) => (typeof each === "number" ? each : Number(values[Number(each.slice(1))]));
  return counts.reduce<number>((size, each) => size * count(each), Number(bytes));
}
