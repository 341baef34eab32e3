/** The engine's files, as they lie on the server or in a folder of an export. */
import type { EngineDescription, EngineFiles } from "./python.ts";

/** What this page can talk to: `tuilerie.browser.tables.INTERFACE` of the engine must be the same. */
export const INTERFACE = 1;

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
  const folder = `${base}${description.version}/`;
  const open = async (name: string) => {
    const fetched = fetchedName(description, name);
    const response = await fetch(folder + fetched);
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

/** Pyodide fetches files by itself, and knows of no packing: what it asks for is answered by `open`. */
export function unpackFetches({ base, open }: EngineFiles): void {
  const plain = globalThis.fetch;
  globalThis.fetch = (what, how) => {
    const address = what instanceof Request ? what.url : String(what);
    const ours = address.startsWith(base) && PACKED.test(address);
    return ours ? open(address.slice(base.length)) : plain(what, how);
  };
}

/** Some servers say that a `.gz` is packed, and then the browser has unpacked it already: its first bytes tell. */
async function unpacked(response: Response, name: string): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  return new Response(plain, { headers: { "Content-Type": TYPES[name.split(".").pop() ?? ""] ?? "" } });
}
