/**
 * What this device keeps from before a deal, so that nobody can change it afterwards: the table's commitment as it was
 * first shown here,
 * the numbers that this device added, and the hashes that were published before it showed them. "Check the deal"
 * compares them with the record.
 */
import type { Table } from "../messages.ts";
import { remember, remembered } from "../storage.ts";

export interface Kept {
  table: string;
  commitment: string;
  /** How far the table was when this device first saw it. */
  phase: Table["phase"];
  /** Our own numbers by seat. */
  nonces: Record<number, string>;
  /** Everybody's hashes by seat, as they were shown when the seats were fixed; null: this device was not there. */
  hashes: (string | null)[] | null;
}

/** Tables; the oldest are forgotten first. */
export const MOST_KEPT = 200;
const NAME = "deals";
/** For browsers that refuse to store: as long as the page is open. */
const here = new Map<string, Kept>();

export function keptOf(table: string): Kept | null {
  return stored().find((one) => one.table === table) ?? here.get(table) ?? null;
}

/** The first sight of a table. What a server shows later never replaces it. */
export function keepTable({ id, commitment, phase }: Pick<Table, "id" | "commitment" | "phase">): Kept {
  const known = keptOf(id);
  if (known) return known;
  return keep({ table: id, commitment, phase, nonces: {}, hashes: null });
}

/** The number behind the hash that was given on sitting down. */
export function keepNonce(table: Table, seats: readonly number[], nonce: string): void {
  const known = keepTable(table);
  keep({ ...known, nonces: { ...known.nonces, ...Object.fromEntries(seats.map((seat) => [seat, nonce])) } });
}

/** The seats are fixed: `mine` are ours, and these hashes bind everybody. Call it before our numbers are shown. */
export function keepHashes(table: string, mine: readonly number[], hashes: readonly (string | null)[]): void {
  const known = keptOf(table);
  if (!known || known.hashes || hashes.length === 0) return;
  const nonces = Object.fromEntries(Object.entries(known.nonces).filter(([seat]) => mine.includes(Number(seat))));
  keep({ ...known, nonces, hashes: [...hashes] });
}

function keep(one: Kept): Kept {
  here.set(one.table, one);
  const others = stored().filter(({ table }) => table !== one.table);
  remember(NAME, JSON.stringify([...others, one].slice(-MOST_KEPT)));
  return one;
}

function stored(): Kept[] {
  try {
    const found: unknown = JSON.parse(remembered(NAME) ?? "[]");
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return [];
  }
}
