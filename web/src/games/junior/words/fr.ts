/** Les phrases de ce jeu en français. */
import type { Animal, Colour } from "../../../pieces/notation.ts";
import { plural } from "../../../words/fr.ts";

const FEMININE: ReadonlySet<Animal> = new Set(["coccinelle", "grenouille", "poule", "baleine"]);
const COLOURS: Record<Colour, [masculine: string, feminine: string]> = {
  red: ["rouge", "rouge"],
  green: ["vert", "verte"],
  blue: ["bleu", "bleue"],
  orange: ["orange", "orange"],
  black: ["noir", "noire"],
  yellow: ["jaune", "jaune"],
};

export const fr = {
  pitch: "On retourne deux tuiles : même animal ou même couleur, on les garde.",
  credit: "D’après une règle de rummy en version junior.",
  reason: {
    "four-left": "Il ne reste que quatre tuiles.",
  },
  flip: (slot: number) => `Retourner la tuile ${slot}`,
  animal: (animal: Animal, colour: Colour) =>
    `${animal} ${FEMININE.has(animal) ? COLOURS[colour][1] : COLOURS[colour][0]}`,
  itsAMatch: "C’est une paire !",
  noMatch: "Pas pareil, on mélange.",
  keptBy: (name: string, count: number) => `${name} : ${plural(count, "tuile", "tuiles")}`,
  logFlip: (you: boolean, tile: string) => `${you ? "retournez" : "retourne"} ${tile}.`,
  whoPlays: "Qui joue ?",
  withWhom: { bots: "Avec des oiseaux", shared: "Ensemble, sur cet écran" },
  seats: (players: number, birds: boolean) =>
    `${players} joueurs${birds ? `, dont ${plural(players - 1, "oiseau", "oiseaux")}` : ""}`,
  lessons: [
    "Touchez une tuile pour la retourner.",
    "Touchez-en une deuxième.",
    "Même animal ou même couleur : on garde les deux. Encore une !",
    "Et une deuxième. Pas pareil ? On les retourne et on mélange tout.",
  ],
};
