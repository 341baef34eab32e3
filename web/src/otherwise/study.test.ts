import { describe, expect, it } from "vitest";
import { packed, unpacked } from "./packing.ts";
import { follow, keyOf, MOST_BRANCHES, movesBefore, newStudy, playedMoves, readStudy, type Paths } from "./study.ts";

const EVENTS = [["deal"], ["move", 0, "r2"], ["move", 1, "pass"], ["move", 0, "g5"], ["end", { scores: [1, 2] }]];
const RECORD = { game: "restart", players: [], commitment: "ab".repeat(32), events: EVENTS };
const study = newStudy(RECORD, 2, 1);
const NONE: Paths = { branches: [], current: -1 };

describe("a place in a game", () => {
  it("knows what was played before and after it", () => {
    expect(movesBefore(study)).toBe(1);
    expect(playedMoves(study)).toEqual(["pass", "g5"]);
    expect(keyOf(study)).not.toBe(keyOf({ ...study, at: 3 }));
  });
});

describe("paths", () => {
  it("grow while they are played", () => {
    const once = follow(NONE, ["a"], 2, "club");
    const twice = follow(once, ["a", "b"], 2, "club");
    expect(twice.branches.map(({ moves }) => moves)).toEqual([["a", "b"]]);
  });

  it("fork where something else is played, and what was taken back stays", () => {
    const first = follow(NONE, ["a", "b", "c"], 2, "club");
    const back = follow(first, ["a"], 2, "club");
    expect(back).toEqual(first);
    const other = follow(back, ["a", "x"], 2, "expert");
    expect(other.branches.map(({ moves }) => moves.join(""))).toEqual(["abc", "ax"]);
    expect(other.current).toBe(1);
    expect(follow(other, ["a", "b"], 2, "club").current).toBe(0);
  });

  it("are no more than a study may hold: those without a name go first", () => {
    let paths: Paths = NONE;
    for (let number = 0; number < MOST_BRANCHES; number++) paths = follow(paths, [`m${number}`], 2, "club");
    paths = {
      ...paths,
      branches: paths.branches.map((branch, at) => (at === 0 ? { ...branch, name: "kept" } : branch)),
    };
    paths = follow(paths, ["one more"], 2, "club");
    expect(paths.branches).toHaveLength(MOST_BRANCHES);
    expect(paths.branches[0]?.name).toBe("kept");
    expect(paths.branches[paths.current]?.moves).toEqual(["one more"]);
  });
});

describe("a study for others", () => {
  it("comes out of a link as it went in", async () => {
    const text = JSON.stringify({ ...study, title: "Un essai, « pour voir »" });
    const code = await packed(text);
    expect(code).toMatch(/^[\w-]+$/);
    expect(await unpacked(code)).toBe(text);
    expect(readStudy(text)?.title).toBe("Un essai, « pour voir »");
  });

  it("is refused when it is something else", async () => {
    expect(await unpacked("not a code")).toBeNull();
    for (const text of ["", "null", "[]", "{}", JSON.stringify(RECORD), JSON.stringify({ ...study, branches: [{}] })]) {
      expect(readStudy(text)).toBeNull();
    }
  });
});
