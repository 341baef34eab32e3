/** What the page and the worker that runs its tables say to each other. */
import type { EngineDescription } from "./python.ts";

export type ToWorker =
  | { kind: "start"; base: string; description: EngineDescription }
  | { kind: "ask"; id: number; method: string; path: string; lang: string; body: unknown; name: string }
  | { kind: "open"; line: number; table: string }
  | { kind: "send"; line: number; text: string }
  | { kind: "close"; line: number };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "opened"; line: number }
  | { kind: "missing"; line: number }
  | { kind: "message"; line: number; text: string };
