/** Runs this device's tables: Python with the table core, the logs in IndexedDB, bots in a worker of their own. */
import type { PyodideAPI } from "pyodide";
import { Device, type PythonTables, type Sentences } from "./tables.ts";
import { answerFetches, engineFiles } from "./files.ts";
import { TableLogs } from "./log.ts";
import { type Channel, Pages } from "./pages.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { startPython } from "./python.ts";
import type { Thought } from "./search.ts";
import type { FromThinker, ToThinker } from "./thinking.worker.ts";

const post = (message: FromWorker) => self.postMessage(message);

/** One bot's move from the other worker; null: it could not say. */
function thinking(
  base: string,
  description: Parameters<typeof engineFiles>[1],
): (thought: Thought) => Promise<number[] | null> {
  const worker = new Worker(new URL("./thinking.worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, (actions: number[] | null) => void>();
  let questions = 0;
  worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
    waiting.get(data.id)?.(data.actions);
    waiting.delete(data.id);
  };
  worker.postMessage({ kind: "start", base, description } satisfies ToThinker);
  return (thought) =>
    new Promise((resolve) => {
      const id = ++questions;
      waiting.set(id, resolve);
      worker.postMessage({ kind: "think", id, thought } satisfies ToThinker);
    });
}

function tablesOf(python: PyodideAPI): { tables: PythonTables; says: Sentences } {
  return {
    tables: python.runPython("from tuilerie.browser import tables; tables.Tables()") as PythonTables,
    says: python.runPython("tables") as Sentences,
  };
}

function otherPages(): Pages {
  return new Pages(
    new BroadcastChannel("tuilerie-tables") as Channel,
    crypto.randomUUID?.() ?? `${Math.random()}`,
    Date.now,
  );
}

let device: Promise<Device> | null = null;

async function start({ base, description }: Extract<ToWorker, { kind: "start" }>): Promise<Device> {
  const files = engineFiles(base, description);
  answerFetches(files, ["pyodide.asm.wasm", "stdlib.zip"]);
  const think = thinking(base, description); // it starts meanwhile
  const [python, logs] = await Promise.all([startPython(files), TableLogs.open()]);
  return new Device({
    ...tablesOf(python),
    pages: otherPages(),
    logs,
    think,
    post,
    now: Date.now,
  });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    device = start(data);
    device.then(
      () => post({ kind: "ready" }),
      (problem: unknown) => post({ kind: "failed", why: String(problem) }),
    );
    return;
  }
  const here = await device?.catch(() => null);
  if (!here) return;
  switch (data.kind) {
    case "ask":
      return post({ kind: "answer", id: data.id, answer: await here.ask(data) });
    case "open":
      return here.open(data.line, data.table);
    case "send":
      return here.hear(data.line, data.text);
    case "close":
      return here.close(data.line);
  }
};
