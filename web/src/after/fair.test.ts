/**
 * The golden games were dealt by the engine: dealt again here, every one must come out the same, and a changed one must
 * not.
 */
import { expect, test } from "vitest";
import { checkDeal, type GameRecord } from "./fair.ts";

const games = Object.entries(
  import.meta.glob<string>("../../../tests/golden/*.jsonl", { query: "?raw", import: "default", eager: true }),
).map(([path, text]) => ({
  name: path.slice(path.lastIndexOf("/") + 1),
  records: text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as GameRecord),
}));

test("there are golden games of every kind", () => {
  expect(new Set(games.flatMap(({ records }) => records.map(({ game }) => game)))).toEqual(
    new Set(["restart", "romirami", "famille", "junior"]),
  );
});

test.each(games)("$name deals again", ({ records }) => {
  for (const record of records) expect(checkDeal(record)).toBe("alone"); // bots add no bytes of their own
});

test.each(games)("$name, changed, is noticed", ({ records }) => {
  for (const record of records) {
    const text = JSON.stringify(record.events);
    const at = record.events.findLastIndex((event) => ["deal", "draw", "reveal", "market"].includes(String(event[0])));
    const changed = JSON.parse(text) as unknown[][];
    const swap = JSON.stringify(changed[at]).replace(
      /"([rgbokycdhl])(\d)/,
      (_, colour: string, value: string) => `"${colour}${value === "2" ? "3" : "2"}`,
    );
    if (swap === JSON.stringify(changed[at])) continue;
    changed[at] = JSON.parse(swap) as unknown[];
    expect(checkDeal({ ...record, events: changed })).toBe("deal");
    expect(checkDeal({ ...record, seed: record.seed.replace(/^../, record.seed.startsWith("00") ? "01" : "00") })).toBe(
      "commitment",
    );
  }
});

test("a person's own bytes make it a proof", () => {
  const record = games.find(({ name }) => name === "famille-2.jsonl")?.records[0] as GameRecord;
  expect(checkDeal({ ...record, nonces: ["00".repeat(32), ""] })).toBe("right"); // the same bytes as a bot's, but given
});

test("a game that the page does not know is said to be unknown", () => {
  const record = games[0]?.records[0] as GameRecord;
  expect(checkDeal({ ...record, game: "another" })).toBe("unknown");
});
