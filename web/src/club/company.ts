/** People at tables that one does not sit at: their pictures and names. */
import type { PlayedBy, Seat } from "../messages.ts";
import { BIRDS, pictureAt, pictureOf } from "../pieces/faces.ts";
import type { Words } from "../words/languages.ts";

export const seatName = (seat: Seat, words: Words): string =>
  seat.kind === "bot" && !seat.left
    ? (words.botName[seat.seat % words.botName.length] ?? words.robot)
    : (seat.name ?? words.player(seat.seat + 1));

export const seatPicture = (seat: Seat): string => pictureAt(seat);

export function playerName(player: PlayedBy, seat: number, words: Words): string {
  if (player.bot) return words.botName[seat % words.botName.length] ?? words.robot;
  return player.name ?? words.someone;
}

export const playerPicture = (player: PlayedBy, seat: number): string =>
  player.bot ? (BIRDS[seat % BIRDS.length] ?? "av-bot") : pictureOf(player.face ?? "leo");
