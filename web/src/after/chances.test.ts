import { expect, test } from "vitest";
import type { ReviewedMove } from "../messages.ts";
import { lineOf, momentsOf, percentsOf, sharedLines } from "./chances.ts";

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

test("moments are decisions of the seat, each counted until its next look", () => {
  const [moment] = momentsOf(GAME, lineOf(GAME, [1, 0], 0), 0);
  expect(moment?.point).toBe(1);
  expect(moment?.swing).toBeCloseTo(0.3);
  expect(momentsOf(GAME, lineOf(GAME, [1, 0], 1), 1).map(({ point }) => point)).toEqual([4]);
});

test("a turn of several moves is told by what lost most, else by what it began with; never by its end", () => {
  const turns = [
    move(0, 0.9, 0.9),
    move(0, 0.9, 0.9),
    move(1, 0.5, 0.5),
    move(0, 0.5, 0.5),
    move(0, 0.5, 0.3),
    move(0, 0.3, 0.3),
  ];
  expect(momentsOf(turns, lineOf(turns, [0, 1], 0), 0).map(({ point }) => point)).toEqual([1, 5]);
});

test("the chances of a point add up to 100", () => {
  const lines = sharedLines([0, 1].map((seat) => lineOf(GAME, [1, 0], seat)));
  for (const point of GAME.keys()) {
    const percents = percentsOf(lines.map((line) => line[point] ?? 0));
    expect(percents.reduce((sum, one) => sum + one, 0)).toBe(100);
  }
  expect(percentsOf([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(percentsOf([0.625, 0.375])).toEqual([63, 37]);
});
