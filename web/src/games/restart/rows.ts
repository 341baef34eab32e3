/** What the rows of the table show. */
import type { Colour } from "../../pieces/notation.ts";
import type { Company } from "../../state/company.ts";
import type { Slide } from "../../table/moving.ts";

/** A row of the table. */
export interface Row {
  letter: string;
  colour: Colour;
  tiles: string[];
  last: string;
  /** The chosen tiles would go here. */
  target: boolean;
}

/** What the rows are drawn from. */
export interface RowsProps {
  company: Company;
  rows: Row[];
  /** The tiles that are chosen. */
  tiles: string[];
  /** The Scissors or the Bin, where that is what is chosen. */
  tool: string | null;
  /** The longest run that begins with the one tile that is chosen. */
  offered: string[] | null;
  /** Rows that it may be used on. */
  cuttable: Set<string>;
  /** The row that was cut in this turn. */
  cut: string | null | undefined;
  /** Tiles placed since this seat last moved, by whom. */
  fresh: Map<string, number>;
  send: Slide;
  receive: Slide;
  onplace: () => void;
  onrun: (run: readonly string[]) => void;
  oncut: (tool: string, row: string) => void;
}
