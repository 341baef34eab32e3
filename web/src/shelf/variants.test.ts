import { expect, test } from "vitest";
import { choicesOf, sayKey, sayValue } from "./variants.ts";

test("what is possible is read from the shelf's words", () => {
  expect(choicesOf("consecutive, table")).toEqual({ names: ["consecutive", "table"], range: null });
  expect(choicesOf("1..1000")).toEqual({ names: [], range: [1, 1000] });
  expect(choicesOf("random, 0..3")).toEqual({ names: ["random"], range: [0, 3] });
});

test("a seat is named, and what this page does not know is shown as it is", () => {
  expect(sayValue("first", 2, (seat) => `seat ${seat}`)).toBe("seat 2");
  expect(sayValue("first", "random", String)).not.toBe("random");
  expect(sayValue("target", 50, String)).toBe("50");
  expect([sayKey("moons"), sayValue("moons", "blue", String)]).toEqual(["moons", "blue"]);
});
