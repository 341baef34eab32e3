/** The parts of Romi Rami. */
import { namePieces } from "../../pieces/names.ts";
import { language } from "../../words/language.svelte.ts";
import type { GameParts } from "../game.ts";
import Board from "./Board.svelte";
import { CARD, sayCard } from "./cards.ts";
import Count from "./Count.svelte";
import { sayMove } from "./log.ts";
import Piece from "./Piece.svelte";
import { catalogue } from "./words/index.ts";

const WHOLE = new RegExp(`^${CARD}$`);

export const parts: GameParts = {
  Board,
  Count,
  RoundOver: null,
  Piece,
  examples: [
    { pieces: ["c3", "h3", "l3"], good: true },
    { pieces: ["d2", "d5"], good: true },
    { pieces: ["c1", "h4"], good: false },
  ],
  piecesOf: (notation) => notation.split(/[ +:]/).filter((part) => WHOLE.test(part)),
  sayPiece: sayCard,
  sayAdvice: (sentence) => namePieces(sentence, "[cdhl][1-9]", sayCard),
  sayMove,
  sayEvent: (event) => (event[0] === "move" && event[2] === "done" ? null : undefined),
  shoutOf: () => null,
  soundOf: (event) => (event[0] === "move" ? "card" : null),
  sayReason: (code) => (catalogue[language.lang].reason as Record<string, string>)[code],
  wholeScreen: false,
};
