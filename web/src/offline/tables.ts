/**
 * The tables of this device, without a page and without a worker around them: what comes in is done one after the
 * other; what changes a table
 * is kept before anybody is told; bots move when their time has come.
 */
import type { SavedTable, TableLogs } from "./log.ts";
import type { Pages } from "./pages.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import type { Thought } from "./search.ts";

/** `tuilerie.browser.tables.Tables`: JSON text in, JSON text out. */
export interface PythonTables {
  create(body: string, name: string, lang: string, now: number): string;
  restore(saved: string, lang: string): void;
  has(table: string): boolean;
  forget(table: string): void;
  receive(table: string, text: string, now: number): string;
  next(table: string, now: number): string;
  deal(table: string, now: number): string;
  play(table: string, actions: number[], now: number): string;
  seated(table: string): string;
  shape(table: string): string;
  record(table: string, lang: string): string;
  replay(table: string, seat: string, lang: string): string;
  review(table: string, lang: string): string;
  branch(body: string, lang: string): string;
}

interface Step {
  messages?: unknown[];
  rows?: unknown[];
  seq?: number;
  made?: SavedTable;
  finished?: unknown;
}

interface Next {
  kind: "deal" | "turn" | "wait";
  at: number;
  thought?: Thought;
  pause_ms?: number;
}

/** What the table cannot say itself, as messages. */
export interface Sentences {
  unkept(key: string | null, lang: string): string;
  overtaken(key: string | null, lang: string): string;
  elsewhere(lang: string): string;
}

export interface DeviceSettings {
  tables: PythonTables;
  says: Sentences;
  /** Other pages with tables of this device. */
  pages: Pages;
  logs: Pick<TableLogs, "create" | "append" | "saved">;
  think: (thought: Thought) => Promise<number[] | null>;
  post: (message: FromWorker) => void;
  now: () => number;
}

const REVIEW_MS = 60; // of one question about a review; others have their turn between two of them
const RESYNC = JSON.stringify({ t: "resync", last: 0 });
const NO_TABLE = { why: { code: "server.no-table", sentence: "" } };

