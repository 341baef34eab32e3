/** A record can be right in itself and still not be the deal that was promised: only what a player kept tells. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { beforeEach, expect, test, vi } from "vitest";
import type { Table } from "../messages.ts";
import { en } from "../words/en.ts";
import { fr } from "../words/fr.ts";
import { checkDeal, Dice, type GameRecord } from "./fair.ts";
import { keepHashes, keepNonce, keepTable, keptOf, MOST_KEPT, type Kept } from "./kept.ts";
import { judge, proved, sentences } from "./verdict.ts";

const ADA = "1a".repeat(32);
const BEN = "2b".repeat(32);
const sha = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)));
const numbered = (number: number): string => bytesToHex(sha256(new TextEncoder().encode(`secret ${number}`)));
const names = (seat: number): string => ["Ada", "Ben"][seat] ?? "";

/** Rummy famille dealt to two people from this secret and these numbers, and stopped there. */
function dealt(secret: string, nonces: string[]): GameRecord {
  const seed = sha256(
    concatBytes(hexToBytes(secret), ...nonces.map((nonce) => (nonce ? hexToBytes(nonce) : new Uint8Array(32)))),
  );
  const dice = new Dice(seed, 0);
  const pile = dice.shuffle(
    [..."rbgy"].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`)),
  );
  const hands = [pile.splice(0, 6), pile.splice(0, 6)];
  const table = pile.splice(0, 4);
  const players = [{ kind: "human" }, { kind: "human" }];
  return {
    game: "famille",
    variant: {},
    players,
    commitment: sha(secret),
    seed: secret,
    nonces,
    events: [["deal", { hands, table, first: dice.below(2) }]],
  };
}

const PROMISED = numbered(0);
const HASHES = [sha(ADA), sha(BEN)];
const table = (id: string, phase: Table["phase"] = "seating", secret = PROMISED): Table =>
  ({ id, commitment: sha(secret), phase }) as Table;

/** What Ada's device keeps at an honest table. */
function adas(id = "t"): Kept | null {
  keepTable(table(id));
  keepNonce(table(id), [0], ADA);
  keepHashes(id, [0], HASHES);
  return keptOf(id);
}

/**
 * What a dishonest server publishes: it knew both numbers, and tried secrets until seat 1 was dealt the tile it wanted.
 */
function convenient(): GameRecord {
  for (let number = 1; ; number += 1) {
    const record = dealt(numbered(number), [ADA, BEN]);
    if ((record.events[0]?.[1] as { hands: string[][] }).hands[1]?.includes("r13")) return record;
  }
}

beforeEach(() => {
  const drawer = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => drawer.get(name) ?? null,
    setItem: (name: string, value: string) => drawer.set(name, value),
  });
});

test("the promised deal with our own number in it is proved", () => {
  const found = judge(dealt(PROMISED, [ADA, BEN]), HASHES, adas());
  expect(found).toEqual({ wrong: null, unknown: false, people: true, kept: "before", own: "in", late: [] });
  expect(proved(found)).toBe(true);
  expect(sentences(found, names, fr)).toEqual([fr.fairRight]);
});

test("a secret that was searched for once the numbers were known is caught by what was kept", () => {
  const forged = convenient();
  expect(checkDeal(forged)).toBe("right");
  const found = judge(forged, HASHES, adas());
  expect(found.wrong).toBe("promise");
  expect(sentences(found, names, fr).join()).toContain("promis à cet appareil");
  expect(sentences(found, names, en).join()).toContain("promised to this device");
});

test("what the server shows later replaces nothing that was kept", () => {
  adas();
  const forged = convenient();
  keepTable(table("t", "playing", forged.seed));
  keepHashes("t", [0], [sha(ADA), sha("3c".repeat(32))]);
  expect(judge(forged, HASHES, keptOf("t")).wrong).toBe("promise");
  expect(keptOf("t")?.hashes).toEqual(HASHES);
});

test("another number at our seat is caught", () => {
  expect(judge(dealt(PROMISED, ["3c".repeat(32), BEN]), [sha("3c".repeat(32)), sha(BEN)], adas()).wrong).toBe("number");
});

test("another's number that was chosen after ours was known is caught by the kept hashes", () => {
  const chosen = "4d".repeat(32);
  expect(judge(dealt(PROMISED, [ADA, chosen]), [sha(ADA), sha(chosen)], adas()).wrong).toBe("hash");
});

test("a number from a seat that sealed none is caught", () => {
  keepNonce(table("bot"), [0], ADA);
  keepHashes("bot", [0], [sha(ADA), null]);
  expect(judge(dealt(PROMISED, [ADA, BEN]), HASHES, keptOf("bot")).wrong).toBe("hash");
});

test("who did not show their number in time is named, and our own absence is no proof", () => {
  const without = judge(dealt(PROMISED, [ADA, ""]), HASHES, adas());
  expect(sentences(without, names, fr)).toEqual([fr.fairRight, expect.stringContaining("Ben n’a pas montré")]);
  expect(sentences(without, names, en)[1]).toContain("Ben did not show");
  const left = judge(dealt(PROMISED, ["", BEN]), HASHES, adas());
  expect(proved(left)).toBe(false);
  expect(sentences(left, names, fr)).toEqual([fr.fairMatches, fr.fairOwnAbsent, expect.stringContaining("Ada")]);
});

test("a device that kept nothing, came late or only watched says so", () => {
  const record = dealt(PROMISED, [ADA, BEN]);
  expect(sentences(judge(record, HASHES, null), names, fr)).toEqual([fr.fairMatches, fr.fairKeptNothing]);
  expect(sentences(judge(record, HASHES, keepTable(table("late", "playing"))), names, fr)).toEqual([
    fr.fairMatches,
    fr.fairKeptLater,
  ]);
  expect(sentences(judge(record, HASHES, keepTable(table("seen"))), names, fr)).toEqual([
    fr.fairMatches,
    fr.fairWatched,
  ]);
});

test("a number of bots only proves nothing, and a game unknown to the page is still compared", () => {
  expect(sentences(judge(dealt(PROMISED, ["", ""]), [null, null], null), names, fr)).toEqual([fr.fairAlone]);
  const unknown = { ...dealt(PROMISED, [ADA, BEN]), game: "another" };
  expect(sentences(judge(unknown, HASHES, adas()), names, fr)).toEqual([fr.fairUnknown, fr.fairOwnIn]);
  expect(judge({ ...convenient(), game: "another" }, HASHES, adas()).wrong).toBe("promise");
});

test("a seat that was left before the start is not held against anybody", () => {
  keepNonce(table("moved"), [0], "5e".repeat(32));
  keepNonce(table("moved"), [1], BEN);
  keepHashes("moved", [1], HASHES);
  expect(proved(judge(dealt(PROMISED, [ADA, BEN]), HASHES, keptOf("moved")))).toBe(true);
});

test("the oldest tables are forgotten", () => {
  for (let number = 0; number <= MOST_KEPT; number += 1) keepNonce(table(`t${number}`), [0], ADA);
  const stored = JSON.parse(localStorage.getItem("tuilerie.deals") ?? "") as Kept[];
  expect(stored.length).toBe(MOST_KEPT);
  expect(stored.at(-1)?.table).toBe(`t${MOST_KEPT}`);
});

test("where nothing can be stored, the page remembers as long as it is open", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(adas("private")?.nonces).toEqual({ 0: ADA });
});
