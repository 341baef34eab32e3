import { expect, test } from "vitest";
import type { PlayedBy, PlayedGame } from "../messages.ts";
import { marginOf, statisticsOf } from "./statistics.ts";

const ME: PlayedBy = { me: true };
const played = (places: number[], players: PlayedBy[], game = "restart"): PlayedGame => ({
  table: "t",
  game,
  seat: 0,
  scores: places,
  winners: places.flatMap((place, seat) => (place === 1 ? [seat] : [])),
  reason: "",
  ended: 0,
  rated: false,
  places,
  players,
});

test("wins by game, by number of players, against whom, and in a row", () => {
  const ines: PlayedBy = { who: 0, name: "Inès" };
  const bird: PlayedBy = { bot: "greedy" };
  const statistics = statisticsOf([
    played([1, 2], [ME, ines]),
    played([2, 1, 3], [ME, ines, bird], "famille"),
    played([1, 2], [ME, bird]),
    played([1, 2], [ME, bird]),
    played([1, 2], [ME, ME]), // one device passed around counts for nobody
    { ...played([], [ME, ines]), scores: [3, 4] }, // broken off
  ]);
  expect([statistics.games, statistics.won, statistics.best, statistics.now]).toEqual([4, 3, 2, 1]);
  expect(statistics.latest).toEqual([true, true, false, true]);
  expect([...statistics.byGame]).toEqual([
    ["restart", { won: 3, games: 3 }],
    ["famille", { won: 0, games: 1 }],
  ]);
  expect([...statistics.byCount.keys()]).toEqual([2, 3]);
  expect(statistics.against.map(({ key, won, games }) => [key, won, games])).toEqual([
    ["bot greedy", 3, 3],
    ["person 0", 1, 2],
  ]);
});

test("few games say little", () => {
  const [low, high] = marginOf({ won: 1, games: 2 });
  expect(low).toBeLessThan(0.1);
  expect(high).toBeGreaterThan(0.9);
  const [least, most] = marginOf({ won: 500, games: 1000 });
  expect(most - least).toBeLessThan(0.07);
});
