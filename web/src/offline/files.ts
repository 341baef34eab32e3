/** The engine's files, as they lie on the server or in a folder of an export. */
import type { EngineDescription, EngineFiles } from "./python.ts";

/** What this page can talk to: `tuilerie.browser.tables.INTERFACE` of the engine must be the same. */
export const INTERFACE = 2;

/** Of an export: these lie there packed, since plain file servers pack nothing. */
const PACKED = /\.(?:wasm|zip)$/;
const TYPES: Record<string, string> = { wasm: "application/wasm", zip: "application/zip" };

/** What there is; null: no engine (yet), or one of another time than this page. */
export async function engineDescription(base: string): Promise<EngineDescription | null> {
  const response = await fetch(`${base}engine.json`).catch(() => null);
  if (!response?.ok || !response.headers.get("Content-Type")?.includes("json")) return null;
  const found = (await response.json().catch(() => null)) as EngineDescription | null;
  return found?.interface === INTERFACE ? found : null;
}

/** A file's name as it is fetched. */
export function fetchedName({ packed }: EngineDescription, name: string): string {
  return packed && PACKED.test(name) ? `${name}.gz` : name;
}

export function engineFiles(base: string, description: EngineDescription): EngineFiles {
  const plain = globalThis.fetch.bind(globalThis); // not the one that asks here
  const folder = `${base}${description.version}/`;
  const open = async (name: string) => {
    const fetched = fetchedName(description, name);
    const response = await plain(folder + fetched);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return fetched === name ? response : unpacked(response, name);
  };
  return {
    description,
    base: folder,
    open,
    read: async (name) => new Uint8Array(await (await open(name)).arrayBuffer()),
  };
}

/**
 * Pyodide fetches files by itself: one after another, and it knows of no packing. What it asks for is answered by
 * `open`, and its largest files are on their way before it asks.
 */
export function answerFetches({ base, open }: EngineFiles, early: string[]): void {
  const plain = globalThis.fetch;
  const coming = new Map(early.map((name) => [name, open(name)]));
  for (const answer of coming.values()) answer.catch(() => undefined); // whoever asks is told
  globalThis.fetch = (what, how) => {
    const address = what instanceof Request ? what.url : String(what);
    const name = address.slice(base.length);
    if (!address.startsWith(base) || !PACKED.test(name)) return plain(what, how);
    const answer = coming.get(name) ?? open(name);
    coming.delete(name);
    return answer;
  };
}

/**
 * Some servers say that a `.gz` is packed, and then the browser has unpacked it already; so is what is kept. Its first
 * bytes tell.
 */
export async function unpacked(response: Response, name: string): Promise<Response> {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  let next = await reader.read();
  const isPacked = next.value?.[0] === 0x1f && next.value[1] === 0x8b;
  const same = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(into) {
      if (next.done) return into.close();
      into.enqueue(next.value);
      next = await reader.read();
    },
  });
  const plain = isPacked ? same.pipeThrough(new DecompressionStream("gzip")) : same;
  return new Response(plain, { headers: { "Content-Type": TYPES[name.split(".").pop() ?? ""] ?? "" } });
}
