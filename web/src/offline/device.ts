/**
 * Tables on this device, as the page sees them: an answer to what would be asked of the server over HTTP, and a
 * `TableServer` to play at.
 * Until the engine is there, or where the device cannot run it, there is nothing here, and the server does everything.
 */
import type { CreateTable, FromServer } from "../messages.ts";
import type { Connect } from "../session/server.ts";
import { remember, remembered } from "../storage.ts";
import { engineBase, engineDescription } from "./files.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";

type Line = (message: Extract<FromWorker, { line: number }>) => void;

const NAME = "own-tables";
const MOST_OWN = 200;

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

/** Off unless somebody has switched it on. */
export const isWanted = (): boolean => remembered("device-tables") === "on";

class DeviceTables {
  private worker: Worker | null = null;
  private starting: Promise<boolean> | null = null;
  private readonly asked = new Map<number, (answer: unknown) => void>();
  private readonly lines = new Map<number, Line>();
  private count = 0;
  isReady = false;

  /** Fetch and start the engine, once; false: it is not there, or does not run here. */
  start(): Promise<boolean> {
    this.starting ??= this.begin().catch(() => false);
    return this.starting;
  }

  private async begin(): Promise<boolean> {
    if (typeof WebAssembly === "undefined" || typeof indexedDB === "undefined") return false;
    const base = engineBase();
    const description = await engineDescription(base);
    if (!description) return false;
    const worker = new Worker(new URL("./table.worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    const started = new Promise<boolean>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready" || data.kind === "failed") resolve(this.started(data));
        else this.hear(data);
      };
      worker.onerror = () => resolve(false);
    });
    this.tell({ kind: "start", base, description });
    void navigator.storage?.persist?.();
    return started;
  }

  private started(message: Extract<FromWorker, { kind: "ready" | "failed" }>): boolean {
    this.isReady = message.kind === "ready";
    if (message.kind === "failed") console.info(`Tables stay on the server: ${message.why}`);
    document.documentElement.dataset["engine"] = message.kind;
    return this.isReady;
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

  /** As the server's HTTP API answers. */
  async ask(method: string, path: string, lang: string, body: unknown): Promise<unknown> {
    if (!(await this.start())) return { why: { code: "server.no-table", sentence: "" } };
    const id = ++this.count;
    const answer = new Promise<unknown>((resolve) => this.asked.set(id, resolve));
    this.tell({ kind: "ask", id, method, path, lang, body, name: remembered("name") ?? "" });
    const found = await answer;
    const made = method === "POST" && path === "/tables" ? (found as { table?: { id: string } }).table?.id : undefined;
    if (made) noteOwn(made);
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

/** Whether a new table is to live here: everybody at it uses this device, and the engine is ready. */
export function belongsHere(wanted: Omit<CreateTable, "hash">): boolean {
  const alone = wanted.start === true && !wanted.public && !wanted.rated;
  return isWanted() && device.isReady && alone;
}

/** Whether a question of the HTTP API is about a table that lives here. */
export function isAboutOwn(path: string): boolean {
  const [what, id] = path.split("/").slice(1);
  return (what === "tables" || what === "codes") && id !== undefined && isOwn(id);
}
