/** Every lesson has its sentence in both languages, and a goal that its table can reach. */
import { expect, test } from "vitest";
import { lessonTexts } from "../words/lessons.ts";
import { LESSONS } from "./lessons.ts";

test.each(Object.keys(LESSONS))("%s", (game) => {
  const scenes = LESSONS[game] ?? [];
  expect(lessonTexts.fr[game as "restart"]).toHaveLength(scenes.length);
  expect(lessonTexts.en[game as "restart"]).toHaveLength(scenes.length);
  for (const { goals, legal, fills, trials, after } of scenes) {
    for (const goal of goals) {
      const moves = goal.split(" / ");
      const first = moves[0] ?? "";
      expect([...legal, ...Object.values(fills ?? {})]).toContain(first);
      if (moves.length > 1) expect(trials?.[first]?.legal).toContain(moves[1]);
      expect(after(moves).view["game"]).toBe(game);
    }
  }
});
