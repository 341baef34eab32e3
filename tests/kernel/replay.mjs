// Plays the games of a job on a game's WebAssembly module and prints, per game, the SHA-256 of all that was seen on the
// way: what test_wasm.py does natively.
// node replay.mjs MODULE.wasm JOB.json
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , path, jobPath] = process.argv;
const job = JSON.parse(readFileSync(jobPath, "utf8"));
const module = new WebAssembly.Module(readFileSync(path));
if (WebAssembly.Module.imports(module).length) throw new Error("the module has imports");
const { exports } = new WebAssembly.Instance(module, {});

const room = (size) => {
  const at = exports.reserve(Math.max(size, 64)) >>> 0;
  new Uint8Array(exports.memory.buffer, at, size).fill(0);
  return at;
};
const bytes = (at, size) => new Uint8Array(exports.memory.buffer, at, size).slice();
const put = (at, data) => new Uint8Array(exports.memory.buffer, at, data.length).set(data);
const call = (name, ...values) => {
  const types = job.entries[name];
  const given = values.map((value, i) => (types[i] === "p" ? value : types[i] === "f" ? value : BigInt(value)));
  return Number(exports[name](...given));
};

const state = room(job.state), hidden = room(job.state), ruleset = room(job.ruleset);
const key = room(32), dice = room(8), toss = room(8);
const out = room(4 * job.actions), features = room(4 * job.features), shares = room(32), points = room(32);
const desk = room(3 * job.state), deals = room(4 * job.deal);
const moves = room(4 * job.actions), listed = room(4 * job.actions);
const sums = room(8 * job.actions), visits = room(8 * job.actions);
const work = [desk, deals, 1, moves, sums, visits, listed];
const number = (value) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);

for (const game of job.games) {
  const hash = createHash("sha256");
  const tell = (at, size) => hash.update(bytes(at, size));
  put(ruleset, Buffer.from(game.ruleset, "hex"));
  put(key, Buffer.from(game.seed, "hex"));
  put(dice, number(game.dice));
  for (const [at, size] of [[state, job.state], [shares, 32], [points, 32]]) put(at, new Uint8Array(size));
  let n = call("begin", state, game.players, ruleset, key, out);
  for (let step = 0; step < job.steps && n > 0; step++) {
    if (step % job.every === 0) {
      const turn = bytes(state + job.turn, 1)[0];
      call("features", state, turn, features);
      call("result", state, shares, points);
      put(hidden, bytes(state, job.state));
      put(toss, number(step));
      call("redeal", hidden, turn, toss);
      const found = call("search", state, job.playouts, step, 0, ...work);
      const told = [[features, 4 * job.features], [shares, 32], [points, 32], [hidden, job.state]];
      for (const [at, size] of told) tell(at, size);
      for (const [at, size] of [[moves, 4 * found], [sums, 8 * found], [visits, 8 * found]]) tell(at, size);
    }
    const action = call("choose", state, step % 3, 0, 0, dice, ...work);
    n = call("checked_step", state, action, out, n);
    tell(state, job.state);
    tell(out, 4 * n);
  }
  console.log(hash.digest("hex"));
}
