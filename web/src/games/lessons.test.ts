/** Every lesson has its sentence in every language, and a goal that its table can reach. */
import { expect, test } from "vitest";
import { GAMES } from "./index.ts";

test.each(GAMES.map((game) => [game.id, game] as const))("%s", async (id, game) => {
  const { scenes, texts } = await game.lessons();
  expect(texts()).toHaveLength(scenes.length);
  for (const [, words] of Object.entries(game.words)) {
    expect((words as unknown as { lessons: string[] }).lessons).toHaveLength(scenes.length);
  }
  for (const { goals, legal, fills, trials, after } of scenes) {
    for (const goal of goals) {
      const moves = goal.split(" / ");
      const first = moves[0] ?? "";
      expect([...legal, ...Object.values(fills ?? {})]).toContain(first);
      if (moves.length > 1) expect(trials?.[first]?.legal).toContain(moves[1]);
      expect(after(moves).view["game"]).toBe(id);
    }
  }
});
