/** What a person's finished games add up to. */
import type { PlayedBy, PlayedGame } from "../messages.ts";

/** How many of how many. */
export interface Tally {
  won: number;
  games: number;
}

export interface Rival extends Tally {
  /** A person by their number, or a bot by its level. */
  key: string;
  player: PlayedBy;
}

export interface Statistics extends Tally {
  best: number;
  /** Won in a row up to now. */
  now: number;
  /** Won or not, the latest last. */
  latest: boolean[];
  byGame: Map<string, Tally>;
  byCount: Map<number, Tally>;
  against: Rival[];
}

const LATEST = 12;

export const isShared = ({ players = [] }: PlayedGame): boolean => players.filter(({ me }) => me).length > 1;
export const isWon = ({ winners, seat }: PlayedGame): boolean => winners.includes(seat);
const counts = (game: PlayedGame): boolean => game.winners.length > 0 && !isShared(game);

function add<Key>(tallies: Map<Key, Tally>, key: Key, won: boolean): void {
  const tally = tallies.get(key) ?? { won: 0, games: 0 };
  tallies.set(key, { won: tally.won + Number(won), games: tally.games + 1 });
}

/** `games`: the latest first, as the server lists them. */
export function statisticsOf(games: readonly PlayedGame[]): Statistics {
  const counted = games.filter(counts);
  const byGame = new Map<string, Tally>();
  const byCount = new Map<number, Tally>();
  const rivals = new Map<string, Tally>();
  const players = new Map<string, PlayedBy>();
  for (const game of counted) {
    add(byGame, game.game, isWon(game));
    add(byCount, game.scores.length, isWon(game));
    for (const [seat, player] of (game.players ?? []).entries()) {
      const key = rivalOf(player);
      const [mine, theirs] = [game.places?.[game.seat], game.places?.[seat]];
      if (seat === game.seat || key === null || mine === undefined || theirs === undefined) continue;
      add(rivals, key, mine < theirs);
      if (!players.has(key)) players.set(key, player);
    }
  }
  const streaks = runs(counted.map(isWon));
  return {
    games: counted.length,
    won: counted.filter(isWon).length,
    best: Math.max(0, ...streaks),
    now: counted[0] && isWon(counted[0]) ? (streaks[0] ?? 0) : 0,
    latest: counted.slice(0, LATEST).map(isWon).toReversed(),
    byGame,
    byCount: new Map([...byCount].toSorted(([one], [other]) => one - other)),
    against: [...rivals]
      .map(([key, tally]) => ({ key, ...tally, player: players.get(key) ?? {} }))
      .toSorted((one, other) => other.games - one.games),
  };
}

function rivalOf({ who, bot }: PlayedBy): string | null {
  if (who !== undefined && who !== null) return `person ${who}`;
  return bot ? `bot ${bot}` : null;
}

/** The lengths of the runs of wins, in order. */
function runs(won: boolean[]): number[] {
  return won
    .map((each) => (each ? "w" : " "))
    .join("")
    .split(" ")
    .filter(Boolean)
    .map((run) => run.length);
}

const Z = 1.96; // of 95 in 100

/** Wilson's interval: between which shares the true one may lie, 0 to 1. */
export function marginOf({ won, games }: Tally): [number, number] {
  if (games === 0) return [0, 1];
  const share = won / games;
  const middle = share + (Z * Z) / (2 * games);
  const reach = Z * Math.sqrt((share * (1 - share) + (Z * Z) / (4 * games)) / games);
  const scale = 1 + (Z * Z) / games;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}
