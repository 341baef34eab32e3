/** Die Sätze dieses Spiels auf Deutsch. */
import type { Colour } from "../../../pieces/notation.ts";
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/de.ts";
import type { fr } from "./fr.ts";

const STEM: Record<Colour, string> = {
  red: "rot",
  green: "grün",
  blue: "blau",
  orange: "orangefarben",
  black: "schwarz",
  yellow: "gelb",
};

export const de: Spoken<typeof fr> = {
  pitch: "Leg immer höher, schneide, leere, und starte die Reihe im richtigen Moment neu.",
  credit: "Autor: Younsu Hwang. Verlage: Lautapelit.fi, IELLO.",
  reason: {
    "empty-hand": "Die Hand ist leer.",
    target: "Die Summe zum Schluss ist erreicht.",
  },
  special: { end: "Ende", restart: "Neustart", scissors: "Schere", bin: "Mülleimer" },
  coloured: (names, colour, last) => {
    const special = names.length === 1 ? last : null; // numbers are feminine
    return `${STEM[colour]}${special === "end" ? "es" : special === "restart" ? "er" : "e"} ${names.join("-")}`;
  },
  row: {
    red: "rote",
    green: "grüne",
    blue: "blaue",
    orange: "orangefarbene",
    black: "schwarze",
    yellow: "gelbe",
  },
  roundAndTarget: (round, target) => `Runde ${round} · Schluss bei ${target} Punkten`,
  roundShort: (round, target) => `Runde ${round} · Schluss bei ${target}`,
  theRows: "Die Reihen",
  rowLabel: (colour, count) => `Die ${colour} Reihe, ${plural(count, "Stein", "Steine")}`,
  fromValue: (value) => `ab ${value}`,
  rowShut: "zu",
  rowAtEnd: "Ende oder Neustart",
  otherRow: (tile, row) => `${tile} passt nicht in die ${row} Reihe: Jeder Stein folgt seiner Farbe.`,
  placeHere: (tiles) => `${tiles} hierhin legen`,
  useHere: (tool, colour) => `${tool} für die ${colour} Reihe`,
  yourTiles: (count) => (count === 1 ? "Dein Stein" : `Deine ${count} Steine`),
  willRemain: (count) =>
    count === 0 ? "Dann ist deine Hand leer!" : `Dann hast du noch ${plural(count, "Stein", "Steine")}.`,
  wholeRun: (tiles) => `Die ganze Folge: ${tiles}`,
  placeRun: "Folge legen",
  placeOne: "Stein legen",
  chooseTiles: "Wähle Steine einer Farbe, oder passe.",
  chooseRow: "Tippe auf die Reihe, die du schneidest.",
  chooseRowBin: "Tippe auf die Reihe, die du leerst.",
  afterCut: (colour) => `Die ${colour} Reihe ist geschnitten. Leg Steine an, oder hör hier auf.`,
  stop: "Aufhören",
  afterRound: (round) => `Nach Runde ${round}`,
  scores: "Die Summen",
  lowestWins: "Die kleinste Summe gewinnt.",
  restartShout: "Neustart!",
  restartBy: (you, name, colour) => `${you ? "Du startest" : `${name} startet`} die ${colour} Reihe neu.`,
  roundOver: (round) => `Ende der Runde ${round}`,
  handsOpen: "Die Hände liegen offen.",
  leftInHand: (name, count) => `${name}: ${plural(count, "Stein", "Steine")} auf der Hand`,
  emptyHand: "kein einziger Stein",
  countedTotal: (before, points, total) => `${before} + ${points} = ${total} zusammen`,
  whatTilesCount: "Ende und Neustart zählen 16, Schere und Mülleimer 20.",
  nextRound: "Nächste Runde",
  showRow: (count) => `Noch ${plural(count, "Stein", "Steine")} zeigen`,
  roundPoints: (round, points) => `Runde ${round}: ${points}`,
  logPlace: (you, tiles) => `${you ? "legst" : "legt"} ${tiles}.`,
  logShout: "„Neustart!“",
  logCut: (you, row) => `${you ? "schneidest" : "schneidet"} die ${row} Reihe.`,
  logEmpty: (you, row) => `${you ? "leerst" : "leert"} die ${row} Reihe.`,
  logStop: (you) => (you ? "hörst hier auf." : "hört hier auf."),
  logDealt: (round) => `Runde ${round}: Es wird ausgeteilt.`,
  lessons: [
    "Das Ziel: die eigenen Steine loswerden. Leg einen ans Ende der Reihe seiner Farbe: Er muss höher " +
      "sein als der letzte. Wähle einen hellen Stein, dann „Stein legen“.",
    "Steine, die aufeinanderfolgen, legt man zusammen. Wähle die grüne 7, 8 und 9, und leg die Folge.",
    "Ein Ende passt nach jeder Zahl und schließt seine Reihe für alle. Leg das orangefarbene Ende.",
    "Aber nichts ist für immer zu. Wähle die Schere, tippe auf die orangefarbene Reihe, um sie zu " +
      "schneiden, und leg dann die 9 dorthin.",
    "Ein Neustart passt nach jeder Zahl und setzt die Reihe auf null zurück. Leg den schwarzen Neustart.",
    "Die schwarze Reihe fängt wieder bei null an: Leg die schwarze 2 und 3 zusammen.",
    "Der Mülleimer leert eine ganze Reihe bis auf ihre 1. Wähle ihn, tippe auf die blaue Reihe, und leg " +
      "dann die blaue 2 und 3.",
    "Nichts ist höher als 14? Passen darf man immer. Wenn alle nacheinander passen, wird gezählt, was " +
      "auf der Hand bleibt: Weniger ist besser.",
  ],
};
