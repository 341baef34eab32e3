/** The engine's files, as they lie on the server or in a folder of an export. */
import type { EngineDescription, EngineFiles } from "./python.ts";

/** Where the engine lies, seen from the page. */
export function engineBase(): string {
  return new URL("engine/", new URL(import.meta.env.BASE_URL, location.origin)).href;
}

/** What there is; null: no engine (yet). */
export async function engineDescription(base: string): Promise<EngineDescription | null> {
  const response = await fetch(`${base}engine.json`).catch(() => null);
  if (!response?.ok || !response.headers.get("Content-Type")?.includes("json")) return null;
  return (await response.json().catch(() => null)) as EngineDescription | null;
}

export function engineFiles(base: string, description: EngineDescription): EngineFiles {
  const folder = `${base}${description.version}/`;
  const read = async (name: string) => {
    const response = await fetch(folder + name);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  return { description, base: folder, read };
}
