/** ReStart: what the platform asks of it. */
import type { Game } from "../game.ts";
import box from "./box.svg?raw";
import { catalogue } from "./words/index.ts";

export const restart: Game = {
  id: "restart",
  title: "ReStart",
  box,
  age: 7,
  minutes: 20,
  words: catalogue,
  reviewed: true,
  parts: async () => (await import("./parts.ts")).parts,
  lessons: () => import("./lessons.ts"),
};
