/** In which order one's own pieces lie. Nothing here knows a rule, or draws. */
import { byColour, byValue, pieceOf } from "../pieces/notation.ts";

export const ORDERS = ["colour", "value", "own"] as const;
export type Order = (typeof ORDERS)[number];

export const sorted = (keys: readonly string[], order: Exclude<Order, "own">): string[] =>
  [...keys].sort((one, other) => (order === "colour" ? byColour : byValue)(pieceOf(one), pieceOf(other)));

/** As they were laid by hand; pieces that have come since lie at the end. */
export function asLaid(keys: readonly string[], laid: readonly string[]): string[] {
  return [...laid.filter((key) => keys.includes(key)), ...keys.filter((key) => !laid.includes(key))];
}

/** One piece taken out and put down beside another. */
export function putBeside(keys: readonly string[], key: string, beside: string, before: boolean): string[] {
  if (key === beside || !keys.includes(key) || !keys.includes(beside)) return [...keys];
  const rest = keys.filter((other) => other !== key);
  const at = rest.indexOf(beside) + (before ? 0 : 1);
  return [...rest.slice(0, at), key, ...rest.slice(at)];
}
