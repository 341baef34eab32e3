/** The published chain of secrets, checked as docs/daily.md tells any outsider to do. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { DailyChain } from "../messages.ts";
import { remember, remembered } from "../storage.ts";

const DAY_MS = 86_400_000;
const MOST_DAYS = 10_000;

export type Verdict = { kind: "verified"; days: number } | { kind: "nothingOpen" | "broken" | "otherAnchor" };

/** The end of the chain is kept when it is first seen: another one later is no proof. */
export function keptAnchor(chain: DailyChain): string {
  const kept = remembered("daily-anchor");
  if (kept === null) remember("daily-anchor", chain.anchor);
  return kept ?? chain.anchor;
}

export function verify(chain: DailyChain, kept: string): Verdict {
  if (kept !== chain.anchor) return { kind: "otherAnchor" };
  if (chain.day === null || chain.secret === null) return { kind: "nothingOpen" };
  const days = (Date.parse(chain.day) - Date.parse(chain.first)) / DAY_MS + 1;
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS || !/^[0-9a-f]{64}$/.test(chain.secret))
    return { kind: "broken" };
  let secret = hexToBytes(chain.secret);
  for (let day = 0; day < days; day++) secret = sha256(secret);
  return bytesToHex(secret) === chain.anchor ? { kind: "verified", days } : { kind: "broken" };
}
