/** Les phrases de ce jeu en français. */
import { plural } from "../../../words/fr.ts";

export const fr = {
  pitch: "Des suites, des familles, et un chevalet à vider avant tout le monde.",
  credit: "D’après une règle de rummy en version famille.",
  reason: {
    "empty-rack": "Le chevalet est vide.",
    pool: "La pioche est vide.",
    stuck: "Plus personne ne peut jouer.",
  },
  groupsOnTable: "Les groupes sur la table",
  group: { single: "Tuile seule", run: "Suite", family: "Famille" },
  newGroup: "Nouveau groupe",
  pool: "dans la pioche",
  poolHow: "On pioche seulement si rien ne peut être posé.",
  yourRack: "Votre chevalet",
  draw: "Piocher",
  keep: "Garder la tuile",
  drewTile: (tile: string) => `Vous piochez ${tile} : posez-la si elle va quelque part, ou gardez-la.`,
  keepIt: "La garder",
  placeDrawn: (tile: string) => `Poser le ${tile}`,
  drewKept: (tile: string) => `Vous piochez ${tile} : la tuile ne va nulle part, vous la gardez.`,
  mustDraw: "Rien à poser : piochez une tuile.",
  chooseFamille: "Choisissez des tuiles, puis l’endroit où les poser.",
  choosePlace: "Touchez l’endroit éclairé de votre choix.",
  placeThem: "Poser",
  addTo: (group: string) => `Poser sur ${group}`,
  placeNew: "Poser en nouveau groupe",
  noPlace: "Cela ne va nulle part pour l’instant.",
  logAdd: (you: boolean, tiles: string, group: "run" | "family" | "any") =>
    `${you ? "ajoutez" : "ajoute"} ${tiles} à ${{ run: "une suite", family: "une famille", any: "un groupe" }[group]}.`,
  logNew: (you: boolean, tiles: string) => `${you ? "posez" : "pose"} un nouveau groupe : ${tiles}.`,
  logDraw: (you: boolean) => (you ? "piochez." : "pioche."),
  logKeep: (you: boolean) => (you ? "gardez la tuile." : "garde la tuile."),
  rackEmpty: "Chevalet vide",
  tilesLeft: (count: number) => `Il reste ${plural(count, "tuile", "tuiles")}, un point chacune.`,
  lessons: [
    "Le but : vider son chevalet avant les autres. Une suite, c’est une couleur et des valeurs qui se suivent. " +
      "Choisissez le 6 bleu et posez-le au bout de la suite 4-5.",
    "Une famille : la même valeur en plusieurs couleurs. Posez les trois 7 en un nouveau groupe.",
    "On peut allonger une suite des deux côtés en un seul coup : posez le 3 et le 7 bleus.",
    "Rien ne peut être posé : dans ce cas seulement, piochez.",
    "Coup de chance : la tuile piochée va sur la table. Posez-la, ou gardez-la.",
  ],
};
