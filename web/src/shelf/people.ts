/** Who sits on which seat of a screen that is passed around; kept, so that nobody types a name twice. */
import type { Seating } from "../messages.ts";
import { FACES, freeFace, type Face } from "../pieces/faces.ts";
import { preferences } from "../preferences.svelte.ts";
import { remember, remembered } from "../storage.ts";

export const MOST_PLAYERS = 4;
/** A shared screen has two people at least: the seats after them may be bots'. */
export const FIRST_BOT = 2;

export interface Person {
  name: string;
  face: Face;
  /** A bot of this strength instead; "": a person. */
  bot: string;
}

/** As they sat the last time; at first oneself, and nobody in particular. */
export function peopleBefore(): Person[] {
  const before = read();
  const people: Person[] = [];
  for (let seat = 0; seat < MOST_PLAYERS; seat++) {
    const { name = seat === 0 ? preferences.name : "", face, bot = "" } = before[seat] ?? {};
    const wanted = face && FACES.includes(face) ? face : preferences.face;
    const taken = people.map((other) => other.face);
    people.push({ name, face: freeFace(wanted, taken), bot });
  }
  return people;
}

function read(): Partial<Person>[] {
  try {
    const found: unknown = JSON.parse(remembered("people") ?? "[]");
    return Array.isArray(found) ? (found as Partial<Person>[]) : [];
  } catch {
    return [];
  }
}

/** What a new table is asked for: people and bots by seat. */
export function seatPeople(people: Person[]): { people: Record<string, Seating>; bots: Record<string, string> } {
  remember("people", JSON.stringify(people));
  const seats = people.map((person, seat) => [String(seat), person] as const);
  return {
    people: Object.fromEntries(
      seats.filter(([, { bot }]) => !bot).map(([seat, { name, face }]) => [seat, { name: name.trim() || null, face }]),
    ),
    bots: Object.fromEntries(seats.filter(([, { bot }]) => bot).map(([seat, { bot }]) => [seat, bot])),
  };
}
