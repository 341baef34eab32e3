/** Les phrases de ce jeu en français. */
import { plural } from "../../../words/fr.ts";

export const fr = {
  pitch: "On retourne deux tuiles : même animal ou même couleur, on les garde.",
  credit: "D’après une règle de rummy en version junior.",
  reason: {
    "four-left": "Il ne reste que quatre tuiles.",
  },
  flip: (slot: number) => `Retourner la tuile ${slot}`,
  animal: {
    escargot: "escargot",
    poisson: "poisson",
    coccinelle: "coccinelle",
    grenouille: "grenouille",
    lapin: "lapin",
    poule: "poule",
    chat: "chat",
    renard: "renard",
    hibou: "hibou",
    cochon: "cochon",
    mouton: "mouton",
    ours: "ours",
    baleine: "baleine",
  },
  itsAMatch: "C’est une paire !",
  noMatch: "Pas pareil, on mélange.",
  keptBy: (name: string, count: number) => `${name} : ${plural(count, "tuile", "tuiles")}`,
  logFlip: (you: boolean, tile: string) => `${you ? "retournez" : "retourne"} ${tile}.`,
  lessons: [
    "Touchez une tuile pour la retourner.",
    "Touchez-en une deuxième.",
    "Même animal ou même couleur : on garde les deux. Encore une !",
    "Et une deuxième. Pas pareil ? On les retourne et on mélange tout.",
  ],
};
