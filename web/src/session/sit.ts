/** Sit at a table with the keys one holds, or watch it. */
import type { Seated, Table } from "../messages.ts";
import { Live } from "../state/live.svelte.ts";
import { Store } from "../state/store.ts";
import type { Lang } from "../words/languages.ts";
import { keepHashes, keepTable } from "../after/kept.ts";
import { device, isOwn } from "../offline/device.ts";
import { randomHex } from "./api.ts";
import { bySocket } from "./line.ts";
import { Session } from "./session.ts";

export interface Sitting {
  live: Live;
  session: Session;
}

export function sitAt(table: Table, seated: Seated, lang: Lang): Sitting {
  const store = new Store();
  const session = new Session(
    {
      table: table.id,
      keys: seated.seats.map(({ key }) => key),
      lang,
      nonces: keepTable(table).nonces,
      sealed: (mine, hashes) => keepHashes(table.id, mine, hashes),
      connect: isOwn(table.id) ? device.connect(table.id) : bySocket,
      random: () => randomHex(12),
      now: Date.now,
    },
    store,
  );
  session.connect();
  return { live: new Live(store, session), session };
}
