/** The line to the server: it dials, notices a silence, and dials again after waits that grow. */
import type { FromClient, FromServer } from "./messages.ts";

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

/** Who holds the receiver. */
export interface Ear {
  opened(): void;
  hear(message: FromServer): void;
  lost(): void;
}

const SILENCE_MS = 40_000; // the server beats every few seconds: longer silence is a dead line
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;

export class Line {
  private wire: Wire | null = null;
  private wait = FIRST_WAIT_MS;
  private open = false;
  private over = false;
  private cancelRetry: (() => void) | null = null;
  private cancelSilence: (() => void) | null = null;

  constructor(private readonly settings: LineSettings, private readonly ear: Ear) {}

  dial(): void {
    if (this.over) return;
    this.cancelRetry?.();
    this.cancelRetry = null;
    this.open = false;
    const wire = this.settings.dial();
    this.wire = wire;
    wire.onopen = () => {
      if (this.wire !== wire) return wire.close(); // hung up, or dialled again, before it opened
      this.open = true;
      this.ear.opened();
      this.listenForSilence();
    };
    wire.onmessage = (event) => {
      if (this.wire !== wire || typeof event.data !== "string") return;
      this.listenForSilence();
      this.ear.hear(JSON.parse(event.data) as FromServer);
    };
    wire.onclose = () => {
      if (this.wire === wire) this.lost();
    };
  }

  /** False while there is no line; what must not get lost is sent again by the caller. */
  post(message: FromClient): boolean {
    if (!this.wire) return false;
    try {
      this.wire.send(JSON.stringify(message));
      return true;
    } catch {
      return false; // opening or closing
    }
  }

  /** The server has answered: the next loss starts with a short wait again. */
  steady(): void {
    this.wait = FIRST_WAIT_MS;
  }

  /** The server asks not to be called before so many milliseconds. */
  waitAtLeast(ms: number): void {
    this.wait = Math.max(this.wait, ms);
  }

  /** No more calls; the wire closes by itself. */
  end(): void {
    this.over = true;
    this.cancelRetry?.();
    this.cancelSilence?.();
  }

  hangUp(): void {
    this.end();
    const wire = this.wire;
    this.wire = null;
    if (this.open) wire?.close();
  }

  private lost(): void {
    this.wire = null;
    this.cancelSilence?.();
    this.ear.lost();
    if (this.over) return;
    this.cancelRetry = this.settings.later(this.wait, () => this.dial());
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private listenForSilence(): void {
    this.cancelSilence?.();
    this.cancelSilence = this.settings.later(SILENCE_MS, () => {
      const wire = this.wire;
      this.lost();
      wire?.close();
    });
  }
}
