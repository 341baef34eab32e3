import { describe, expect, it } from "vitest";
import { sayMove } from "./log.ts";
import { tilesLeft, tilesSeen, type FamilleView } from "./view.ts";

const stopped = { seat: 0, rack: ["b3", "r7"], rack_sizes: [2, 6] } as unknown as FamilleView;
const over = { ...stopped, racks: [["b3", "r7"], []], rack_sizes: [2, 0] } as FamilleView;

describe("what is left on a rack", () => {
  it("is counted although a game that was stopped did not lay the racks open", () => {
    expect([0, 1].map((seat) => tilesLeft(stopped, seat))).toEqual([2, 6]);
    expect([0, 1].map((seat) => tilesSeen(stopped, seat))).toEqual([["b3", "r7"], []]);
  });

  it("is nothing for who has emptied it", () => {
    expect([0, 1].map((seat) => tilesLeft(over, seat))).toEqual([2, 0]);
  });
});

describe("an addition in words", () => {
  it("names the kind of group, never its number", () => {
    const told = ["add 3 b3+b7", "add 2 r7+g7", "add 1 b4"].map((move) => sayMove(move, false) ?? "");
    expect(told[0]).toMatch(/suite|run/);
    expect(told[1]).toMatch(/famille|family/);
    for (const line of told) expect(line).not.toMatch(/group\w* \d/);
  });
});
