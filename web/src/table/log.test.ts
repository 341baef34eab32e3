import { expect, test } from "vitest";
import type { Company } from "../state/company.ts";
import { language } from "../words/language.svelte.ts";
import { freshLines, logOf } from "./log.ts";

const company: Company = { seats: [], eyes: 0, words: language.words };
const tell = {
  sayMove: (move: string) => (move === "quiet" ? null : move),
  sayEvent: () => undefined,
  shoutOf: () => null,
};

test("news without words tell nothing, and nothing twice", () => {
  const lines = logOf(
    tell,
    [
      ["move", 1, "r4"],
      ["move", 1, "quiet"],
      ["move", 0, "g5"],
    ],
    company,
  );
  expect(freshLines(lines, 1).map(({ text }) => text)).toEqual(["g5"]);
  expect(freshLines(lines.slice(0, 1), 1)).toEqual([]);
});
