/**
 * A first game of Rummy famille: positions set up in advance, each with the moves that exist in it. Nothing is worked
 * out here, so no rule and no server is needed.
 */
import type { View } from "../../state/table.ts";
import { language } from "../../words/language.svelte.ts";
import type { Scene } from "../game.ts";
import { catalogue } from "./words/index.ts";

/** One sentence for each scene. */
export const texts = (): string[] => catalogue[language.lang].lessons;

const seen = { players: 2, seat: 0, turn: 0, first: 0 };

const famille = (
  groups: { number: number; kind: string; tiles: string[] }[],
  rack: string[],
  more: Record<string, unknown> = {},
): View => ({
  ...seen,
  game: "famille",
  phase: "play",
  groups,
  rack,
  rack_sizes: [rack.length, 6],
  pool: 30,
  drawn: null,
  passes: 0,
  pool_end: "literal",
  free_draw: "no",
  ...more,
});

/** Tiles go from the rack to their group, or make one. */
function laid(view: View, move: string): View {
  const [verb, ...rest] = move.split(" ");
  const groups = view["groups"] as { number: number; kind: string; tiles: string[] }[];
  const rack = view["rack"] as string[];
  const tiles = (rest.at(-1) ?? "").split("+");
  const rising = (one: string, other: string): number => Number(one.slice(1)) - Number(other.slice(1));
  const left = rack.filter((tile) => !tiles.includes(tile));
  if (verb === "new") return famille([...groups, { number: groups.length + 1, kind: "family", tiles }], left);
  if (verb === "add")
    return famille(
      groups.map((group) =>
        String(group.number) === rest[0]
          ? { ...group, kind: "run", tiles: [...group.tiles, ...tiles].sort(rising) }
          : group,
      ),
      left,
    );
  return verb === "draw" ? famille(groups, [...rack, "b5"], { phase: "drawn", drawn: "b5" }) : famille(groups, rack);
}

const familleScene = (view: View, legal: string[], goals: string[]): Scene => ({
  view,
  legal,
  goals,
  after: ([move]) => ({ view: laid(view, move ?? "") }),
});

export const scenes: Scene[] = [
  familleScene(
    famille(
      [
        { number: 1, kind: "run", tiles: ["b4", "b5"] },
        { number: 2, kind: "single", tiles: ["r9"] },
      ],
      ["b6", "g2", "y12"],
    ),
    ["add 1 b6"],
    ["add 1 b6"],
  ),
  familleScene(
    famille(
      [
        { number: 1, kind: "single", tiles: ["b4"] },
        { number: 2, kind: "single", tiles: ["r13"] },
      ],
      ["r7", "g7", "y7", "g2"],
    ),
    ["new r7+g7", "new r7+g7+y7", "new r7+y7", "new g7+y7"],
    ["new r7+g7+y7"],
  ),
  familleScene(
    famille(
      [
        { number: 1, kind: "run", tiles: ["b4", "b5", "b6"] },
        { number: 2, kind: "single", tiles: ["r9"] },
      ],
      ["b3", "b7", "g2"],
    ),
    ["add 1 b3", "add 1 b7", "add 1 b3+b7"],
    ["add 1 b3+b7"],
  ),
  familleScene(
    famille(
      [
        { number: 1, kind: "single", tiles: ["b4"] },
        { number: 2, kind: "single", tiles: ["r13"] },
      ],
      ["g2", "y9"],
    ),
    ["draw"],
    ["draw"],
  ),
  familleScene(
    famille(
      [
        { number: 1, kind: "single", tiles: ["b4"] },
        { number: 2, kind: "single", tiles: ["r13"] },
      ],
      ["b5", "g2", "y9"],
      { phase: "drawn", drawn: "b5" },
    ),
    ["add 1 b5", "keep"],
    ["add 1 b5", "keep"],
  ),
];
