import { describe, expect, test } from "vitest";
import type { Wire } from "./line.ts";
import { Match } from "./match.ts";
import type { FromClient, FromServer, Snapshot } from "./messages.ts";
import { pieceKeys, pieceOf } from "./pieces.ts";

/** A table in a test: what was sent, and timers that run when told to. */
function table() {
  const sent: FromClient[] = [];
  const wires: Wire[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  let keys = 0;
  const match = new Match({
    table: "t", keys: ["k"], lang: "fr", nonces: { 0: "aa" },
    dial: () => {
      const wire: Wire = { send: (text) => sent.push(JSON.parse(text) as FromClient), close: () => undefined, onopen: null, onmessage: null, onclose: null };
      wires.push(wire);
      return wire;
    },
    random: () => `key-${++keys}`,
    later: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    now: () => 1000,
  });
  match.connect();
  wires[0]?.onopen?.();
  return { match, sent, wires, timers, hear: (message: FromServer) => match.hear(message) };
}

const snapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  t: "snapshot", seq: 5, phase: "playing", seats: [], seat: 0, turn: 0, view: { seat: 0, hand: ["g4", "g5", "S", "S"] }, events: [["deal", {}]],
  choice: { seat: 0, legal: ["g4", "g4+g5", "pass"] }, ...changes,
});

describe("staying in step", () => {
  test("says hello with the last number seen", () => {
    expect(table().sent[0]).toMatchObject({ t: "hello", table: "t", keys: ["k"], last: 0 });
  });

  test("follows numbers without a gap, and asks when one is missing", () => {
    const { match, sent, hear } = table();
    hear(snapshot());
    hear({ t: "update", seq: 6, kind: "play", seat: 1, turn: 0, view: { seat: 0, hand: ["g4"] }, events: [["move", 1, "pass"]], n: 1 });
    expect(match.state.seq).toBe(6);
    expect(match.state.events).toHaveLength(2);
    hear({ t: "update", seq: 8, kind: "play" });
    expect(match.state.seq).toBe(6);
    expect(sent.at(-1)).toEqual({ t: "resync", last: 6 });
  });

  test("a bare number changes nothing but the number", () => {
    const { match, hear } = table();
    hear(snapshot());
    hear({ t: "update", seq: 6 });
    expect(match.state).toMatchObject({ seq: 6, turn: 0 });
  });

  test("comes back after a loss and sends what was not answered again, under the same key", () => {
    const { match, sent, wires, timers, hear } = table();
    hear(snapshot());
    void match.play(["g4"]);
    const first = sent.at(-1);
    wires[0]?.onclose?.();
    expect(match.state.link).toBe("lost");
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    hear(snapshot());
    expect(sent.at(-1)).toEqual(first);
  });

  test("coming back, it follows the missed updates, then sends what was not answered", () => {
    const { match, sent, wires, timers, hear } = table();
    hear(snapshot());
    void match.play(["g4"]);
    const first = sent.at(-1);
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    expect(sent.at(-1)).toMatchObject({ t: "hello", last: 5 });
    hear({ t: "welcome", table: { seq: 8, seats: [] } as never, seats: [0], host: false, now: 1000, lang: "fr", missed: 3 });
    hear({ t: "update", seq: 6, kind: "play", seat: 0, events: [["move", 0, "g4"]], n: 1 });
    hear({ t: "update", seq: 7, kind: "play", seat: 1, events: [["move", 1, "pass"]], n: 2, turn: 0, phase: "playing", view: { seat: 0, hand: ["g5"] } });
    expect(sent.at(-1)).toMatchObject({ t: "hello" });
    hear({ t: "update", seq: 8 });
    expect(match.state).toMatchObject({ seq: 8, turn: 0, link: "open", view: { hand: ["g5"] } });
    expect(match.state.events).toHaveLength(3);
    expect(sent.at(-1)).toEqual(first);
  });

  test("coming back with nothing missed, a draft is still there", async () => {
    const { match, sent, wires, timers, hear } = table();
    hear(snapshot());
    const trying = match.attempt("S:g");
    hear({ t: "drafted", id: 1, based: 5, moves: ["S:g"], view: { hand: ["g4"] }, choice: { seat: 0, legal: ["stop"] } });
    await trying;
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    hear({ t: "welcome", table: { seq: 5, seats: [] } as never, seats: [0], host: false, now: 1000, lang: "fr", missed: 0 });
    expect(match.legal).toEqual(["stop"]);
    void match.confirm();
    expect(sent.at(-1)).toMatchObject({ t: "play", moves: ["S:g"], based: 5 });
  });

  test("the beat that came least late tells the server's time", () => {
    const { match, hear } = table();
    hear({ t: "welcome", table: {} as never, seats: [0], host: true, now: 700, lang: "fr" });
    hear({ t: "beat", seq: 0, now: 940 });
    hear({ t: "beat", seq: 0, now: 500 });
    expect(match.state.clockOffset).toBe(-60);
  });

  test("a farewell for good is not called after", () => {
    const { match, wires, timers, hear } = table();
    hear({ t: "goodbye", why: { code: "server.too-old", sentence: "Non." } });
    wires[0]?.onclose?.();
    expect(match.state.link).toBe("closed");
    expect(timers.filter(({ ms }) => ms < 10_000)).toEqual([]);
  });

  test("left while it was being dialled, the line is closed as soon as it opens", () => {
    const { match, wires, timers } = table();
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    let closed = 0;
    const second = wires[1] as Wire;
    second.close = () => void (closed += 1);
    match.leave();
    expect(closed).toBe(0);
    second.onopen?.();
    expect(closed).toBe(1);
    expect(match.state.link).toBe("closed");
  });

  test("reveals its bytes once the seats are fixed", () => {
    const { sent, hear } = table();
    hear({ t: "welcome", table: {} as never, seats: [0], host: true, now: 1000, lang: "fr" });
    hear(snapshot({ phase: "revealing", view: null, choice: null }));
    expect(sent.at(-1)).toEqual({ t: "reveal", nonce: "aa", seat: 0 });
  });
});