export class Device {
  /** Lines of the page by number, and the table that each is about. */
  private readonly lines = new Map<number, string>();
  private readonly reviews = new Map<string, unknown>();
  /** What is to happen next at a table without a person; a newer plan replaces an older one. */
  private readonly plans = new Map<string, symbol>();
  private lang = "fr";
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly settings: DeviceSettings) {
    settings.pages.heard = (table) => void this.turn(async () => this.yield(table));
  }

  /** One thing after the other. */
  private turn<T>(run: () => Promise<T>): Promise<T> {
    const next = this.last.then(run);
    this.last = next.catch((problem: unknown) => console.error(problem));
    return next;
  }

  // --- lines to a table -------------------------------------------------------------------------------

  open(line: number, table: string): Promise<void> {
    return this.turn(async () => {
      this.settings.pages.take(table);
      if (!(await this.hasFresh(table))) return this.settings.post({ kind: "missing", line });
      this.lines.set(line, table);
      this.settings.post({ kind: "opened", line });
    });
  }

  close(line: number): void {
    this.lines.delete(line);
  }

  hear(line: number, text: string): Promise<void> {
    return this.turn(async () => {
      const table = this.lines.get(line);
      if (table === undefined || !(await this.has(table))) return;
      const message = JSON.parse(text) as { t: string; key?: string; lang?: string };
      this.lang = message.lang ?? this.lang;
      await this.carryOut(table, this.settings.tables.receive(table, text, this.settings.now()), message.key ?? null);
      if (message.t !== "ping") this.plan(table);
    });
  }

  /** Kept, then told; what could not be kept has not happened. */
  private async carryOut(table: string, text: string, key: string | null): Promise<boolean> {
    const { messages = [], rows = [], seq = 0, made, finished } = JSON.parse(text) as Step;
    try {
      const more = { ...(made ? { made } : {}), ...(finished ? { finished } : {}) };
      if (rows.length > 0) await this.settings.logs.append({ table, seq, rows, ...more });
    } catch (problem) {
      this.settings.tables.forget(table);
      if (made) this.settings.tables.forget(made.id);
      await this.explain(table, key, problem);
      return false;
    }
    for (const message of messages) this.tell(table, JSON.stringify(message));
    return true;
  }

  /** Not kept: another page was faster, or there is no room. */
  private async explain(table: string, key: string | null, problem: unknown): Promise<void> {
    const { says, tables, now } = this.settings;
    const overtaken = (problem as { name?: string } | null)?.name === "ConstraintError";
    if (!overtaken) console.error(problem);
    this.tell(table, overtaken ? says.overtaken(key, this.lang) : says.unkept(key, this.lang));
    if (!overtaken || !(await this.has(table))) return;
    const { messages = [] } = JSON.parse(tables.receive(table, RESYNC, now())) as Step;
    for (const message of messages) this.tell(table, JSON.stringify(message));
    this.plan(table);
  }

  /** Another page has opened the table: this one says so, and touches it no more. */
  private yield(table: string): void {
    this.tell(table, this.settings.says.elsewhere(this.lang));
    this.plans.delete(table);
    this.settings.tables.forget(table);
    for (const [line, about] of this.lines) if (about === table) this.lines.delete(line);
  }

  private tell(table: string, text: string): void {
    for (const [line, about] of this.lines) if (about === table) this.settings.post({ kind: "message", line, text });
  }

  /** Whether there is such a table; it is taken up again from its log if need be. */
  private async has(table: string): Promise<boolean> {
    if (this.settings.tables.has(table)) return true;
    const saved = await this.settings.logs.saved(table);
    if (saved) this.settings.tables.restore(JSON.stringify(saved), this.lang);
    return saved !== null;
  }

  /** As the log has it: another page may have played there since. */
  private hasFresh(table: string): Promise<boolean> {
    if (!this.watched(table)) this.settings.tables.forget(table);
    return this.has(table);
  }

  // --- what happens without a person ------------------------------------------------------------------------

  private plan(table: string): void {
    const plan = Symbol(table);
    this.plans.set(table, plan);
    if (!this.settings.tables.has(table)) return;
    const now = this.settings.now();
    const next = JSON.parse(this.settings.tables.next(table, now)) as Next | null;
    if (next) void this.follow(table, next, plan).catch((problem: unknown) => console.error(problem));
  }

  private async follow(table: string, next: Next, plan: symbol): Promise<void> {
    const begun = this.settings.now();
    const actions = next.thought ? await this.settings.think(next.thought) : null;
    const wait = Math.max(next.at, begun + (next.pause_ms ?? 0)) - this.settings.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await this.turn(async () => {
      if (this.plans.get(table) !== plan || !this.watched(table)) return;
      const { tables, now } = this.settings;
      if (next.kind === "deal" && !(await this.carryOut(table, tables.deal(table, now()), null))) return;
      if (next.kind === "turn" && !(await this.carryOut(table, tables.play(table, actions ?? [], now()), null))) return;
      this.plan(table);
    });
  }

  /** Bots play while somebody looks: a table that is closed waits. */
  private watched(table: string): boolean {
    return [...this.lines.values()].includes(table);
  }

  // --- what a page asks for ---------------------------------------------------------------------------------

  /** As the server's HTTP API answers; `{why}` is a refusal. */
  ask({ method, path, lang, body, name }: Extract<ToWorker, { kind: "ask" }>): Promise<unknown> {
    return this.turn(async () => {
      this.lang = lang;
      const { pathname, searchParams } = new URL(path, "http://device");
      const [what, id = "", part = ""] = pathname.split("/").slice(1);
      if (method === "POST" && what === "tables" && !id) return this.create(body, name, lang);
      if (method === "POST" && what === "branches") {
        return JSON.parse(this.settings.tables.branch(JSON.stringify(body), lang)) as unknown;
      }
      const about = what === "codes" ? "" : part;
      if (!(await (about === "" || about === "keys" ? this.hasFresh(id) : this.has(id)))) return NO_TABLE;
      return this.about(id, about, searchParams.get("as") ?? "", lang);
    });
  }

  private about(id: string, part: string, seat: string, lang: string): unknown {
    const { tables } = this.settings;
    switch (part) {
      case "keys":
        return JSON.parse(tables.seated(id));
      case "record":
        return JSON.parse(tables.record(id, lang));
      case "replay":
        return JSON.parse(tables.replay(id, seat, lang));
      case "review":
        return this.review(id, lang);
      default:
        return JSON.parse(tables.shape(id));
    }
  }

  private async create(body: unknown, name: string, lang: string): Promise<unknown> {
    const saved = JSON.parse(
      this.settings.tables.create(JSON.stringify(body), name, lang, this.settings.now()),
    ) as SavedTable;
    if ("why" in saved) return saved;
    try {
      await this.settings.logs.create(saved);
    } catch (problem) {
      console.error(problem);
      this.settings.tables.forget(saved.id);
      return { why: (JSON.parse(this.settings.says.unkept(null, lang)) as { why: unknown }).why };
    }
    return JSON.parse(this.settings.tables.seated(saved.id));
  }

  private review(id: string, lang: string): unknown {
    const until = this.settings.now() + REVIEW_MS;
    let found = this.reviews.get(id) as { state?: string } | undefined;
    while (found?.state !== "done") {
      found = JSON.parse(this.settings.tables.review(id, lang)) as { state?: string };
      if (found.state === undefined || this.settings.now() > until) break;
    }
    if (found?.state === "done") this.reviews.set(id, found);
    return found;
  }
}
