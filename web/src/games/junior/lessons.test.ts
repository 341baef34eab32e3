/** What the learner turned stays where it was turned. */
import { expect, test } from "vitest";
import { scenes } from "./lessons.ts";
import type { JuniorView } from "./view.ts";

const seen = (at: number) => scenes[at]?.view as unknown as JuniorView;

test("the turned animals do not jump elsewhere in the next scene", () => {
  scenes[0]?.after(["flip 5"]);
  expect(seen(1).turned).toEqual({ slot: 5, tile: "y8" });
  expect(scenes[1]?.goals).not.toContain("flip 5");
  scenes[1]?.after(["flip 41"]);
  expect([5, 41].filter((slot) => seen(2).face_down.includes(slot))).toEqual([]);
  scenes[2]?.after(["flip 50"]);
  expect(seen(3).turned).toEqual({ slot: 50, tile: "r12" });
});
