/** The HTTP side of the server: tables, seats, and who we are. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { keepNonce } from "../after/kept.ts";
import type {
  BranchPosition,
  CreateTable,
  Failure,
  History,
  Leaderboard,
  Me,
  Seated,
  Shelf,
  Table,
  Why,
  Running,
  Tables,
  TryBranch,
} from "../messages.ts";
import { remember, remembered } from "../storage.ts";
import { apiAddress, isStatic } from "../address.ts";
import { device, isAboutOwn, isOwn } from "../offline/device.ts";
import { finishedHere } from "../offline/log.ts";
import { gameOf } from "../games/index.ts";
import { language } from "../words/language.svelte.ts";
import type { Lang } from "../words/languages.ts";

/** The server said no, in words. */
export class Declined extends Error {
  constructor(readonly why: Why) {
    super(why.sentence);
  }
}

const NO_SERVER: Why = { code: "server.unavailable", sentence: "" };

export async function ask<T>(
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  lang: string,
  body?: unknown,
): Promise<T> {
  if (isAboutOwn(path)) return accepted<T>(await device.ask(method, path, lang, body));
  if (isStatic && method !== "GET") throw new Declined(NO_SERVER);
  const response = await fetch(apiAddress(path), {
    method,
    headers: { "Accept-Language": lang, ...(method === "GET" ? {} : { "Content-Type": "application/json" }) },
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Declined((answer as Failure | null)?.why ?? NO_SERVER);
  return answer as T;
}

/** An answer of this device: `{why}` is a refusal. */
function accepted<T>(answer: unknown): T {
  const { why } = answer as Partial<Failure>;
  if (why) throw new Declined(why);
  return answer as T;
}

export const askShelf = (lang: string) => ask<Shelf>("GET", "/games", lang);
/** The title of a game that this page has no box for; its id where the game brings no rules page. */
export async function learnTitle(game: string): Promise<void> {
  if (!game || gameOf(game) || language.titles[game]) return;
  const page = await ask<{ title?: string }>("GET", `/rules/${game}/${language.lang}`, language.lang).catch(
    () => ({}) as { title?: string },
  );
  language.titles[game] = page.title ?? game;
}

export const askMe = (lang: string) => ask<Me>("GET", "/me", lang);
/** One's games: those of the server, and those of this device. */
export async function askHistory(lang: string): Promise<History> {
  const here = (await finishedHere()) as History["games"];
  const there = isStatic ? { games: [] } : ask<History>("GET", "/me/games", lang);
  const { games } = here.length > 0 ? await Promise.resolve(there).catch(() => ({ games: [] })) : await there;
  return { games: [...here, ...games].toSorted((one, other) => other.ended - one.ended) };
}
/** Tables where one sits and the game is not over; those of this device, too. */
export async function askRunning(lang: string): Promise<Running> {
  const { games } = await ask<Running>("GET", "/me/tables", lang).catch(() => ({ games: [] }) as Running);
  const known = new Set(games.map(({ table }) => table.code));
  const own = sittings().filter(({ code }) => !known.has(code));
  const found = await Promise.all(own.map(({ code }) => askCode(code, lang).catch(() => null)));
  const here = found.filter((table) => table !== null && table.phase !== "over" && isOwn(table.id)) as Table[];
  return { games: [...games, ...here.map((table) => ({ table, seats: [], turn: null }))] };
}
/** A game that is over, played otherwise: this device thinks if it can, else the server. */
export async function askBranch(asked: TryBranch, lang: string): Promise<BranchPosition> {
  const here = async () => accepted<BranchPosition>(await device.ask("POST", "/branches", lang, asked));
  if (await device.thinks(String(asked.record["game"]))) return here();
  return ask<BranchPosition>("POST", "/branches", lang, asked).catch(async (problem: unknown) => {
    if (problem instanceof Declined || !(await device.start())) throw problem;
    return here(); // no server, but an engine that has just started
  });
}
export const askTables = (lang: string): Promise<Tables> =>
  isStatic ? Promise.resolve({ tables: [] }) : ask<Tables>("GET", "/tables", lang);
export const askLeaders = (game: string, lang: string): Promise<Leaderboard> =>
  isStatic ? Promise.resolve({ game, people: [] }) : ask<Leaderboard>("GET", `/leaderboard/${game}`, lang);
export const askCode = (code: string, lang: string) => ask<Table>("GET", `/codes/${encodeURIComponent(code)}`, lang);
export const askTable = (table: string, lang: string) => ask<Table>("GET", `/tables/${table}`, lang);
export const askKeys = (table: string, lang: string) => ask<Seated>("POST", `/tables/${table}/keys`, lang);
/** Say who one is: the name, and the face that was chosen on this device. */
export function rename(name: string, lang: Lang): Promise<Me> {
  const face = remembered("face");
  return ask<Me>("PATCH", "/me", lang, { name, lang, ...(face ? { face } : {}) });
}

export function randomHex(bytes: number): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** The bytes that this device adds to the next deal, and the hash that binds it to them. */
export function drawNonce(): { nonce: string; hash: string } {
  const nonce = randomHex(32);
  return { nonce, hash: bytesToHex(sha256(hexToBytes(nonce))) };
}

/** A table of our own. The nonce stays here until the seats are fixed. */
export async function openTable(wanted: Omit<CreateTable, "hash">, lang: string): Promise<Seated> {
  const { nonce, hash } = drawNonce();
  const seated = (await device.takes(wanted))
    ? accepted<Seated>(await device.ask("POST", "/tables", lang, { ...wanted, hash }))
    : await ask<Seated>("POST", "/tables", lang, { ...wanted, hash });
  keepNonce(
    seated.table,
    seated.seats.map(({ seat }) => seat),
    nonce,
  );
  return seated;
}

export async function sitDown(table: string, seat: number | null, lang: string): Promise<Seated> {
  const { nonce, hash } = drawNonce();
  const seated = await ask<Seated>("POST", `/tables/${table}/seats`, lang, { seat, hash });
  keepNonce(
    seated.table,
    seated.seats.map(({ seat }) => seat),
    nonce,
  );
  return seated;
}

// --- games in progress on this device
// ---------------------------------------------------------------------------------

export interface Sitting {
  code: string;
  game: string;
  players: number;
}

export const sittings = (): Sitting[] => {
  try {
    return JSON.parse(remembered("sittings") ?? "[]") as Sitting[];
  } catch {
    return [];
  }
};

export function noteSitting(table: Table): void {
  const others = sittings().filter((sitting) => sitting.code !== table.code);
  const here = table.phase === "over" ? [] : [{ code: table.code, game: table.game, players: table.players }];
  remember("sittings", JSON.stringify([...here, ...others].slice(0, 4)));
}

export function dropSitting(code: string): void {
  remember("sittings", JSON.stringify(sittings().filter((sitting) => sitting.code !== code)));
}
