/** The engine in this browser's own cache: from then on it starts without a network. */
import { engineDescription, fetchedName, unpacked } from "./files.ts";
import type { EngineDescription } from "./python.ts";

const CACHE = "tuilerie-engine";

/** So many bytes of all, as they come over the line. */
export type Progress = (done: number, all: number) => void;

/** Browsers keep files for pages with a certificate, and of this very machine, only. */
export const canKeep = (): boolean => isSecureContext && "caches" in globalThis && "serviceWorker" in navigator;

/** Bytes over the line. */
export function engineSize(description: EngineDescription): number {
  const sizes = Object.entries(description.files).map(([name, file]) =>
    description.packed ? fetchedBytes(description, name) : file.brotli,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes as the page sees them arrive. */
function fetchedBytes(description: EngineDescription, name: string): number {
  const file = description.files[name];
  return (fetchedName(description, name) === name ? file?.bytes : file?.gzip) ?? 0;
}

/** Whether the very engine that the server has is kept whole. */
export async function isKept(base: string): Promise<boolean> {
  if (!canKeep()) return false;
  const kept = await (await caches.open(CACHE)).match(`${base}engine.json`);
  if (!kept) return false;
  const [here, there] = [(await kept.json()) as EngineDescription, await engineDescription(base)];
  return here.version === (there?.version ?? here.version);
}

/** Fetch what is missing and keep it; false: there is no engine (yet). It is said to be there once all of it is. */
export async function keepEngine(base: string, tell: Progress = () => undefined): Promise<boolean> {
  const description = await engineDescription(base);
  if (!description) return false;
  const cache = await caches.open(CACHE);
  const folder = `${base}${description.version}/`;
  const size = engineSize(description);
  const wanted = Object.keys(description.files).map((name) => ({
    name,
    address: folder + fetchedName(description, name),
    bytes: fetchedBytes(description, name),
  }));
  const bytes = wanted.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  const advance = (more: number) => tell(Math.round(size * Math.min(1, (done += more) / bytes)), size);
  for (const { name, address, bytes: all } of wanted) {
    if (await cache.match(address)) advance(all);
    else {
      const coming = counted(await found(address), advance);
      // unpacked once and for all: it is started more often than it is fetched
      await cache.put(address, address.endsWith(name) ? coming : await unpacked(coming, name));
    }
  }
  await cache.put(`${base}engine.json`, Response.json(description));
  const names = new Set([...wanted.map(({ address }) => address), `${base}engine.json`]);
  for (const { url } of await cache.keys()) if (!names.has(url)) await cache.delete(url);
  return true;
}

async function found(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** The same answer, its bytes counted as they come. */
function counted({ body, headers }: Response, tell: (bytes: number) => void): Response {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, into) {
      tell(chunk.length);
      into.enqueue(chunk);
    },
  });
  const kept = ["Content-Type", "Content-Security-Policy"].flatMap((name) => {
    const value = headers.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
  return new Response(body?.pipeThrough(count) ?? null, { headers: kept });
}
