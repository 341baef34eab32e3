/** Pyodide with our engine in it. Runs in a worker, and in Node for tests; it asks the page for nothing but bytes. */
import type { PyodideAPI } from "pyodide";
import { type Call, Kernel, type KernelDescription } from "./kernel.ts";
import { filesIn } from "./archive.ts";

/** What `engine.json` says: which files there are, and how kernels are called. */
export interface EngineDescription {
  version: string;
  /** Which page it can talk to (`files.INTERFACE`). */
  interface: number;
  /** Of an export: its large files lie there packed. */
  packed?: boolean;
  files: Record<string, { bytes: number; gzip: number; brotli: number }>;
  kernels: Record<string, KernelDescription>;
}

export interface EngineFiles {
  description: EngineDescription;
  /** Where the files are, as Pyodide takes it: an address (or a path, in Node) that ends with a slash. */
  base: string;
  /** The file as an answer to a fetch. */
  open(name: string): Promise<Response>;
  read(name: string): Promise<Uint8Array>;
}

const SITE = "/engine";
const START = `
import sys
sys.path.append("${SITE}")
import tuilerie_kernels
from tuilerie.browser import host
host.use(tuilerie_kernels)
`;
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.2", version: "314.0.7" },
  packages: {},
};

export async function startPython(files: Omit<EngineFiles, "open">): Promise<PyodideAPI> {
  const games = Object.keys(files.description.kernels);
  const module = (name: string): Promise<unknown> => import(/* @vite-ignore */ files.base + name);
  const ours = Promise.all([files.read("engine.zip"), ...games.map((game) => files.read(`${game}.wasm`))]);
  ours.catch(() => undefined); // awaited below
  const [{ loadPyodide }] = await Promise.all([
    module("pyodide.mjs") as Promise<typeof import("pyodide")>,
    module("pyodide.asm.mjs"), // it would be asked for only when the first one is there
  ]);
  const python = await loadPyodide({
    indexURL: files.base,
    stdLibURL: `${files.base}stdlib.zip`,
    lockFileContents: NO_PACKAGES as never,
    packageBaseUrl: files.base,
    packages: [],
  });
  const [archive, ...modules] = await ours;
  for (const { name, data } of filesIn(archive)) {
    python.FS.mkdirTree(`${SITE}/${name.slice(0, name.lastIndexOf("/"))}`);
    python.FS.writeFile(`${SITE}/${name}`, data);
  }
  const kernels = kernelsOf(
    python,
    files.description,
    new Map(games.map((game, at) => [game, modules[at] as Uint8Array])),
  );
  python.registerJsModule("tuilerie_kernels", kernels);
  python.runPython(START);
  return python;
}

/** As `tuilerie.browser.host.Kernels` has it; a game's instance is made when it is first asked for. */
function kernelsOf(python: PyodideAPI, description: EngineDescription, modules: Map<string, Uint8Array>) {
  const heap = () => (python as unknown as { _module: { HEAPU8: Uint8Array } })._module.HEAPU8;
  return {
    constants: (game: string): Map<string, number> => python.toPy(described(description, game).constants),
    calls(game: string): Map<string, Call> {
      const module = new WebAssembly.Module(modules.get(game) as BufferSource);
      return python.toPy(new Kernel(module, described(description, game), heap).calls());
    },
  };
}

function described(description: EngineDescription, game: string): KernelDescription {
  const found = description.kernels[game];
  if (!found) throw new Error(`the engine has no kernels of ${game}`);
  return found;
}
