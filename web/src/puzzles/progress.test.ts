import { beforeEach, expect, test, vi } from "vitest";
import { nextOf, note, results } from "./progress.ts";

beforeEach(() => {
  const drawer = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => drawer.get(name) ?? null,
    setItem: (name: string, value: string) => drawer.set(name, value),
  });
});

test("the first result of a puzzle stays", () => {
  note("a", "seen");
  note("a", "found");
  note("b", "found");
  expect(results()).toEqual({ a: "seen", b: "found" });
});

test("what cannot be read counts as nothing", () => {
  localStorage.setItem("tuilerie.puzzles", "[1,");
  expect(results()).toEqual({});
  localStorage.setItem("tuilerie.puzzles", '{"a":"won","b":"found"}');
  expect(results()).toEqual({ b: "found" });
});

test("the next one has no result yet, and comes round the end", () => {
  const puzzles = [1, 2, 3].map((number) => ({ id: `p${number}`, number }));
  expect(nextOf(puzzles, 2, {})?.number).toBe(3);
  expect(nextOf(puzzles, 3, {})?.number).toBe(1);
  expect(nextOf(puzzles, 0, { p1: "seen", p2: "found" })?.number).toBe(3);
  expect(nextOf(puzzles, 3, { p1: "seen", p2: "found" })).toBeUndefined();
});
