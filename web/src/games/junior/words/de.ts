/** Die Sätze dieses Spiels auf Deutsch. */
import type { Animal, Colour } from "../../../pieces/notation.ts";
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/de.ts";
import type { fr } from "./fr.ts";

/** The ending of a colour before it, and its name. */
const ANIMALS: Record<Animal, [ending: string, name: string]> = {
  escargot: ["e", "Schnecke"],
  poisson: ["er", "Fisch"],
  coccinelle: ["er", "Marienkäfer"],
  grenouille: ["er", "Frosch"],
  lapin: ["er", "Hase"],
  poule: ["e", "Henne"],
  chat: ["e", "Katze"],
  renard: ["er", "Fuchs"],
  hibou: ["e", "Eule"],
  cochon: ["es", "Schwein"],
  mouton: ["es", "Schaf"],
  ours: ["er", "Bär"],
  baleine: ["er", "Wal"],
};
const STEM: Record<Colour, string> = {
  red: "rot",
  green: "grün",
  blue: "blau",
  orange: "orangefarben",
  black: "schwarz",
  yellow: "gelb",
};

export const de: Spoken<typeof fr> = {
  pitch: "Deck zwei Steine auf: gleiches Tier oder gleiche Farbe, und sie gehören dir.",
  credit: "Nach einer Rummy-Regel, Fassung für Kinder.",
  reason: {
    "four-left": "Nur vier Steine sind übrig.",
  },
  flip: (slot) => `Stein ${slot} aufdecken`,
  animal: (animal, colour) => `${STEM[colour]}${ANIMALS[animal][0]} ${ANIMALS[animal][1]}`,
  itsAMatch: "Ein Paar!",
  noMatch: "Nicht gleich: Alles wird gemischt.",
  keptBy: (name, count) => `${name}: ${plural(count, "Stein", "Steine")}`,
  logFlip: (you, tile) => `${you ? "deckst" : "deckt"} auf: ${tile}.`,
  whoPlays: "Wer spielt mit?",
  withWhom: { bots: "Mit Vögeln", shared: "Zusammen an diesem Bildschirm" },
  seats: (players, birds) => `${players} Spieler${birds ? `, davon ${plural(players - 1, "Vogel", "Vögel")}` : ""}`,
  lessons: [
    "Tippe auf einen Stein, um ihn aufzudecken.",
    "Tippe auf einen zweiten.",
    "Gleiches Tier oder gleiche Farbe: Beide gehören dir. Noch einer!",
    "Und ein zweiter. Nicht gleich? Sie werden umgedreht, und alles wird gemischt.",
  ],
};
