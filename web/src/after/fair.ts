/**
 * The fairness check: deal again from the server's secret and everybody's numbers, as docs/fair-deals.md tells any
 * outsider to do,
 * and compare with what was dealt, drawn and turned over. Plain-HTTP pages have no `crypto.subtle`, hence the small
 * audited packages.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import type { GameRecord, Redeal } from "./dealing.ts";

export { Dice, type GameRecord } from "./dealing.ts";

/** Every game that can be dealt again here brings a `deal.ts` in its folder, which is named as the game. */
const DEALS = import.meta.glob<Redeal>("../games/*/deal.ts", { eager: true, import: "redeal" });

/**
 * Of the arithmetic alone: a server that chose its secret after it knew the numbers passes this. `verdict.ts` compares
 * with what was kept.
 */
export type Arithmetic = "right" | "alone" | "commitment" | "deal" | "unknown";

export function checkDeal(record: GameRecord): Arithmetic {
  const secret = hexToBytes(record.seed);
  if (bytesToHex(sha256(secret)) !== record.commitment) return "commitment";
  const nonces = record.nonces.map((nonce) => (nonce === "" ? new Uint8Array(32) : hexToBytes(nonce)));
  const seed = sha256(concatBytes(secret, ...nonces));
  const deal = DEALS[`../games/${record.game}/deal.ts`];
  if (!deal) return "unknown";
  if (!deal(record, seed)) return "deal";
  return record.nonces.some((nonce) => nonce !== "") ? "right" : "alone";
}
