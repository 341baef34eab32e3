/** The result in the order in which people read it. */

export interface Ending {
  scores: number[];
  winners: number[];
  reason: string;
}

/** Seats, winners first, then the nearer to them the better; where nobody won, as they sit. */
export function rankingOf({ scores, winners }: Pick<Ending, "scores" | "winners">): number[] {
  const seats = scores.map((_, seat) => seat);
  const won = winners.map((seat) => scores[seat] ?? 0);
  if (won.length === 0) return seats;
  const fewest = Math.min(...won) === Math.min(...scores) && Math.max(...won) < Math.max(...scores);
  const behind = (seat: number): number => (fewest ? 1 : -1) * (scores[seat] ?? 0);
  return seats.sort(
    (one, other) => Number(winners.includes(other)) - Number(winners.includes(one)) || behind(one) - behind(other),
  );
}
