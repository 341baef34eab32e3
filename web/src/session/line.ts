/** The line to the server: it dials, notices a silence, and dials again after waits that grow. */
import type { FromClient, FromServer } from "../messages.ts";
import type { Connect, Listener, TableServer } from "./server.ts";

/** What a browser's WebSocket offers and a test can imitate. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LineSettings {
  dial: () => Wire;
  later: (ms: number, run: () => void) => () => void;
}

const ASK_MS = 2_000; // after so long a silence the server is asked whether it is there
const ANSWER_MS = 1_800; // and has so long to answer before people are told
const SILENCE_MS = 12_000; // the server beats every few seconds: longer silence is a dead line
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

export class Line implements TableServer {
  readonly remote = true;
  private wire: Wire | null = null;
  private wait = FIRST_WAIT_MS;
  private isOpen = false;
  private over = false;
  private cancelRetry: (() => void) | null = null;
  private cancelSilence: (() => void) | null = null;
  private cancelAsking: (() => void) | null = null;
  private isQuiet = false;

  constructor(
    private readonly settings: LineSettings,
    private readonly listener: Listener,
  ) {}

  open(): void {
    if (this.over) return;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.isOpen = false;
    this.isQuiet = false;
    this.stopListening();
    const before = this.wire;
    const wire = this.settings.dial();
    this.wire = wire;
    wire.onopen = () => {
      if (this.wire !== wire) return wire.close(); // hung up, or dialled again, before it opened
      this.isOpen = true;
      this.listener.opened();
      this.listenForSilence();
    };
    wire.onmessage = (event) => {
      if (this.wire !== wire || typeof event.data !== "string") return;
      this.listenForSilence();
      this.listener.hear(JSON.parse(event.data) as FromServer);
    };
    wire.onclose = () => {
      if (this.wire === wire) this.lost();
    };
    before?.close(); // it was quiet: what it still says is not heard
  }

  send(message: FromClient): boolean {
    if (!this.wire) return false;
    try {
      this.wire.send(JSON.stringify(message));
      return true;
    } catch {
      return false; // opening or closing
    }
  }

  steady(): void {
    this.wait = FIRST_WAIT_MS;
  }

  waitAtLeast(ms: number): void {
    this.wait = Math.max(this.wait, ms);
  }

  end(): void {
    this.over = true;
    this.cancelRetry?.();
    this.stopListening();
  }

  close(): void {
    this.end();
    const wire = this.wire;
    this.wire = null;
    if (this.isOpen) wire?.close();
  }

  private lost(): void {
    this.wire = null;
    this.isQuiet = false;
    this.stopListening();
    this.listener.lost();
    if (this.over) return;
    this.cancelRetry = this.settings.later(this.wait, () => this.open());
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private listenForSilence(): void {
    this.stopListening();
    if (this.isQuiet) this.listener.quiet(false);
    this.isQuiet = false;
    this.cancelAsking = this.settings.later(ASK_MS, () => {
      this.send({ t: "ping" });
      this.cancelAsking = this.settings.later(ANSWER_MS, () => {
        this.cancelAsking = null;
        this.isQuiet = true;
        this.listener.quiet(true);
      });
    });
    this.cancelSilence = this.settings.later(SILENCE_MS, () => {
      const wire = this.wire;
      this.lost();
      wire?.close();
    });
  }

  private stopListening(): void {
    this.cancelAsking?.();
    this.cancelSilence?.();
    this.cancelAsking = this.cancelSilence = null;
  }
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** The server that this page came from. */
export const bySocket: Connect = (listener) => {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const dial = () => new WebSocket(`${scheme}//${location.host}/api/1/socket`) as unknown as Wire;
  return new Line({ dial, later }, listener);
};
