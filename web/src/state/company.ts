/** Who sits at the table, as the page speaks of them. */
import type { Seat } from "../messages.ts";
import type { Words } from "../words/languages.ts";

export interface Company {
  seats: Seat[];
  eyes: number | null;
  words: Words;
  /** A replay: the seat one looks from is nobody in particular. */
  neutral?: boolean;
}

export const isMe = ({ eyes, neutral }: Company, seat: number): boolean => !neutral && seat === eyes;

/** "Vous", a person's name, or a bird's for a bot. */
export function nameOf(company: Company, seat: number): string {
  return isMe(company, seat) ? company.words.you : publicName(company, seat);
}

export function publicName({ words, seats }: Omit<Company, "eyes">, seat: number): string {
  const there = seats[seat];
  if (there?.kind === "bot" && !there.left) return words.botName[seat % words.botName.length] ?? words.robot;
  return there?.name ?? words.player(seat + 1);
}

/** In a replay: the seat that is looked from and belongs to nobody here. */
export const lookedFrom = ({ neutral, eyes }: Company): number | null => (neutral ? eyes : null);

/** The others in turn order, from the one after me. */
export function othersOf({ seats, eyes }: Company): Seat[] {
  const from = eyes ?? -1;
  return seats.map((_, at) => seats[(from + 1 + at) % seats.length] as Seat).filter((seat) => seat.seat !== eyes);
}
