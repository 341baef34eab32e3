/** The table of each game, fetched when its box is opened. */
import type { Component } from "svelte";
import type { Live } from "../live.svelte.ts";
import type { Company } from "./company.ts";
import type { Line } from "./log.ts";

export type GameTable = Component<{ live: Live; company: Company; lines: Line[]; onlog: () => void }>;

const TABLES: Record<string, () => Promise<{ default: GameTable }>> = {
  restart: () => import("./Restart.svelte"),
  romirami: () => import("./RomiRami.svelte"),
  famille: () => import("./Famille.svelte"),
  junior: () => import("./Junior.svelte"),
};

/** A game that came as a plugin gets the plain table. */
export const tableOf = (game: string): Promise<{ default: GameTable }> => (TABLES[game] ?? (() => import("./Generic.svelte")))();
