/** The parts of ReStart. */
import { namePieces } from "../../pieces/names.ts";
import { language } from "../../words/language.svelte.ts";
import type { GameParts } from "../game.ts";
import Board from "./Board.svelte";
import Count from "./Count.svelte";
import { sayEvent, sayMove, shoutOf, soundOf } from "./log.ts";
import Piece from "./Piece.svelte";
import RoundOver from "./RoundOver.svelte";
import { sayTile, TILE } from "./tiles.ts";
import { catalogue } from "./words/index.ts";

const WHOLE = new RegExp(`^${TILE}$`);

export const parts: GameParts = {
  Board,
  Count,
  RoundOver,
  Piece,
  examples: [
    { pieces: ["g1", "g4", "g9", "|", "g11", "g12"], good: true },
    { pieces: ["b1", "b8", "|", "b9", "b11"], good: false },
    { pieces: ["k1", "k15", "kX", "|", "k2", "k3"], good: true },
  ],
  piecesOf: (notation) => notation.split(/[ +:]/).filter((part) => WHOLE.test(part)),
  marksOf: (move) => (/^[ST]:/.test(move) ? [move.slice(0, 1)] : move.split("+").filter((tile) => WHOLE.test(tile))),
  sayPiece: sayTile,
  sayAdvice: (sentence) => namePieces(sentence, "[rgbok](?:\\d{1,2}|E|X)", sayTile),
  sayMove,
  sayEvent,
  shoutOf,
  soundOf,
  sayReason: (code) => (catalogue[language.lang].reason as Record<string, string>)[code],
  wholeScreen: false,
};
