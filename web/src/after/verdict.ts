/**
 * The fairness check of one finished game, in sentences: the deal made again, and what this device kept compared with
 * the record.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Words } from "../words/languages.ts";
import { checkDeal, type GameRecord } from "./fair.ts";
import type { Kept } from "./kept.ts";

/**
 * What does not fit. `promise`: another commitment than the one this device was shown; `number`: at our seat stands a
 * number that is not ours; `hash`: a number is not the one that was sealed.
 */
export type Wrong = "commitment" | "deal" | "promise" | "number" | "hash";

export interface Verdict {
  wrong: Wrong | null;
  /** This page cannot deal this game again. */
  unknown: boolean;
  /** At least one person added a number. */
  people: boolean;
  /** When this device first saw the promise; null: it kept nothing. */
  kept: "before" | "later" | null;
  /** Our own numbers: all in the deal, one left out, or we gave none. */
  own: "in" | "absent" | "none";
  /** Seats that sealed a number and did not show it in time. */
  late: number[];
}

const hashOf = (nonce: string): string => bytesToHex(sha256(hexToBytes(nonce)));

/** `hashes`: by seat, as the server tells them now; what this device kept counts more. */
export function judge(record: GameRecord, hashes: readonly (string | null)[], kept: Kept | null): Verdict {
  const dealt = checkDeal(record);
  const sealed = kept?.hashes ?? hashes;
  const own = ownNumbers(record, kept);
  const wrong =
    dealt === "commitment" || dealt === "deal"
      ? dealt
      : kept && kept.commitment !== record.commitment
        ? "promise"
        : own === "other"
          ? "number"
          : record.nonces.some((nonce, seat) => nonce !== "" && !sealedBefore(nonce, sealed[seat], kept))
            ? "hash"
            : null;
  return {
    wrong,
    unknown: dealt === "unknown",
    people: record.nonces.some((nonce) => nonce !== ""),
    kept: kept ? (kept.phase === "seating" || own === "in" ? "before" : "later") : null,
    own: own === "other" ? "none" : own,
    late: [...record.nonces.keys()].filter((seat) => record.nonces[seat] === "" && sealed[seat] != null),
  };
}

/** Where this device saw the hashes, a number without one was not sealed; else a hash may simply not be known here. */
function sealedBefore(nonce: string, hash: string | null | undefined, kept: Kept | null): boolean {
  return hash == null ? !kept?.hashes : hashOf(nonce) === hash;
}

/** `other`: this device was there when the seats were fixed, and something else stands at its seat. */
function ownNumbers(record: GameRecord, kept: Kept | null): "in" | "absent" | "other" | "none" {
  const seats = Object.entries(kept?.nonces ?? {}).map(([seat, nonce]) => {
    const found = record.nonces[Number(seat)] ?? "";
    const promised = kept?.hashes?.[Number(seat)];
    if (promised != null && promised !== hashOf(nonce)) return "other";
    if (found === nonce) return "in";
    if (found === "") return "absent";
    return kept?.hashes ? "other" : "none";
  });
  return (["other", "absent", "in"] as const).find((one) => seats.includes(one)) ?? "none";
}

/** Nothing but a proof is shown in green. */
export const proved = (verdict: Verdict): boolean =>
  verdict.wrong === null && !verdict.unknown && verdict.kept === "before" && verdict.own === "in";

export function sentences(verdict: Verdict, names: (seat: number) => string, words: Words): string[] {
  if (verdict.wrong !== null) return [words.fairWrong(words.fairWhat[verdict.wrong])];
  const late = verdict.late.length > 0 ? [words.fairLate(verdict.late.map(names).join(", "), verdict.late.length)] : [];
  if (!verdict.people) return [verdict.unknown ? words.fairUnknown : words.fairAlone, ...late];
  if (proved(verdict)) return [words.fairRight, ...late];
  return [verdict.unknown ? words.fairUnknown : words.fairMatches, bySomebodyElse(verdict, words), ...late];
}

/** Why it is no proof to whoever holds this device. */
function bySomebodyElse(verdict: Verdict, words: Words): string {
  if (verdict.kept === null) return words.fairKeptNothing;
  if (verdict.own === "absent") return words.fairOwnAbsent;
  if (verdict.kept === "later") return words.fairKeptLater;
  return verdict.own === "in" ? words.fairOwnIn : words.fairWatched;
}
