/** French agreement, and who is spoken to. */
import { beforeAll, expect, test } from "vitest";
import { language } from "../../words/language.svelte.ts";
import { shoutOf } from "./log.ts";
import { sayTile, sayTiles } from "./tiles.ts";

beforeAll(() => language.change("fr"));

test("colours agree with their tile", () => {
  expect(["kE", "kX", "g9", "gE", "S"].map(sayTile)).toEqual([
    "Fin noire",
    "Redémarrage noir",
    "9 vert",
    "Fin verte",
    "Ciseaux",
  ]);
  expect(sayTiles(["b15", "bE"])).toBe("15-Fin bleue");
});

test("a restart is told with the verb of who is spoken of", () => {
  expect(shoutOf(["move", 0, "gX"], "Vous", true)?.text).toBe("Vous relancez la rangée verte.");
  expect(shoutOf(["move", 1, "gX"], "Geai", false)?.text).toBe("Geai relance la rangée verte.");
});
