/** Die Einstellungen eines Tisches auf Deutsch. */
import type { Spoken } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const de: Spoken<typeof fr> = {
  fold: "Einstellungen",
  gettingReady: (seconds: number) =>
    `Das Spiel wird vorbereitet, fertig in etwa ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  botOf: (name) => `Stärke von ${name}`,
  whoSits: "Wer sitzt wo?",
  faceOf: (name) => `Gesicht von ${name}`,
  nameOf: (name) => `Name von ${name}`,
  personOrBot: (name) => `Ein Mensch oder ein Bot: ${name}`,
  aPerson: "Ein Mensch",
  clauseOf: (id) => `Was sagt Regel ${id}?`,
  from: (least, most) => `Von ${least} bis ${most}`,
  listed: "Öffentlicher Tisch",
  listedHow: "Alle können ihn finden, sich dazusetzen oder zuschauen. Sonst kommt man mit Einladung.",
  rated: "Gewertete Partie",
  ratedHow:
    "Alle brauchen einen gesicherten Namen; dazu eine Zeit pro Zug, die üblichen Regeln und keine Bots. " +
    "Wer geht, hat verloren.",
  freeText: "Freie Nachrichten",
  freeTextHow: "Sonst spricht man in fertigen Sätzen.",
  variantsHere: "An diesem Tisch",
  variants: {
    first: { ask: "Wer beginnt", random: "Wird ausgelost" },
    target: { ask: "Bei so vielen Punkten ist Schluss" },
    round_end: {
      ask: "Die Runde endet, wenn alle passen",
      consecutive: "direkt nacheinander",
      table: "in derselben Tischrunde",
    },
    last_tile: {
      ask: "Mit Schere oder Mülleimer fertig werden",
      counts: "zählt: Die Hand ist leer, das gewinnt",
      placed: "zählt nicht: Der letzte Stein muss gelegt werden",
    },
    pool_end: {
      ask: "Wenn der Vorrat leer ist",
      literal: "endet das Spiel mit diesem Zug",
      stuck: "geht es weiter, solange jemand legen kann",
    },
    free_draw: {
      ask: "Ziehen, obwohl man legen könnte",
      no: "nein",
      yes: "ja, und dann den gezogenen Stein legen",
    },
  },
};
