/** Rummy junior: what the platform asks of it. */
import type { Game } from "../game.ts";
import box from "./box.svg?raw";
import { catalogue } from "./words/index.ts";

export const junior: Game = {
  id: "junior",
  title: "Rummy junior",
  box,
  age: 4,
  minutes: null,
  words: catalogue,
  reviewed: false,
  parts: async () => (await import("./parts.ts")).parts,
  lessons: () => import("./lessons.ts"),
  setUp: async () => (await import("./WhoPlays.svelte")).default,
};
