/**
 * The fairness check: deal again from the server's secret and everybody's numbers, as docs/fair-deals.md tells any outsider to do,
 * and compare with what was dealt, drawn and turned over. Plain-HTTP pages have no `crypto.subtle`, hence the small audited packages.
 */
import { chacha20 } from "@noble/ciphers/chacha.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import realDeck from "../../../src/tuilerie/engine/decks/romi-rami.json";
import type { Event } from "../state.ts";

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

export type Verdict = "right" | "alone" | "commitment" | "deal" | "unknown";

export function checkDeal(record: GameRecord): Verdict {
  const secret = hexToBytes(record.seed);
  if (bytesToHex(sha256(secret)) !== record.commitment) return "commitment";
  const nonces = record.nonces.map((nonce) => (nonce === "" ? new Uint8Array(32) : hexToBytes(nonce)));
  const seed = sha256(concatBytes(secret, ...nonces));
  const deal = DEALS[record.game];
  if (!deal) return "unknown";
  if (!deal(record, seed)) return "deal";
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

type Deal = { hands: string[][]; table: string[]; values: string[]; contracts: number[]; trophies: string[]; first: number };

const same = (one: readonly unknown[], other: readonly unknown[]): boolean => JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
const dealsOf = (record: GameRecord): Deal[] => record.events.filter((event) => event[0] === "deal").map((event) => event[1] as Deal);
const drawnFirst = (record: GameRecord): boolean => record.variant["first"] === undefined || record.variant["first"] === "random";

/** Hands from the front of a pile, seat after seat; the pile loses them. */
const handed = (hands: string[][], pile: string[]): boolean => hands.every((hand) => same(hand, pile.splice(0, hand.length)));

function restart(record: GameRecord, seed: Uint8Array): boolean {
  const values = [...Array.from({ length: 15 }, (_, at) => String(at + 1)), "E", "X"];
  const all = [..."rgbok"].flatMap((colour) => values.map((value) => colour + value)).concat("S", "S", "T");
  const others = all.filter((tile) => !/^.1$/.test(tile));
  return dealsOf(record).every((deal, round) => {
    const dice = new Dice(seed, round);
    let tiles = deal.hands.length === 2 ? others : all;
    if (deal.hands.length === 3) {
      const out = all.indexOf(others[dice.below(83)] as string);
      tiles = all.filter((_, at) => at !== out);
    }
    const pile = dice.shuffle([...tiles]);
    return handed(deal.hands, pile) && (deal.hands.length > 2 || round > 0 || dice.below(2) === deal.first);
  });
}

const rummy = (): string[] => [..."rbgy"].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`));

function famille(record: GameRecord, seed: Uint8Array): boolean {
  const dice = new Dice(seed, 0);
  const pile = dice.shuffle(rummy());
  const [deal] = dealsOf(record);
  if (!deal || !handed(deal.hands, pile) || !same(deal.table, pile.splice(0, deal.table.length))) return false;
  if (drawnFirst(record) && dice.below(deal.hands.length) !== deal.first) return false;
  return record.events.filter((event) => event[0] === "draw").every((event) => same(event[2] as string[], pile.splice(0, (event[2] as string[]).length)));
}

function junior(record: GameRecord, seed: Uint8Array): boolean {
  const dice = new Dice(seed, 0);
  const slots: (string | null)[] = dice.shuffle(rummy());
  if (drawnFirst(record) && dice.below(record.players.length) !== dealsOf(record)[0]?.first) return false;
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

interface Deck {
  values: Record<string, Record<string, number>>;
  contracts: { id: number; suit: string }[];
  trophies: { suit: string; combo: number }[];
}

const SUITS = { cherry: "c", diamond: "d", heart: "h", clover: "l" } as const;

/** Both piles, the trophies, and every refill; the discard is followed so that it can be shuffled again when the pile runs out. */
function romirami(record: GameRecord, seed: Uint8Array): boolean {
  const deck = (record.deck as Deck | undefined) ?? (realDeck as Deck);
  const cards = Object.entries(SUITS).flatMap(([suit, letter]) => Object.entries(deck.values[suit] ?? {}).flatMap(([value, copies]) => Array.from({ length: copies }, () => letter + value)));
  const suitOf = new Map(deck.contracts.map(({ id, suit }) => [String(id), SUITS[suit as keyof typeof SUITS] as string]));
  const order = [...new Set(cards)];
  const dice = new Dice(seed, 0);
  let pile = dice.shuffle([...cards]);
  const contracts = dice.shuffle(deck.contracts.map(({ id }) => id));
  const trophies = deck.trophies.map(({ suit, combo }) => (dice.below(2) === 0 ? suit : `combo${combo}`));
  const [deal] = dealsOf(record);
  if (!deal || (drawnFirst(record) && dice.below(deal.hands.length) !== deal.first)) return false;
  if (!handed(deal.hands, pile) || !same(deal.values, pile.splice(0, deal.values.length)) || !same(deal.contracts, contracts.splice(0, deal.contracts.length)) || !same(deal.trophies, trophies)) return false;

  let discard: string[] = [];
  const draw = (count: number): string[] =>
    Array.from({ length: count }, () => {
      if (pile.length === 0) {
        pile = dice.shuffle(discard.sort((one, other) => order.indexOf(one) - order.indexOf(other)));
        discard = [];
      }
      return pile.shift() ?? "";
    });
  return record.events.every((event) => {
    if (event[0] === "market") {
      const { values, contracts: offered } = event[1] as Deal;
      return same(values, draw(values.length)) && same(offered, contracts.splice(0, offered.length));
    }
    if (event[0] === "draw") return same(event[2] as string[], draw((event[2] as string[]).length));
    if (event[0] === "move") {
      const [verb, ...rest] = String(event[2]).split(" ");
      if (verb === "fill") discard.push(...rest.slice(1).flatMap((group) => group.split("+")).filter((card) => card !== "*" && card[0] !== suitOf.get(rest[0] ?? "")));
      else if (verb === "discard") discard.push(...(rest[0] ?? "").split("+"));
    }
    return true;
  });
}

const DEALS: Record<string, (record: GameRecord, seed: Uint8Array) => boolean> = { restart, famille, junior, romirami };
