/** The studies of this device: what was played otherwise, and the chances that were found. */
import { remember, remembered } from "../storage.ts";
import { keyOf, type Study } from "./study.ts";

export interface KeptStudy {
  study: Study;
  /** Every seat's chance by the moves that led there, joined by `|`. */
  chances: Record<string, number[]>;
  /** When it was last changed, in milliseconds since 1970. */
  changed: number;
}

/** The oldest are forgotten first. */
export const MOST_KEPT = 100;
const NAME = "studies";

export function keptStudies(): KeptStudy[] {
  try {
    const found: unknown = JSON.parse(remembered(NAME) ?? "[]");
    return Array.isArray(found) ? (found as KeptStudy[]) : [];
  } catch {
    return [];
  }
}

export const keptStudy = (key: string): KeptStudy | undefined =>
  keptStudies().find(({ study }) => keyOf(study) === key);

export function keepStudy(study: Study, chances: Record<string, number[]>, now: number): void {
  remember(NAME, JSON.stringify([{ study, chances, changed: now }, ...without(keyOf(study))].slice(0, MOST_KEPT)));
}

export function dropStudy(key: string): void {
  remember(NAME, JSON.stringify(without(key)));
}

const without = (key: string): KeptStudy[] => keptStudies().filter(({ study }) => keyOf(study) !== key);
