/** The games of this page, in the order of the shelf: one line each. */
import { language } from "../words/language.svelte.ts";
import { famille } from "./famille/index.ts";
import type { Game, GameParts } from "./game.ts";
import { junior } from "./junior/index.ts";
import { restart } from "./restart/index.ts";
import { romirami } from "./romirami/index.ts";

export const GAMES: readonly Game[] = [restart, romirami, famille, junior];

/** Undefined: a game that came as a plugin, and that this page has no box for. */
export const gameOf = (id: string): Game | undefined => GAMES.find((game) => game.id === id);

export const gameName = (id: string): string => gameOf(id)?.title ?? language.titles[id] ?? id;

/** A game that this page does not know gets the board it brings, or the plain one. */
export const partsOf = async (id: string): Promise<GameParts> =>
  gameOf(id)?.parts() ?? (await import("./plugin.ts")).pluginParts(id);
