/** The sentences of this game in English. */
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/en.ts";
import type { fr } from "./fr.ts";

export const en: Spoken<typeof fr> = {
  pitch: "Runs, families, and a rack to empty before everyone else.",
  credit: "After a rummy rule, family version.",
  reason: {
    "empty-rack": "The rack is empty.",
    pool: "The pool is empty.",
    stuck: "Nobody can play any more.",
  },
  groupsOnTable: "The groups on the table",
  group: { single: "Single tile", run: "Run", family: "Family" },
  newGroup: "New group",
  pool: "in the pool",
  poolHow: "You draw only when nothing can be placed.",
  yourRack: "Your rack",
  draw: "Draw",
  keep: "Keep the tile",
  drewTile: (tile) => `You drew ${tile}: place it if it fits, or keep it.`,
  keepIt: "Keep it",
  placeDrawn: (tile) => `Place ${tile}`,
  drewKept: (tile) => `You drew ${tile}: it fits nowhere, so you keep it.`,
  mustDraw: "Nothing to place: draw a tile.",
  chooseFamille: "Choose tiles, then the place for them.",
  choosePlace: "Touch the lit place of your choice.",
  placeThem: "Place",
  addTo: (group) => `Place on ${group}`,
  placeNew: "Place as a new group",
  noPlace: "These tiles fit nowhere for now.",
  logAdd: (you, tiles, group) =>
    `${you ? "add" : "adds"} ${tiles} to ${{ run: "a run", family: "a family", any: "a group" }[group]}.`,
  logNew: (you, tiles) => `${you ? "place" : "places"} a new group: ${tiles}.`,
  logDraw: (you) => (you ? "draw." : "draws."),
  logKeep: (you) => (you ? "keep the tile." : "keeps the tile."),
  rackEmpty: "Empty rack",
  tilesLeft: (count: number) => `${plural(count, "tile", "tiles")} left, one point each.`,
  lessons: [
    "The aim: empty your rack before the others. A run is one colour, values in a row. Choose the blue 6 and " +
      "place it at the end of the run 4-5.",
    "A family: one value in several colours. Place the three 7s as a new group.",
    "A run may grow at both ends in one go: place the blue 3 and 7.",
    "Nothing can be placed: then, and only then, draw.",
    "Lucky draw: the tile you drew fits. Place it, or keep it.",
  ],
};
