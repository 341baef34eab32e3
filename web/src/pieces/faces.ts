/** The faces that people can choose; robots have those of birds. */
import type { Seat } from "../messages.ts";
import { catalogue } from "./words/index.ts";

export type Face = NonNullable<Seat["face"]>;

export const FACES = Object.keys(catalogue.fr.faces) as Face[];
export const BIRDS = ["av-bot", "av-geai", "av-pinson", "av-merle"];

export const pictureOf = (face: Face): string => `av-${face}`;

/** The next face that is free, counted from the one that is wanted. */
export function freeFace(wanted: Face, taken: readonly (Face | null)[]): Face {
  const at = FACES.indexOf(wanted);
  return [...FACES.slice(at), ...FACES.slice(0, at)].find((face) => !taken.includes(face)) ?? wanted;
}

/** The picture of whoever sits there: a person's face, also while a robot plays for them, or a robot's. */
export function pictureAt(seat: Seat | undefined): string {
  const at = seat?.seat ?? 0;
  if (seat?.kind === "bot" && !seat.left) return BIRDS[at % BIRDS.length] ?? "av-bot";
  return pictureOf(seat?.face ?? FACES[at] ?? "leo");
}
