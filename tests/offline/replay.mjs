// Runs tests/offline/reference.py under Pyodide with the kernels beside it, from a folder with the built engine, and
// prints its lines.
// node replay.mjs ENGINE WEB REFERENCE JOB.json
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Node would print the line of Pyodide that threw, all of it.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${String(error?.stack ?? error).slice(-3000)}\n`);
  process.exit(1);
});
const [, , engine, web, reference, jobPath] = process.argv;
const ts = createRequire(resolve(web, "package.json"))("typescript");

// The page's own modules, without their types.
const place = mkdtempSync(join(tmpdir(), "tuilerie-offline-"));
for (const name of ["python", "kernel", "archive", "search"]) {
  const source = readFileSync(join(web, "src", "offline", `${name}.ts`), "utf8");
  const { ModuleKind, ScriptTarget } = ts;
  const options = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022, rewriteRelativeImportExtensions: true };
  writeFileSync(join(place, `${name}.js`), ts.transpileModule(source, { compilerOptions: options }).outputText);
}
writeFileSync(join(place, "package.json"), '{"type":"module"}');
const { startPython } = await import(pathToFileURL(join(place, "python.js")));
const { Thinker } = await import(pathToFileURL(join(place, "search.js")));
rmSync(place, { recursive: true });

const description = JSON.parse(readFileSync(join(engine, "engine.json"), "utf8"));
const base = `${resolve(engine, description.version)}/`;
const job = JSON.parse(readFileSync(jobPath, "utf8"));
if (job.thoughts) {
  // Bots' whole moves by kernels alone, as the worker that thinks finds them.
  const thinkers = {};
  for (const thought of job.thoughts) {
    const { game } = thought;
    const rules = () => new WebAssembly.Module(readFileSync(`${base}${game}.wasm`));
    thinkers[game] ??= new Thinker(rules(), description.kernels[game]);
    process.stdout.write(`${JSON.stringify(thinkers[game].wholeMove(thought))}\n`);
  }
  process.exit(0);
}
const python = await startPython({
  description,
  base,
  read: async (name) => new Uint8Array(readFileSync(base + name)),
});
python.FS.writeFile("/reference.py", readFileSync(reference, "utf8"));
python.runPython("import sys; sys.path.insert(0, '/'); import reference");
const lines = python.runPython("lambda game, players, seed: '\\n'.join(reference.lines(game, players, seed))");
for (const [game, players, seed] of job) process.stdout.write(`${lines(game, players, seed)}\n`);
process.exitCode = 0;
