import { expect, test } from "vitest";
import { byChance, keysOf, timesInTen } from "./hints.ts";

const advised = (move: string, chance: number) => ({ move, chance, reason: "", sentence: "" });

test("the first advice has the highest chance", () => {
  expect(byChance([advised("r4", 0.4), advised("g5", 0.62), advised("pass", 0.1)]).map(({ move }) => move)).toEqual([
    "g5",
    "r4",
    "pass",
  ]);
  expect([0.62, 0.04, 0.98].map(timesInTen)).toEqual([6, 0, 10]);
});

test("pieces of a move are found in the hand, equal ones apart", () => {
  expect(keysOf(["S", "S", "r4"], ["r4", "S", "S", "g5"])).toEqual(["S#0", "S#1", "r4#0"]);
  expect(keysOf(["k9"], ["r4"])).toEqual([]);
});
