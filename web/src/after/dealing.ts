/** What every deal is made of: the dice of a round, and how a record tells of a deal (docs/fair-deals.md). */
import { chacha20 } from "@noble/ciphers/chacha.js";
import type { TableEvent } from "../state/table.ts";

export interface GameRecord {
  game: string;
  variant: Record<string, unknown>;
  players: { kind: string }[];
  commitment: string;
  seed: string;
  nonces: string[];
  deck?: unknown;
  events: TableEvent[];
}

/**
 * Deals a record's game again from its seed, and says whether everything that was dealt, drawn and turned over agrees.
 */
export type Redeal = (record: GameRecord, seed: Uint8Array) => boolean;

/** Numbers of one round, from the ChaCha20 key stream. */
export class Dice {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(seed: Uint8Array, round: number) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(0, round, true);
    this.bytes = chacha20(seed, nonce, new Uint8Array(65_536));
  }

  below(n: number): number {
    for (;;) {
      const pair = (this.bytes[this.at] ?? 0) | ((this.bytes[this.at + 1] ?? 0) << 8);
      this.at += 2;
      const product = pair * n;
      if (product % 65_536 >= 65_536 % n) return Math.floor(product / 65_536);
    }
  }

  shuffle<T>(list: T[]): T[] {
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [list[last], list[other]] = [list[other] as T, list[last] as T];
    }
    return list;
  }
}

export type Deal = {
  hands: string[][];
  table: string[];
  values: string[];
  contracts: number[];
  trophies: string[];
  first: number;
};

export const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
export const dealsOf = (record: GameRecord): Deal[] =>
  record.events.filter((event) => event[0] === "deal").map((event) => event[1] as Deal);
export const drawnFirst = (record: GameRecord): boolean =>
  record.variant["first"] === undefined || record.variant["first"] === "random";

/** Hands from the front of a pile, seat after seat; the pile loses them. */
export const handed = (hands: string[][], pile: string[]): boolean =>
  hands.every((hand) => same(hand, pile.splice(0, hand.length)));

/** The tiles of the two rummies, in their order before the shuffle. */
export const rummy = (): string[] =>
  [..."rbgy"].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`));
