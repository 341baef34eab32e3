import { expect, test } from "vitest";
import { rankingOf } from "./ranking.ts";

test("the winner comes first, whether few points or many win", () => {
  expect(rankingOf({ scores: [104, 68, 91], winners: [1] })).toEqual([1, 2, 0]);
  expect(rankingOf({ scores: [4, 7, 9], winners: [2] })).toEqual([2, 1, 0]);
});

test("shared wins and games without a winner keep the order of the seats", () => {
  expect(rankingOf({ scores: [5, 9, 5], winners: [0, 2] })).toEqual([0, 2, 1]);
  expect(rankingOf({ scores: [3, 1, 2], winners: [] })).toEqual([0, 1, 2]);
});
