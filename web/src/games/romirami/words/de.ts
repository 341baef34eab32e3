/** Die Sätze dieses Spiels auf Deutsch. */
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/de.ts";
import type { fr } from "./fr.ts";

const ALIKE: Record<number, string> = { 2: "Paar", 3: "Drilling", 4: "Vierling", 5: "Fünfling" };

const COUNTS = ["", "eine", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"];
const turnsLeft = (turns: number) => (turns === 1 ? "letzter Zug" : `noch ${turns} Züge`);

export const de: Spoken<typeof fr> = {
  pitch: "Nimm vom Markt, erfülle Aufträge, behalte die Trophäen im Auge.",
  credit: "Autor: Antoine Lefebvre. Verlag: Randolph.",
  reason: {
    contracts: "Jemand hat genug Aufträge erfüllt.",
    "no-contracts": "Es gibt keine Aufträge mehr.",
  },
  suit: { cherry: "Kirsche", diamond: "Diamant", heart: "Herz", clover: "Klee" },
  steps: { take: "Nehmen", fill: "Aufträge", discard: "Abwerfen", over: "Fertig" },
  endAt: (count) => `Ende beim ${count}. Auftrag`,
  endAtShort: (count) => `Ende beim ${count}.`,
  endedBy: (you, name, count, turns) =>
    `${you ? "Du hast deinen" : `${name} hat den`} ${count}. Auftrag erfüllt: ${turnsLeft(turns)}`,
  endedEmpty: (turns) => `Es gibt keine Aufträge mehr: ${turnsLeft(turns)}`,
  turnsLeft,
  standing: "Wie du stehst",
  lastLap: "Letzte Tischrunde",
  contracts: "Aufträge",
  market: "Markt",
  marketHow: "1 bis 3 Karten mit gleichem Wert oder gleicher Farbe",
  trophyRace: "Das Rennen um die Trophäen",
  trophy: {
    cherry: "Kirsche",
    heart: "Herz",
    clover: "Klee",
    diamond: "Diamant",
    combo2: "Kombis aus 2",
    combo3: "Kombis aus 3",
    combo4: "Kombis aus 4",
    combo5: "Kombis aus 5",
  },
  trophyTie: "Gleichstand: niemand",
  trophyLeads: (you, name) => (you ? "Du führst" : `${name} führt`),
  contractsOf: (count, most) => `${count} von ${most}`,
  contractsCount: (count) => plural(count, "Auftrag", "Aufträge"),
  cardsCount: (count) => plural(count, "Karte", "Karten"),
  contractOf: "Auftrag, Punkte:",
  contractBonus: (suit) => `, Bonus ${suit}: `,
  canFill: "erfüllbar",
  complete: "komplett!",
  missingOne: (values) => `es fehlt ${values.map((value) => `eine ${value}`).join(" oder ")}`,
  missingAlike: (count, value) => `es fehlen ${COUNTS[count]} ${value}er`,
  missingTwo: (one, other) => `es fehlen eine ${one} und eine ${other}`,
  missingCards: (count) => (count === 1 ? "es fehlt eine Karte" : `es fehlen ${count} Karten`),
  orJoker: "oder dein Joker",
  setOf: (size) => ALIKE[size] ?? `${size} gleiche`,
  setOfValue: (size, value) => (ALIKE[size] ? `${ALIKE[size]} ${value}er` : `${size}-mal die ${value}`),
  runOf: (size) => `${size}er-Straße`,
  benchTitle: (points) => `Auftrag für ${plural(points, "Punkt", "Punkte")}`,
  benchHow: "Das ist die beste Wahl. Tippe auf eine Karte, um eine andere zu nehmen.",
  benchPick: (card) => `Statt ${card}:`,
  benchGives: (points, bonus, total) => `${points} + ${bonus} Bonus = ${plural(total, "Punkt", "Punkte")}`,
  bonus: "Bonus",
  fillIt: "Auftrag erfüllen",
  takeThem: "Nehmen",
  takeHow: "Wähle im Markt Karten mit gleichem Wert oder gleicher Farbe.",
  fillHow: "Tippe auf einen hellen Auftrag, um ihn zu erfüllen, oder beende den Zug.",
  fillNone: "Kein Auftrag in Reichweite: Beende den Zug.",
  endTurn: "Zug beenden",
  discardHow: (count) => `Du hast zu viele Karten: Wähle ${count} zum Abwerfen.`,
  discardThem: "Abwerfen",
  yourHand: "Deine Hand",
  joker: "Joker",
  jokerKept: "Joker noch da",
  jokerUsed: "Joker benutzt",
  yourContracts: "Deine Aufträge",
  contractPoints: "Aufträge",
  bonusPoints: "Bonus",
  trophyPoints: "Trophäen",
  forNow: "Bisher",
  taken: "weg",
  takeBackMove: "Zurück",
  logTake: (you, cards) => `${you ? "nimmst" : "nimmt"} ${cards}.`,
  logFill: (you, contract) => `${you ? "erfüllst" : "erfüllt"} einen Auftrag mit ${contract}.`,
  logDone: (you) => (you ? "beendest den Zug." : "beendet den Zug."),
  logDiscard: (you, cards) => `${you ? "wirfst" : "wirft"} ${cards} ab.`,
  lessons: [
    "Das Ziel: Aufträge erfüllen, für ihre Punkte. Nimm zuerst 1 bis 3 Karten vom Markt, mit gleichem " +
      "Wert oder gleicher Farbe. Nimm beide Vieren.",
    "Der helle Auftrag verlangt einen Drilling. Tippe darauf, sieh dir den Vorschlag an, und erfülle " +
      "ihn: Karten der Bonusfarbe bringen einen Punkt mehr.",
    "Mehr geht nicht: Beende den Zug. Markt und Hand füllen sich von selbst auf. Behalte die Trophäen im " +
      "Auge: Am Ende bekommt jede, wer die meisten Aufträge ihrer Farbe hat, oder die meisten Kombis ihrer " +
      "Größe. Bei Gleichstand bekommt sie niemand.",
    "Eine 4 fehlt? Dein Joker vertritt eine Karte, einmal in der Partie. Tippe auf den hellen Auftrag und erfülle ihn.",
    "Man behält höchstens zehn Karten. Du hast elf: Wähle die, die dir am wenigsten hilft, und wirf sie " +
      "ab. Das Ende: Jemand erfüllt den 7. Auftrag zu zweit, den 6. zu dritt, den 5. zu viert, und die " +
      "Tischrunde wird fertig gespielt.",
  ],
};
