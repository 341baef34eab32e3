/** Les phrases de ce jeu en français. */
import type { Colour } from "../../../pieces/notation.ts";
import type { Special } from "../specials.ts";
import { fr as platform, plural } from "../../../words/fr.ts";

const COLOUR: Record<Colour, string> = platform.colour;
const ROW: Record<Colour, string> = {
  red: "rouge",
  green: "verte",
  blue: "bleue",
  orange: "orange",
  black: "noire",
  yellow: "jaune",
};

export const fr = {
  pitch: "Posez toujours plus haut, coupez, videz, et relancez la rangée au bon moment.",
  credit: "Auteur : Younsu Hwang. Éditeurs : Lautapelit.fi, IELLO.",
  reason: {
    "empty-hand": "La main est vide.",
    target: "Le total d’arrêt est atteint.",
  },
  special: { end: "Fin", restart: "Redémarrage", scissors: "Ciseaux", bin: "Poubelle" },
  /** Tiles of one colour, by their names; the colour agrees with the last of them. */
  coloured: (names: string[], colour: Colour, last: Special | null) =>
    `${names.join("-")} ${last === "end" ? ROW[colour] : COLOUR[colour]}`,
  row: ROW,
  roundAndTarget: (round: number, target: number) => `Manche ${round} · on s’arrête à ${target} points`,
  roundShort: (round: number, target: number) => `manche ${round} · fin à ${target}`,
  theRows: "Les rangées",
  rowLabel: (colour: string, count: number) => `Rangée ${colour}, ${plural(count, "tuile", "tuiles")}`,
  fromValue: (value: number) => `dès ${value}`,
  rowShut: "close",
  rowAtEnd: "Fin ou Redémarrage",
  otherRow: (tile: string, row: string) => `${tile} ne va pas sur la rangée ${row} : chaque tuile suit sa couleur.`,
  placeHere: (tiles: string) => `Poser ${tiles} ici`,
  useHere: (tool: string, colour: string) => `${tool} sur la rangée ${colour}`,
  yourTiles: (count: number) => `Vos ${plural(count, "tuile", "tuiles")}`,
  willRemain: (count: number) =>
    count === 0 ? "Votre main sera vide !" : `Il vous restera ${plural(count, "tuile", "tuiles")}.`,
  wholeRun: (tiles: string) => `Toute la suite : ${tiles}`,
  placeRun: "Poser la suite",
  placeOne: "Poser la tuile",
  chooseTiles: "Choisissez des tuiles d’une couleur, ou passez.",
  chooseRow: "Touchez la rangée à couper.",
  chooseRowBin: "Touchez la rangée à vider.",
  afterCut: (colour: string) => `La rangée ${colour} est coupée. Posez-y des tuiles, ou arrêtez là.`,
  stop: "Arrêter là",
  afterRound: (round: number) => `Après la manche ${round}`,
  scores: "Les totaux",
  lowestWins: "Le plus petit total gagne.",
  restartShout: "Redémarrage !",
  restartBy: (you: boolean, name: string, colour: string) =>
    `${you ? "Vous relancez" : `${name} relance`} la rangée ${colour}.`,
  roundOver: (round: number) => `Fin de la manche ${round}`,
  handsOpen: "Les mains sont ouvertes.",
  leftInHand: (name: string, count: number) => `${name} : ${plural(count, "tuile", "tuiles")} en main`,
  emptyHand: "plus une tuile",
  countedTotal: (before: number, points: number, total: number) => `${before} + ${points} = ${total} en tout`,
  whatTilesCount: "Fin et Redémarrage valent 16, Ciseaux et Poubelle 20.",
  nextRound: "Manche suivante",
  showRow: (count: number) => `Montrer ${plural(count, "tuile", "tuiles")} de plus`,
  roundPoints: (round: number, points: number) => `manche ${round} : ${points}`,
  logPlace: (you: boolean, tiles: string) => `${you ? "posez" : "pose"} ${tiles}.`,
  logShout: "« Redémarrage ! »",
  logCut: (you: boolean, row: string) => `${you ? "coupez" : "coupe"} la rangée ${row}.`,
  logEmpty: (you: boolean, row: string) => `${you ? "videz" : "vide"} la rangée ${row}.`,
  logStop: (you: boolean) => (you ? "vous arrêtez là." : "s’arrête là."),
  logDealt: (round: number) => `Manche ${round} : on distribue.`,
  lessons: [
    "Le but : se défaire de ses tuiles. Posez-en une au bout de la rangée de sa couleur : elle doit dépasser la " +
      "dernière. Choisissez une tuile claire, puis « Poser ».",
    "Des tuiles qui se suivent se posent ensemble. Choisissez le 7, le 8 et le 9 verts, et posez la suite.",
    "La Fin se pose après n’importe quel nombre et ferme sa rangée à tout le monde. Posez la Fin orange.",
    "Mais rien n’est jamais fermé pour toujours. Choisissez les Ciseaux, touchez la rangée orange pour la " +
      "couper, puis posez-y le 9.",
    "Le Redémarrage se pose après n’importe quel nombre et remet la rangée à zéro. Posez le Redémarrage noir.",
    "La rangée noire repart de zéro : posez le 2 et le 3 noirs ensemble.",
    "La Poubelle vide toute une rangée et n’y laisse que le 1. Choisissez-la, touchez la rangée bleue, puis " +
      "posez le 2 et le 3 bleus.",
    "Rien ne va plus haut que 14 ? On peut toujours passer. Quand tous passent à la suite, on compte ce qui " +
      "reste en main : moins, c’est mieux.",
  ],
};
