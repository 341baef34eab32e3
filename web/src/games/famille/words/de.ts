/** Die Sätze dieses Spiels auf Deutsch. */
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/de.ts";
import type { fr } from "./fr.ts";

const GROUP = { run: "eine Reihe", family: "eine Familie", any: "eine Gruppe" };

export const de: Spoken<typeof fr> = {
  pitch: "Reihen, Familien und ein Bänkchen, das als Erstes leer sein soll.",
  credit: "Nach einer Rummy-Regel, Fassung für Familien.",
  reason: {
    "empty-rack": "Das Bänkchen ist leer.",
    pool: "Der Vorrat ist leer.",
    stuck: "Niemand kann mehr spielen.",
  },
  groupsOnTable: "Die Gruppen auf dem Tisch",
  group: { single: "Einzelner Stein", run: "Reihe", family: "Familie" },
  newGroup: "Neue Gruppe",
  pool: "im Vorrat",
  poolHow: "Gezogen wird nur, wenn nichts passt.",
  yourRack: "Dein Bänkchen",
  draw: "Ziehen",
  keep: "Stein behalten",
  drewTile: (tile) => `Du hast die ${tile} gezogen: Leg sie, wenn sie passt, oder behalte sie.`,
  keepIt: "Behalten",
  placeDrawn: (tile) => `Die ${tile} legen`,
  drewKept: (tile) => `Du hast die ${tile} gezogen: Sie passt nirgends, du behältst sie.`,
  mustDraw: "Nichts passt: Zieh einen Stein.",
  chooseFamille: "Wähle Steine, dann ihren Platz.",
  choosePlace: "Tippe auf den hellen Platz deiner Wahl.",
  placeThem: "Legen",
  addTo: (group) => `Anlegen an ${group}`,
  placeNew: "Als neue Gruppe legen",
  noPlace: "Diese Steine passen im Moment nirgends.",
  logAdd: (you, tiles, group) => `${you ? "legst" : "legt"} ${tiles} an ${GROUP[group]}.`,
  logNew: (you, tiles) => `${you ? "legst" : "legt"} eine neue Gruppe: ${tiles}.`,
  logDraw: (you) => (you ? "ziehst." : "zieht."),
  logKeep: (you) => (you ? "behältst den Stein." : "behält den Stein."),
  rackEmpty: "Leeres Bänkchen",
  tilesLeft: (count) =>
    count === 1
      ? "1 Stein ist übrig, er zählt einen Punkt."
      : `${plural(count, "Stein", "Steine")} sind übrig, je ein Punkt.`,
  lessons: [
    "Das Ziel: das eigene Bänkchen vor den anderen leeren. Eine Reihe ist eine Farbe mit Werten, die " +
      "aufeinanderfolgen. Wähle die blaue 6 und leg sie ans Ende der Reihe 4-5.",
    "Eine Familie: derselbe Wert in mehreren Farben. Leg die drei Siebenen als neue Gruppe.",
    "Eine Reihe darf in einem Zug an beiden Enden wachsen: Leg die blaue 3 und die blaue 7.",
    "Nichts passt: Dann, und nur dann, zieh einen Stein.",
    "Glück gehabt: Der gezogene Stein passt. Leg ihn, oder behalte ihn.",
  ],
};