describe("playing", () => {
  test("a draft shows its position and can be taken back", async () => {
    const { match, sent, hear } = table();
    hear(snapshot());
    const trying = match.attempt("S:g");
    expect(sent.at(-1)).toMatchObject({ t: "draft", moves: ["S:g"] });
    hear({ t: "drafted", id: 1, based: 5, moves: ["S:g"], view: { hand: ["g4"] }, choice: { seat: 0, legal: ["stop"] } });
    expect(await trying).toBeNull();
    expect(match.legal).toEqual(["stop"]);
    await match.undo();
    expect(match.legal).toContain("pass");
  });

  test("a refusal is kept with its reason, and so is the selection", async () => {
    const { match, hear } = table();
    hear(snapshot());
    match.select(["g5#0"]);
    const playing = match.play(["g5"]);
    hear({ t: "refused", key: "key-1", why: { code: "refusal.restart.not-greater", sentence: "Non.", clause: "RS-T2" } });
    expect(await playing).toMatchObject({ clause: "RS-T2" });
    expect(match.state).toMatchObject({ refusals: 1, selection: ["g5#0"] });
  });

  test("pieces that left the hand leave the selection", () => {
    const { match, hear } = table();
    hear(snapshot());
    match.select(["g4#0", "S#1"]);
    hear(snapshot({ seq: 6, view: { seat: 0, hand: ["g5", "S"] } }));
    expect(match.state.selection).toEqual([]);
  });
});

test("two equal pieces are two pieces", () => {
  expect(pieceKeys(["h3", "c1", "h3"])).toEqual(["h3#0", "c1#0", "h3#1"]);
  expect(pieceOf("m:h3#1")).toBe("h3");
});
