/**
 * A first game of Romi Rami: positions set up in advance, each with the moves that exist in it. Nothing is worked out
 * here, so no rule and no server is needed.
 */
import type { View } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import type { Scene } from "../game.ts";
import { catalogue } from "./words/index.ts";

/** One sentence for each scene. */
export const texts = (): string[] => catalogue[language.lang].lessons;

const seen = { players: 2, seat: 0, turn: 0, first: 0 };

const contracts = [
  { id: 1, points: 2, suit: "heart", requirements: ["set3"] },
  { id: 2, points: 4, suit: "clover", requirements: ["run4"] },
  { id: 3, points: 3, suit: "cherry", requirements: ["set2", "set2"] },
  { id: 4, points: 5, suit: "diamond", requirements: ["run5"] },
];
const romirami = (
  phase: string,
  market: string[],
  hand: string[],
  done: unknown[] = [],
  offers: unknown[] = contracts,
): View => ({
  ...seen,
  game: "romirami",
  phase,
  last_lap: false,
  ending: { contracts: 7, by: null, turns_left: null },
  market,
  contracts: offers,
  trophies: [
    ["cherry", 3],
    ["combo3", 4],
    ["clover", 3],
    ["combo5", 2],
  ].map(([name, points]) => ({ name, points, counts: [0, 0], holder: null })),
  hand,
  hand_sizes: [hand.length, 3],
  known: [[], []],
  jokers: [true, true],
  completed: [done, []],
  bonus: [done.length ? ["h4"] : [], []],
  discard: [],
  pile: 60,
  contract_pile: 30,
  scores: [done.length ? 4 : 1, 1],
});
const MARKET = ["c4", "h4", "d1", "l2", "c5", "d3"];
const TAKEN = ["d1", "l2", "c5", "d3"];

const FILLED = romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1));
const WITH_JOKER = romirami("fill", TAKEN, ["c1", "c4", "d2", "h4"]);
const JOKER_SPENT = {
  ...romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1)),
  jokers: [false, true],
  scores: [3, 1],
};
const FULL_HAND = ["c1", "c2", "c5", "d1", "d2", "d3", "h2", "h5", "l1", "l3", "l5"];
const DISCARDS = FULL_HAND.map((card) => `discard ${card}`);

export const scenes: Scene[] = [
  {
    view: romirami("take", MARKET, ["l4", "c1", "d2"]),
    legal: ["take c4", "take c4+c5", "take c4+h4", "take c5", "take d1", "take d1+d3", "take d3", "take h4", "take l2"],
    trials: {
      "take c4+h4": {
        view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]),
        legal: [],
        fills: { "1": "fill 1 c4+h4+l4" },
      },
    },
    goals: ["take c4+h4"],
    after: () => ({ view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]) }),
  },
  {
    view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]),
    legal: [],
    fills: { "1": "fill 1 c4+h4+l4" },
    trials: { "fill 1 c4+h4+l4": { view: FILLED, legal: ["done"] } },
    goals: ["fill 1 c4+h4+l4"],
    after: () => ({ view: FILLED }),
  },
  {
    view: FILLED,
    legal: ["done"],
    goals: ["done"],
    after: () => ({
      view: romirami("take", [...TAKEN, "h2", "l5"], ["c1", "d2", "l3"], [contracts[0]], contracts.slice(1)),
    }),
  },
  {
    view: WITH_JOKER,
    legal: [],
    fills: { "1": "fill 1 c4+h4+*" },
    trials: { "fill 1 c4+h4+*": { view: JOKER_SPENT, legal: ["done"] } },
    goals: ["fill 1 c4+h4+*"],
    after: () => ({ view: JOKER_SPENT }),
  },
  {
    view: romirami("discard", MARKET, FULL_HAND, [contracts[0]], contracts.slice(1)),
    legal: DISCARDS,
    goals: DISCARDS,
    after: ([move]) => ({
      view: romirami(
        "take",
        MARKET,
        FULL_HAND.filter((card) => `discard ${card}` !== move),
        [contracts[0]],
        contracts.slice(1),
      ),
    }),
  },
];
