/** The parts of Rummy famille. */
import { namePieces, sayTile } from "../../pieces/names.ts";
import { language } from "../../words/language.svelte.ts";
import type { GameParts } from "../game.ts";
import Board from "./Board.svelte";
import Count from "./Count.svelte";
import { sayMove } from "./log.ts";
import Piece from "./Piece.svelte";
import { catalogue } from "./words/index.ts";

const TILE = "[rgby]\\d{1,2}";
const WHOLE = new RegExp(`^${TILE}$`);
const sayPiece = (tile: string): string => sayTile(tile, language.words);

export const parts: GameParts = {
  Board,
  Count,
  RoundOver: null,
  Piece,
  examples: [
    { pieces: ["b4", "b5", "b6"], good: true },
    { pieces: ["r9", "g9", "y9"], good: true },
    { pieces: ["r3", "r5"], good: false },
  ],
  piecesOf: (notation) => notation.split(/[ +]/).filter((part) => WHOLE.test(part)),
  sayPiece,
  sayAdvice: (sentence) => namePieces(sentence, TILE, sayPiece),
  sayMove,
  sayEvent: () => undefined,
  shoutOf: () => null,
  soundOf: (event) => (event[0] === "move" ? "tile" : null),
  sayReason: (code) => (catalogue[language.lang].reason as Record<string, string>)[code],
  wholeScreen: false,
};
