/** Rummy famille: what the platform asks of it. */
import type { Game } from "../game.ts";
import box from "./box.svg?raw";
import { catalogue } from "./words/index.ts";

export const famille: Game = {
  id: "famille",
  title: "Rummy famille",
  box,
  age: 8,
  minutes: null,
  words: catalogue,
  reviewed: true,
  parts: async () => (await import("./parts.ts")).parts,
  lessons: () => import("./lessons.ts"),
};
