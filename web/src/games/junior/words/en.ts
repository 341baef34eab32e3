/** The sentences of this game in English. */
import type { Animal } from "../../../pieces/notation.ts";
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/en.ts";
import type { fr } from "./fr.ts";

const ANIMALS: Record<Animal, string> = {
  escargot: "snail",
  poisson: "fish",
  coccinelle: "ladybird",
  grenouille: "frog",
  lapin: "rabbit",
  poule: "hen",
  chat: "cat",
  renard: "fox",
  hibou: "owl",
  cochon: "pig",
  mouton: "sheep",
  ours: "bear",
  baleine: "whale",
};

export const en: Spoken<typeof fr> = {
  pitch: "Turn two tiles over: same animal or same colour, you keep them.",
  credit: "After a rummy rule, junior version.",
  reason: {
    "four-left": "Only four tiles are left.",
  },
  flip: (slot) => `Turn tile ${slot} over`,
  animal: (animal, colour) => `${colour} ${ANIMALS[animal]}`,
  itsAMatch: "A pair!",
  noMatch: "Not alike, back they go.",
  keptBy: (name, count) => `${name}: ${plural(count, "tile", "tiles")}`,
  logFlip: (you, tile) => `${you ? "turn" : "turns"} over ${tile}.`,
  whoPlays: "Who is playing?",
  withWhom: { bots: "With birds", shared: "Together, on this screen" },
  seats: (players, birds) => `${players} players${birds ? `, ${plural(players - 1, "bird", "birds")} among them` : ""}`,
  lessons: [
    "Touch a tile to turn it over.",
    "Touch a second one.",
    "Same animal or same colour: keep both. One more!",
    "And a second one. Not alike? They are turned back and everything is mixed.",
  ],
};
