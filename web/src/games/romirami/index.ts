/** Romi Rami: what the platform asks of it. */
import type { Game } from "../game.ts";
import box from "./box.svg?raw";
import { catalogue } from "./words/index.ts";

export const romirami: Game = {
  id: "romirami",
  title: "Romi Rami",
  box,
  age: 8,
  minutes: 30,
  words: catalogue,
  reviewed: true,
  parts: async () => (await import("./parts.ts")).parts,
  lessons: () => import("./lessons.ts"),
};
