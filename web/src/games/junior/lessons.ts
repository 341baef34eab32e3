/**
 * A first game of Rummy junior: positions set up in advance, each with the moves that exist in it. Nothing is worked
 * out here, so no rule and no server is needed.
 */
import type { View } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import type { Scene } from "../game.ts";
import { catalogue } from "./words/index.ts";

/** One sentence for each scene. */
export const texts = (): string[] => catalogue[language.lang].lessons;

/** For children who do not read. */
export const aloud = true;

const seen = { players: 2, seat: 0, turn: 0, first: 0 };

const junior = (turned: unknown, last: unknown, kept: string[][] = [[], []], gone: number[] = []): View => ({
  ...seen,
  game: "junior",
  face_down: Array.from({ length: 52 }, (_, at) => at + 1).filter((slot) => !gone.includes(slot)),
  turned,
  kept,
  last,
});
const FLIPS = Array.from({ length: 52 }, (_, at) => `flip ${at + 1}`);
const slotOf = (move: string | undefined): number => Number(move?.split(" ")[1]);

/** Where the learner turned the first fox, the second, and the bear: what was turned stays where it was. */
const chosen = { fox: 17, pair: 30, bear: 9 };

/** A tile in the middle that is still face down, for the hand to tap at. */
const shownBut = (...gone: number[]): string => `flip ${[30, 21, 40, 12].find((slot) => !gone.includes(slot))}`;
const flipsBut = (...gone: number[]): string[] => FLIPS.filter((move) => !gone.includes(slotOf(move)));
const FOXES = [["y8", "g8"], []];
const pairGone = (turned: unknown, last: unknown): View => junior(turned, last, FOXES, [chosen.fox, chosen.pair]);

export const scenes: Scene[] = [
  {
    view: junior(null, null),
    legal: FLIPS,
    goals: FLIPS,
    shown: "flip 17",
    after: ([move]) => {
      chosen.fox = slotOf(move);
      return { view: junior({ slot: chosen.fox, tile: "y8" }, null), events: [["reveal", 0, "y8"]] };
    },
  },
  {
    get view() {
      return junior({ slot: chosen.fox, tile: "y8" }, null);
    },
    get legal() {
      return flipsBut(chosen.fox);
    },
    get goals() {
      return flipsBut(chosen.fox);
    },
    get shown() {
      return shownBut(chosen.fox);
    },
    after: ([move]) => {
      chosen.pair = slotOf(move);
      const last = { slots: [chosen.fox, chosen.pair], tiles: ["y8", "g8"], kept: true };
      return { view: pairGone(null, last), events: [["reveal", 0, "g8"]] };
    },
  },
  {
    get view() {
      return pairGone(null, null);
    },
    get legal() {
      return flipsBut(chosen.fox, chosen.pair);
    },
    get goals() {
      return flipsBut(chosen.fox, chosen.pair);
    },
    get shown() {
      return shownBut(chosen.fox, chosen.pair);
    },
    after: ([move]) => {
      chosen.bear = slotOf(move);
      return { view: pairGone({ slot: chosen.bear, tile: "r12" }, null), events: [["reveal", 0, "r12"]] };
    },
  },
  {
    get view() {
      return pairGone({ slot: chosen.bear, tile: "r12" }, null);
    },
    get legal() {
      return flipsBut(chosen.fox, chosen.pair, chosen.bear);
    },
    get goals() {
      return flipsBut(chosen.fox, chosen.pair, chosen.bear);
    },
    get shown() {
      return shownBut(chosen.fox, chosen.pair, chosen.bear);
    },
    after: ([move]) => {
      const last = { slots: [chosen.bear, slotOf(move)], tiles: ["r12", "b3"], kept: false };
      return { view: pairGone(null, last), events: [["reveal", 0, "b3"]] };
    },
  },
];
