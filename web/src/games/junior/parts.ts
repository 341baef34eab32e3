/** The parts of Rummy junior. */
import { language } from "../../words/language.svelte.ts";
import type { GameParts } from "../game.ts";
import { sayAnimal } from "./animals.ts";
import Board from "./Board.svelte";
import Count from "./Count.svelte";
import { sayEvent, sayMove } from "./log.ts";
import Piece from "./Piece.svelte";
import { catalogue } from "./words/index.ts";

export const parts: GameParts = {
  Board,
  Count,
  RoundOver: null,
  Piece,
  examples: [
    { pieces: ["y8", "g8"], good: true },
    { pieces: ["r2", "r9"], good: true },
    { pieces: ["b4", "g12"], good: false },
  ],
  piecesOf: (notation) => notation.split(/[ +]/).filter((part) => /^[rgby]\d{1,2}$/.test(part)),
  sayPiece: sayAnimal,
  sayAdvice: (sentence) => sentence,
  sayMove,
  sayEvent,
  shoutOf: () => null,
  soundOf: () => null, // the board has a voice for each animal
  sayReason: (code) => (catalogue[language.lang].reason as Record<string, string>)[code],
  wholeScreen: true,
};
