/** Whom the table waits for, in a sentence. */
import { isMe, nameOf, type Company } from "../state/company.ts";
import { isAbsent, type TableState } from "../state/table.ts";

/** Null: for nobody. */
export function sayWaiting(state: TableState, company: Company): string | null {
  const { words } = company;
  const { turn } = state;
  if (turn === null) return null;
  if (isMe(company, turn)) return words.yourTurn;
  return (isAbsent(state, turn) ? words.isAway : words.thinking)(nameOf(company, turn));
}
