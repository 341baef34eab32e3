/**
 * Games that this page has no board for. A game may bring its own, an ES module that the server sends from the game's
 * package; else its table is a list with buttons.
 */
import { home } from "../address.ts";
import { plain } from "../table/plain.ts";
import PluginBoard from "../table/PluginBoard.svelte";
import type { View } from "../state/table.ts";
import type { GameParts } from "./game.ts";

/** What a plugin's board is told, at first and after every change. */
export interface PluginTable {
  /** What this seat may see (docs/bots.md). */
  view: View;
  /** The moves that may be played now, in notation; none when it is somebody else's turn. */
  legal: readonly string[];
  /** The names of the players, by seat. */
  names: readonly string[];
  /** The language of the page. */
  lang: string;
  /** Play one of the moves. */
  play: (move: string) => void;
}

export interface DrawnBoard {
  update(table: PluginTable): void;
  remove?(): void;
}

/** What the module exports as its default: it draws into `place`, and again whenever something has changed. */
export type DrawBoard = (place: HTMLElement, table: PluginTable) => DrawnBoard;

const boards = new Map<string, Promise<DrawBoard>>();

/** The module of a game's own board. Each is fetched once. */
export function boardOf(game: string): Promise<DrawBoard> {
  const known = boards.get(game);
  if (known) return known;
  const found = import(/* @vite-ignore */ `${home}boards/${game}.js`).then(
    (module: { default: DrawBoard }) => module.default,
  );
  boards.set(game, found);
  return found;
}

export async function pluginParts(game: string): Promise<GameParts> {
  const answer = await fetch(`${home}boards/index.json`).catch(() => null);
  const listed: string[] = answer?.ok ? ((await answer.json()) as string[]) : [];
  return listed.includes(game) ? { ...plain, Board: PluginBoard } : plain;
}
