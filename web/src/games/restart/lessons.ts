/**
 * A first game of ReStart: positions set up in advance, each with the moves that exist in it. Nothing is worked out
 * here, so no rule and no server is needed.
 */
import type { View } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import type { Scene } from "../game.ts";
import { catalogue } from "./words/index.ts";

/** One sentence for each scene. */
export const texts = (): string[] => catalogue[language.lang].lessons;

const seen = { players: 2, seat: 0, turn: 0, first: 0 };

const restart = (rows: Record<string, string[]>, hand: string[], cut: string | null = null): View => ({
  ...seen,
  game: "restart",
  round: 1,
  rows: { r: ["r1"], g: ["g1"], b: ["b1"], o: ["o1"], k: ["k1"], ...rows },
  cut,
  hand,
  hand_sizes: [hand.length, 9],
  box: [],
  aside: 23,
  passes: 0,
  totals: [0, 0],
  last_points: null,
  target: 100,
});

/** Tiles go from the hand to the end of their row. */
function placed(view: View, move: string): View {
  const tiles = move.split("+");
  if (!/^[rgbok]/.test(move)) return view;
  const rows = view["rows"] as Record<string, string[]>;
  const letter = move[0] ?? "r";
  return restart(
    { ...rows, [letter]: [...(rows[letter] ?? []), ...tiles] },
    (view["hand"] as string[]).filter((tile) => !tiles.includes(tile)),
  );
}

const restartScene = (view: View, legal: string[], goals: string[]): Scene => ({
  view,
  legal,
  goals,
  after: ([move]) => ({ view: placed(view, move ?? "") }),
});
const tool = (view: View, move: string, cut: View, legal: string[], goal: string): Scene => ({
  view,
  legal: [move, "pass"],
  trials: { [move]: { view: cut, legal } },
  goals: [goal],
  after: (moves) => ({ view: placed(cut, moves.at(-1) ?? "") }),
});

export const scenes: Scene[] = [
  restartScene(
    restart({ r: ["r1", "r4"] }, ["r6", "r9", "g5", "k3"]),
    ["g5", "k3", "pass", "r6", "r9"],
    ["r6", "r9", "g5", "k3"],
  ),
  restartScene(
    restart({ g: ["g1", "g5"] }, ["g7", "g8", "g9", "b2"]),
    ["b2", "g7", "g7+g8", "g7+g8+g9", "g8", "g8+g9", "g9", "pass"],
    ["g7+g8+g9"],
  ),
  restartScene(restart({ o: ["o1", "o6"], g: ["g1", "g9"] }, ["oE", "g4"]), ["oE", "pass"], ["oE"]),
  tool(
    restart({ o: ["o1", "o6", "oE"] }, ["S", "o9", "r2"]),
    "S:o",
    restart({ o: ["o1", "o6"] }, ["o9", "r2"], "o"),
    ["o9", "stop"],
    "S:o / o9",
  ),
  restartScene(restart({ k: ["k1", "k12", "k15"], b: ["b1", "b8"] }, ["kX", "b5"]), ["kX", "pass"], ["kX"]),
  restartScene(
    restart({ k: ["k1", "k12", "k15", "kX"] }, ["k2", "k3", "b3"]),
    ["b3", "k2", "k2+k3", "k3", "pass"],
    ["k2+k3"],
  ),
  tool(
    restart({ b: ["b1", "b9", "b14"] }, ["T", "b2", "b3", "b8"]),
    "T:b",
    restart({ b: ["b1"] }, ["b2", "b3", "b8"], "b"),
    ["b2", "b2+b3", "b3", "b8", "stop"],
    "T:b / b2+b3",
  ),
  restartScene(restart({ b: ["b1", "b14"] }, ["b3", "b5"]), ["pass"], ["pass"]),
];
