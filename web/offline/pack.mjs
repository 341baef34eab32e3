// Runs tuilerie.browser.packing under Pyodide, and writes every file of the engine with its packed twins beside it.
// node pack.mjs JOB.json FOLDER KEPT   (see tuilerie.browser.build; KEPT is a folder for what has been packed before)
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [, , jobPath, folder, kept] = process.argv;
const job = JSON.parse(readFileSync(jobPath, "utf8"));

async function started(how = {}) {
  const python = await loadPyodide({ packages: [], ...how });
  for (const name of ["sources", "packages", "library", "into"]) {
    python.FS.mkdirTree(`/pack/${name}`);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(job[name]) }, `/pack/${name}`);
  }
  return python;
}

// What is loaded once everything that the browser needs has been imported, is what it needs: looked at before packing
// loads more.
// Text codecs are looked up by name, when they are first used.
const CODECS = ["encodings.ascii", "encodings.latin_1", "encodings.utf_8", "encodings.idna"];
const USED = `
import sys
from importlib import import_module
sys.dont_write_bytecode = True
sys.path[:0] = ["/pack/sources", "/pack/packages"]
def used(roots):
    for root in roots:
        import_module(root)
    return sorted(sys.modules)
used
`;
const usedIn = (python) =>
  python
    .runPython(USED)(python.toPy([...job.roots, ...CODECS]))
    .toJs();

const whole = await started();
const all = usedIn(whole);
const pack = whole.runPython("from tuilerie.browser.packing import pack; pack");
const here = { sources: "/pack/sources", packages: "/pack/packages", into: "/pack/into" };
const inside = JSON.stringify({ ...job, ...here, stdlib: "/pack/library/python_stdlib.zip" });
pack(inside, whole.toPy(all));
// Some modules have been replaced (tuilerie.browser.unneeded): with those in place fewer are needed.
pack(inside, whole.toPy(usedIn(await started({ stdLibURL: `${folder}/stdlib.zip` }))));

const packers = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => gzipSync(bytes, { level: 9 }),
};
for (const name of readdirSync(folder)) {
  const bytes = readFileSync(`${folder}/${name}`);
  for (const [kind, pack] of Object.entries(packers)) {
    const place = `${kept}/${createHash("sha256").update(bytes).digest("hex")}.${kind}`;
    if (!existsSync(place)) {
      writeFileSync(`${place}.${process.pid}`, pack(bytes));
      renameSync(`${place}.${process.pid}`, place);
    }
    writeFileSync(`${folder}/${name}.${kind}`, readFileSync(place));
  }
}
process.exit(0);
