import { expect, test } from "vitest";
import type { ReviewedMove } from "../messages.ts";
import { lineOf, momentsOf, swingAt } from "./chances.ts";

const move = (seat: number, before: number, after: number): ReviewedMove => ({
  n: 0,
  seat,
  move: "pass",
  before: seat === 0 ? [before, 1 - before] : [1 - before, before],
  after: seat === 0 ? [after, 1 - after] : [1 - after, after],
});

// Seat 1 thinks of itself as highly as seat 0 does of itself: each with its own eyes.
const GAME = [move(0, 0.6, 0.5), move(1, 0.7, 0.7), move(0, 0.9, 0.9), move(1, 0.8, 0.2)];

test("a line is what its own seat could know, straight between", () => {
  expect(lineOf(GAME, [1, 0], 0)).toEqual([0.6, 0.5, 0.9, 0.9, 1]);
  expect(lineOf(GAME, [1, 0], 1)).toEqual([0.7, 0.7, 0.7, 0.8, 0]);
  expect(lineOf(GAME, [0, 0], 0).at(-1)).toBe(0.9); // nobody won: the last that was known
});

test("moments are the largest swings, each counted from one's own last look", () => {
  const line = lineOf(GAME, [1, 0], 0);
  expect(swingAt(GAME, line, 0, 2)).toBeCloseTo(0.4);
  expect(momentsOf(GAME, line, 0)).toEqual([2]);
  expect(momentsOf(GAME, lineOf(GAME, [1, 0], 1), 1)).toEqual([4]);
});
