/**
 * The fairness check: deal again from the server's secret and everybody's numbers, as docs/fair-deals.md tells any outsider to do,
 * and compare with what was dealt. Plain-HTTP pages have no `crypto.subtle`, hence the small audited packages.
 */
import { chacha20 } from "@noble/ciphers/chacha.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { Event } from "../match.ts";

export interface GameRecord {
  game: string;
  variant: Record<string, unknown>;
  players: { kind: string }[];
  commitment: string;
  seed: string;
  nonces: string[];
  deck?: unknown;
  events: Event[];
}

export type Verdict = "right" | "alone" | "commitment" | "deal";

export function checkDeal(record: GameRecord): Verdict {
  const secret = hexToBytes(record.seed);
  if (bytesToHex(sha256(secret)) !== record.commitment) return "commitment";
  const nonces = record.nonces.map((nonce) => (nonce === "" ? new Uint8Array(32) : hexToBytes(nonce)));
  const seed = sha256(concatBytes(secret, ...nonces));
  if (!DEALS[record.game]?.(record, seed)) return "deal";
  return record.nonces.some((nonce) => nonce !== "") ? "right" : "alone";
}

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

const same = (one: readonly unknown[], other: readonly unknown[]): boolean => JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
const dealsOf = (record: GameRecord) => record.events.filter((event) => event[0] === "deal").map((event) => event[1] as Record<string, unknown>);
const cut = <T>(list: T[], from: number, count: number): T[] => list.slice(from, from + count);

function restart(record: GameRecord, seed: Uint8Array): boolean {
  const values = [...Array.from({ length: 15 }, (_, at) => String(at + 1)), "E", "X"];
  const all = [..."rgbok"].flatMap((colour) => values.map((value) => colour + value)).concat("S", "S", "T");
  const players = record.players.length;
  return dealsOf(record).every((deal, round) => {
    const dice = new Dice(seed, round);
    let tiles = all;
    if (players === 3) {
      const others = all.filter((tile) => !/^.1$/.test(tile));
      const out = all.indexOf(others[dice.below(83)] as string);
      tiles = all.filter((_, at) => at !== out);
    } else if (players === 2) tiles = all.filter((tile) => !/^.1$/.test(tile));
    tiles = dice.shuffle([...tiles]);
    const each = { 2: 30, 3: 29, 4: 22 }[players] ?? 0;
    return (deal["hands"] as string[][]).every((hand, seat) => same(hand, cut(tiles, seat * each, each)));
  });
}

const rummy = (): string[] => [..."rbgy"].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`));

function famille(record: GameRecord, seed: Uint8Array): boolean {
  const tiles = new Dice(seed, 0).shuffle(rummy());
  const deal = dealsOf(record)[0] ?? {};
  const hands = deal["hands"] as string[][];
  return hands.every((hand, seat) => same(hand, cut(tiles, seat * 6, 6))) && same(deal["table"] as string[], cut(tiles, hands.length * 6, 4));
}

function junior(record: GameRecord, seed: Uint8Array): boolean {
  const dice = new Dice(seed, 0);
  const slots: (string | null)[] = dice.shuffle(rummy());
  if (record.variant["first"] === undefined || record.variant["first"] === "random") dice.below(record.players.length);
  let turned: { slot: number; tile: string }[] = [];
  let flip = 0;
  for (const event of record.events) {
    if (event[0] === "move") flip = Number(String(event[2]).split(" ")[1]) - 1;
    if (event[0] !== "reveal") continue;
    const tile = String(event[2]);
    if (slots[flip] !== tile) return false;
    turned.push({ slot: flip, tile });
    if (turned.length < 2) continue;
    const [one, other] = turned as [{ slot: number; tile: string }, { slot: number; tile: string }];
    if (one.tile[0] === other.tile[0] || one.tile.slice(1) === other.tile.slice(1)) for (const { slot } of turned) slots[slot] = null;
    else {
      const held = [...slots.keys()].filter((slot) => slots[slot] !== null);
      const mixed = dice.shuffle(held.map((slot) => slots[slot] as string));
      held.forEach((slot, at) => (slots[slot] = mixed[at] ?? null));
    }
    turned = [];
  }
  return true;
}

function romirami(record: GameRecord, seed: Uint8Array): boolean {
  if (record.deck) return true; // another deck: `tuilerie check` knows it, this page only the usual one
  const copies = [4, 5, 5, 5, 4];
  const cards = [..."cdhl"].flatMap((suit) => copies.flatMap((count, at) => Array.from({ length: count }, () => `${suit}${at + 1}`)));
  const values = new Dice(seed, 0).shuffle(cards);
  const deal = dealsOf(record)[0] ?? {};
  const hands = deal["hands"] as string[][];
  return hands.every((hand, seat) => same(hand, cut(values, seat * 3, 3))) && same(deal["values"] as string[], cut(values, hands.length * 3, 6));
}

const DEALS: Record<string, (record: GameRecord, seed: Uint8Array) => boolean> = { restart, famille, junior, romirami };
