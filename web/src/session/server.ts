/** Something that answers as a server does: the line to one, or a worker that keeps the table on this device. */
import type { FromClient, FromServer } from "../messages.ts";

export interface TableServer {
  /** It is reached over the network: without one, it cannot be heard. */
  readonly remote: boolean;
  /** Begin to talk; after a loss, begin again at once. */
  open(): void;
  /** False: not sent. What must not get lost is sent again by the caller, after `opened`. */
  send(message: FromClient): boolean;
  /** It has answered: the next loss starts with a short wait again. */
  steady(): void;
  /** It asks not to be called before so many milliseconds. */
  waitAtLeast(ms: number): void;
  /** It has said goodbye: no more calls. */
  end(): void;
  /** We leave. */
  close(): void;
}

/** Who listens to it. */
export interface Listener {
  opened(): void;
  hear(message: FromServer): void;
  lost(): void;
  /** It does not answer, and may yet; or it answers again. */
  quiet(quiet: boolean): void;
}

export type Connect = (listener: Listener) => TableServer;
