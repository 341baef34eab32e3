/** The parts of a game that this page does not know: its pieces and moves are shown as the server writes them. */
import type { GameParts } from "../games/game.ts";
import { language } from "../words/language.svelte.ts";
import PlainBoard from "./PlainBoard.svelte";

export const plain: GameParts = {
  Board: PlainBoard,
  Count: null,
  RoundOver: null,
  Piece: null,
  examples: [],
  piecesOf: () => [],
  sayPiece: (piece) => piece,
  sayAdvice: (sentence) => sentence,
  sayMove: (move, you) => (move === "pass" ? language.words.logPass(you) : language.words.logOther(you, move)),
  sayEvent: () => undefined,
  shoutOf: () => null,
  soundOf: (event) => (event[0] === "move" ? "tile" : null),
  sayReason: () => undefined,
  wholeScreen: false,
};
