/** Thinks for bots: one whole move at a time, by kernels alone, so that the table never waits. */
import { engineFiles } from "./files.ts";
import type { EngineDescription, EngineFiles } from "./python.ts";
import { Thinker, type Thought } from "./search.ts";

export type ToThinker =
  { kind: "start"; base: string; description: EngineDescription } | { kind: "think"; id: number; thought: Thought };
export type FromThinker = { id: number; actions: number[] | null };

let files: EngineFiles | null = null;
const thinkers = new Map<string, Promise<Thinker>>();

async function open(game: string): Promise<Thinker> {
  const description = files?.description.kernels[game];
  if (!files || !description) throw new Error(`the engine has no kernels of ${game}`);
  return new Thinker(await WebAssembly.compile((await files.read(`${game}.wasm`)) as BufferSource), description);
}

self.onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  if (data.kind === "start") {
    files = engineFiles(data.base, data.description);
    return;
  }
  const { id, thought } = data;
  let actions: number[] | null = null;
  try {
    if (!thinkers.has(thought.game)) thinkers.set(thought.game, open(thought.game));
    actions = ((await thinkers.get(thought.game)) as Thinker).wholeMove(thought);
  } catch (problem) {
    thinkers.delete(thought.game); // a trap leaves an instance that nobody should use again
    console.error(problem);
  }
  self.postMessage({ id, actions } satisfies FromThinker);
};
