import { describe, expect, test } from "vitest";
import { secondsLeft } from "./clock.ts";

const MINUTE = { kind: "move", amount: 60 } as const;

describe("what a clock shows", () => {
  test("never more than a move has, however late the news of the server's time came", () => {
    for (const late of [0, 1, 400, 2_500]) expect(secondsLeft({ seat: 0, until: 60_000 }, MINUTE, -late, 0)).toBe(60);
  });

  test("whole seconds, down to none", () => {
    const left = (now: number) => secondsLeft({ seat: 0, until: 60_000 }, MINUTE, 0, now);
    expect([1, 999, 1_000, 59_001, 60_000, 75_000].map(left)).toEqual([60, 60, 59, 1, 0, 0]);
  });

  test("days are not cut to seconds", () => {
    expect(secondsLeft({ seat: 0, until: 3 * 86_400_000 }, { kind: "days", amount: 3 }, 0, 0)).toBe(3 * 86_400);
  });
});
