/** The tiles without a number. */
import { faceOf } from "../../pieces/notation.ts";

export type Special = "end" | "restart" | "scissors" | "bin";

const SPECIALS: Record<string, Special> = { E: "end", X: "restart", S: "scissors", T: "bin" };

/** Null: a tile with a number. */
export const specialOf = (tile: string): Special | null => SPECIALS[faceOf(tile).sign ?? ""] ?? null;
