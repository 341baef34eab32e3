import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { verify } from "./chain.ts";

const secrets = [new Uint8Array(32).fill(7)];
for (let day = 0; day < 3; day++) secrets.push(sha256(secrets[day] as Uint8Array));
const [latest, , , anchor] = secrets.map(bytesToHex) as [string, string, string, string];
const chain = { format: "tuilerie-chain/1", first: "2026-11-14", anchor, day: "2026-11-16", secret: latest };

test("an open secret leads to the published end", () => {
  expect(verify(chain, anchor)).toEqual({ kind: "verified", days: 3 });
});

test("a changed secret, a changed day and another end do not", () => {
  expect(verify({ ...chain, secret: "00".repeat(32) }, anchor)).toEqual({ kind: "broken" });
  expect(verify({ ...chain, day: "2026-11-17" }, anchor)).toEqual({ kind: "broken" });
  expect(verify({ ...chain, anchor: "00".repeat(32) }, anchor)).toEqual({ kind: "otherAnchor" });
});

test("before the first day is over there is nothing to compare", () => {
  expect(verify({ ...chain, day: null, secret: null }, anchor)).toEqual({ kind: "nothingOpen" });
});
