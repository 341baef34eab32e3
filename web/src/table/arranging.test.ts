import { describe, expect, test } from "vitest";
import { asLaid, putBeside, sorted } from "./arranging.ts";

const RACK = ["r5#0", "b2#0", "r1#0", "S#0"];

describe("the order of a rack", () => {
  test("sorts by colour or by value", () => {
    expect(sorted(RACK, "colour")).toEqual(["r1#0", "r5#0", "b2#0", "S#0"]);
    expect(sorted(RACK, "value")).toEqual(["r1#0", "b2#0", "r5#0", "S#0"]);
  });

  test("one piece moves, the others keep their order", () => {
    expect(putBeside(RACK, "S#0", "b2#0", true)).toEqual(["r5#0", "S#0", "b2#0", "r1#0"]);
    expect(putBeside(RACK, "r5#0", "r1#0", false)).toEqual(["b2#0", "r1#0", "r5#0", "S#0"]);
    expect(putBeside(RACK, "r5#0", "r5#0", false)).toEqual(RACK);
  });

  test("a piece that comes lies at the end; one that comes back lies where it was", () => {
    expect(asLaid(["r1#0", "b2#0", "r5#0", "g9#0"], RACK)).toEqual(["r5#0", "b2#0", "r1#0", "g9#0"]);
    expect(asLaid(RACK, RACK)).toEqual(RACK);
  });
});
