/** The settings of a table, in English. */
import type { Spoken } from "../../words/languages.ts";
import type { fr } from "./fr.ts";

export const en: Spoken<typeof fr> = {
  fold: "Settings",
  gettingReady: (seconds: number) =>
    `The game is being made ready: about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
  botOf: (name: string) => `Strength of ${name}`,
  whoSits: "Who sits where?",
  faceOf: (name: string) => `Face of ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  personOrBot: (name: string) => `A person or a robot: ${name}`,
  aPerson: "A person",
  clauseOf: (id: string) => `What does rule ${id} say?`,
  from: (least: string, most: string) => `From ${least} to ${most}`,
  listed: "Public table",
  listedHow: "Anybody can find it, sit down or watch. Otherwise people come by invitation.",
  rated: "Rated game",
  ratedHow:
    "Everybody must have kept their identity; a time per move, the usual rules and no bots. Who leaves has lost.",
  freeText: "Free messages",
  freeTextHow: "Otherwise people talk in ready-made phrases.",
  variantsHere: "At this table",
  variants: {
    first: { ask: "Who starts", random: "Drawn at random" },
    target: { ask: "The game stops at this many points" },
    round_end: {
      ask: "The round ends when everybody passes",
      consecutive: "in a row, one after the other",
      table: "within one lap of the table",
    },
    last_tile: {
      ask: "Going out with Scissors or the Bin",
      counts: "counts: the hand is empty, you win",
      placed: "does not count: the last tile must be placed",
    },
    pool_end: {
      ask: "Once the pool is empty",
      literal: "the game stops at the end of the turn",
      stuck: "play goes on while somebody can place",
    },
    free_draw: {
      ask: "Drawing although one could place",
      no: "no",
      yes: "yes, then placing the drawn tile",
    },
  },
};
