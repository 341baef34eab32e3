/**
 * Tables on this device, as the page sees them: an answer to what would be asked of the server over HTTP, and a
 * `TableServer` to play at.
 * Until the engine is there, or where the device cannot run it, there is nothing here, and the server does everything.
 */
import { home, isStatic } from "../address.ts";
import type { CreateTable, FromServer } from "../messages.ts";
import type { Connect } from "../session/server.ts";
import { remember, remembered } from "../storage.ts";
import { engineDescription } from "./files.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

type Line = (message: Extract<FromWorker, { line: number }>) => void;

const NAME = "own-tables";
const MOST_OWN = 5000;
const PATIENCE_MS = 3_000; // for an engine that is about to be ready, where a server would do it too
const LEAST_MEMORY_GB = 1;
const NO_TABLE = { why: { code: "server.no-table", sentence: "" } };

export const engineBase = `${home}engine/`;

/** Ids of tables that live here; the page must know before it asks anybody. */
export function isOwn(table: string): boolean {
  return own().includes(table);
}

function own(): string[] {
  try {
    const found: unknown = JSON.parse(remembered(NAME) ?? "[]");
    return Array.isArray(found) ? (found as string[]) : [];
  } catch {
    return [];
  }
}

function noteOwn(table: string): void {
  if (!isOwn(table)) remember(NAME, JSON.stringify([...own(), table].slice(-MOST_OWN)));
}

/** Whether this browser can run the engine; one can also ask for the server's tables instead. */
export function isPossible(): boolean {
  const { deviceMemory = LEAST_MEMORY_GB } = navigator as { deviceMemory?: number };
  const able = typeof WebAssembly === "object" && typeof indexedDB === "object" && typeof Worker === "function";
  return able && deviceMemory >= LEAST_MEMORY_GB && remembered("device-tables") !== "off";
}

class DeviceTables {
  private worker: Worker | null = null;
  private starting: Promise<boolean> | null = null;
  private games: string[] = [];
  private running = false;
  private readonly asked = new Map<number, (answer: unknown) => void>();
  private readonly lines = new Map<number, Line>();
  private count = 0;

  /** Fetch and start the engine, once; false: it is not there (yet), or does not run here. */
  start(): Promise<boolean> {
    const starting = (this.starting ??= this.begin().catch(() => false));
    void starting.then((ready) => {
      if (!ready && this.starting === starting) this.starting = null; // it may be there the next time
    });
    return starting;
  }

  /** No start is under way (any more); whether the engine runs. */
  async settled(): Promise<boolean> {
    return (await this.starting) ?? false;
  }

  private async begin(): Promise<boolean> {
    if (!isPossible()) return false;
    const description = await engineDescription(engineBase);
    if (!description) return false;
    this.games = Object.keys(description.kernels);
    const worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    const started = new Promise<boolean>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready" || data.kind === "failed") resolve(this.started(data));
        else this.hear(data);
      };
      worker.onerror = () => resolve(false);
    });
    this.tell({ kind: "start", base: engineBase, description });
    return started;
  }

  private started(message: Extract<FromWorker, { kind: "ready" | "failed" }>): boolean {
    const ready = message.kind === "ready";
    this.running = ready;
    if (message.kind === "failed") console.info(`No tables on this device: ${message.why}`);
    if (!ready) this.worker?.terminate();
    document.documentElement.dataset["engine"] = message.kind;
    return ready;
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private hear(message: FromWorker): void {
    if (message.kind === "answer") {
      this.asked.get(message.id)?.(message.answer);
      this.asked.delete(message.id);
    } else if ("line" in message) this.lines.get(message.line)?.(message);
  }

  /** Whether a new table is to live here: everybody at it uses this device, and the engine is ready or soon will be. */
  async takes(wanted: Omit<CreateTable, "hash">): Promise<boolean> {
    if (wanted.start !== true || wanted.public || wanted.rated) return false;
    const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
    const alone = isStatic || !navigator.onLine; // nobody else could do it
    const ready = await (alone ? this.start() : Promise.race([this.start(), patience]));
    return ready && this.games.includes(wanted.game);
  }

  /** Whether this device can think about a game now. Where a server would do it too, nobody waits for the engine. */
  async thinks(game: string): Promise<boolean> {
    const starting = this.start();
    const ready = isStatic || !navigator.onLine ? await starting : this.running;
    return ready && this.games.includes(game);
  }

  /** As the server's HTTP API answers. */
  async ask(method: string, path: string, lang: string, body: unknown): Promise<unknown> {
    if (!(await this.start())) return NO_TABLE;
    const id = ++this.count;
    const answer = new Promise<unknown>((resolve) => this.asked.set(id, resolve));
    this.tell({ kind: "ask", id, method, path, lang, body, name: remembered("name") ?? "" });
    const found = await answer;
    const made = method === "POST" && path === "/tables" ? (found as { table?: { id: string } }).table?.id : undefined;
    if (made) {
      noteOwn(made);
      void navigator.storage?.persist?.().catch(() => false);
    }
    return found;
  }

  /** A table here, through the interface of a server. */
  connect(table: string): Connect {
    return (listener) => {
      const line = ++this.count;
      this.lines.set(line, (message) => {
        if (message.kind === "opened") listener.opened();
        else if (message.kind === "message") {
          const heard = JSON.parse(message.text) as FromServer;
          if ("rematch" in heard && typeof heard.rematch === "string") noteOwn(heard.rematch);
          listener.hear(heard);
        } else listener.lost();
      });
      const close = () => {
        this.lines.delete(line);
        this.tell({ kind: "close", line });
      };
      return {
        remote: false,
        open: () =>
          void this.start().then((ready) => (ready ? this.tell({ kind: "open", line, table }) : listener.lost())),
        send: (message) => {
          this.tell({ kind: "send", line, text: JSON.stringify(message) });
          return true;
        },
        steady: () => undefined,
        waitAtLeast: () => undefined,
        end: close,
        close,
      };
    };
  }
}

export const device = new DeviceTables();

/** Whether a question of the HTTP API is about a table that lives here. */
export function isAboutOwn(path: string): boolean {
  const [what, id] = path.split("/").slice(1);
  return (what === "tables" || what === "codes") && id !== undefined && isOwn(id);
}
