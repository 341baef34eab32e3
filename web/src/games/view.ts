/** What every view holds. */
export interface Seen {
  game: string;
  players: number;
  seat: number | null;
  turn: number | null;
  first: number;
}
