import { describe, expect, test } from "vitest";
import type { FromClient, FromServer, Snapshot } from "../messages.ts";
import { pieceKeys, pieceOf } from "../pieces/notation.ts";
import { selected } from "../state/changes.ts";
import { Store } from "../state/store.ts";
import { legalOf } from "../state/table.ts";
import { Line, type Wire } from "./line.ts";
import { Session } from "./session.ts";

/** A table in a test: what was sent, and timers that run when told to. */
function table() {
  const sent: FromClient[] = [];
  const sealed: { hashes: (string | null)[]; revealed: boolean }[] = [];
  const wires: Wire[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  let keys = 0;
  const store = new Store();
  const dial = () => {
    const wire: Wire = {
      send: (text) => sent.push(JSON.parse(text) as FromClient),
      close: () => undefined,
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    wires.push(wire);
    return wire;
  };
  const later = (ms: number, run: () => void) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  };
  const session = new Session(
    {
      table: "t",
      keys: ["k"],
      lang: "fr",
      nonces: { 0: "aa" },
      connect: (listener) => new Line({ dial, later }, listener),
      random: () => `key-${++keys}`,
      now: () => 1000,
      sealed: (_, hashes) => void sealed.push({ hashes, revealed: sent.some(({ t }) => t === "reveal") }),
    },
    store,
  );
  session.connect();
  wires[0]?.onopen?.();
  const hear = (message: FromServer) => wires.at(-1)?.onmessage?.({ data: JSON.stringify(message) });
  return { session, store, sent, sealed, wires, timers, hear };
}

const snapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  t: "snapshot",
  seq: 5,
  phase: "playing",
  seats: [],
  seat: 0,
  turn: 0,
  view: { seat: 0, hand: ["g4", "g5", "S", "S"] },
  events: [["deal", {}]],
  choice: { seat: 0, legal: ["g4", "g4+g5", "pass"] },
  ...changes,
});

describe("staying in step", () => {
  test("says hello with the last number seen", () => {
    expect(table().sent[0]).toMatchObject({ t: "hello", table: "t", keys: ["k"], last: 0 });
  });

  test("follows numbers without a gap, and asks when one is missing", () => {
    const { store, sent, hear } = table();
    hear(snapshot());
    hear({
      t: "update",
      seq: 6,
      kind: "play",
      seat: 1,
      turn: 0,
      view: { seat: 0, hand: ["g4"] },
      events: [["move", 1, "pass"]],
      n: 1,
    });
    expect(store.state.seq).toBe(6);
    expect(store.state.events).toHaveLength(2);
    hear({ t: "update", seq: 8, kind: "play" });
    expect(store.state.seq).toBe(6);
    expect(sent.at(-1)).toEqual({ t: "resync", last: 6 });
  });

  test("a bare number changes nothing but the number", () => {
    const { store, hear } = table();
    hear(snapshot());
    hear({ t: "update", seq: 6 });
    expect(store.state).toMatchObject({ seq: 6, turn: 0 });
  });

  test("in an update, absent means unchanged and null means nothing now", () => {
    const { store, hear } = table();
    hear({ ...snapshot(), choice: { seat: 0, legal: ["g4"] }, clock: { seat: 0, until: 9 } });
    hear({ t: "update", seq: 6, kind: "abandon", seat: 1, abandoning: [1] });
    expect(store.state).toMatchObject({
      turn: 0,
      choice: { legal: ["g4"] },
      clock: { until: 9 },
      abandoning: [1],
      phase: "playing",
    });
    hear({
      t: "update",
      seq: 7,
      kind: "stop",
      turn: null,
      choice: null,
      clock: null,
      phase: "over",
      view: { seat: 0, hand: ["g4"], turn: null },
    });
    expect(store.state).toMatchObject({ turn: null, choice: null, clock: null, abandoning: [1], phase: "over" });
  });

  test("comes back after a loss and sends what was not answered again, under the same key", () => {
    const { session, store, sent, wires, timers, hear } = table();
    hear(snapshot());
    void session.play(["g4"]);
    const first = sent.at(-1);
    wires[0]?.onclose?.();
    expect(store.state.link).toBe("lost");
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    hear(snapshot());
    expect(sent.at(-1)).toEqual(first);
  });

  test("coming back, it follows the missed updates, then sends what was not answered", () => {
    const { session, store, sent, wires, timers, hear } = table();
    hear(snapshot());
    void session.play(["g4"]);
    const first = sent.at(-1);
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    expect(sent.at(-1)).toMatchObject({ t: "hello", last: 5 });
    hear({
      t: "welcome",
      table: { seq: 8, seats: [] } as never,
      seats: [0],
      host: false,
      now: 1000,
      lang: "fr",
      missed: 3,
    });
    hear({ t: "update", seq: 6, kind: "play", seat: 0, events: [["move", 0, "g4"]], n: 1 });
    hear({
      t: "update",
      seq: 7,
      kind: "play",
      seat: 1,
      events: [["move", 1, "pass"]],
      n: 2,
      turn: 0,
      phase: "playing",
      view: { seat: 0, hand: ["g5"] },
    });
    expect(sent.at(-1)).toMatchObject({ t: "hello" });
    hear({ t: "update", seq: 8 });
    expect(store.state).toMatchObject({ seq: 8, turn: 0, link: "open", view: { hand: ["g5"] } });
    expect(store.state.events).toHaveLength(3);
    expect(sent.at(-1)).toEqual(first);
  });

  test("coming back with nothing missed, a draft is still there", async () => {
    const { session, store, sent, wires, timers, hear } = table();
    hear(snapshot());
    const trying = session.attempt("S:g");
    hear({
      t: "drafted",
      id: 1,
      based: 5,
      moves: ["S:g"],
      view: { hand: ["g4"] },
      choice: { seat: 0, legal: ["stop"] },
    });
    await trying;
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    wires[1]?.onopen?.();
    hear({
      t: "welcome",
      table: { seq: 5, seats: [] } as never,
      seats: [0],
      host: false,
      now: 1000,
      lang: "fr",
      missed: 0,
    });
    expect(legalOf(store.state)).toEqual(["stop"]);
    void session.confirm();
    expect(sent.at(-1)).toMatchObject({ t: "play", moves: ["S:g"], based: 5 });
  });

  test("the beat that came least late tells the server's time", () => {
    const { store, hear } = table();
    hear({ t: "welcome", table: {} as never, seats: [0], host: true, now: 700, lang: "fr" });
    hear({ t: "beat", seq: 0, now: 940 });
    hear({ t: "beat", seq: 0, now: 500 });
    expect(store.state.clockOffset).toBe(-60);
  });

  test("a silence is told within four seconds, and taken back when the server answers", () => {
    const { store, sent, timers, hear } = table();
    hear({ t: "welcome", table: {} as never, seats: [0], host: true, now: 1000, lang: "fr" });
    const run = (most: number): number => {
      const timer = timers.filter(({ ms }) => ms < most)[0] as (typeof timers)[0];
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
      return timer.ms;
    };
    const asked = run(5_000);
    expect(sent.at(-1)).toEqual({ t: "ping" });
    expect(store.state.link).toBe("open");
    expect(asked + run(5_000)).toBeLessThanOrEqual(4_000);
    expect(store.state.link).toBe("lost");
    hear({ t: "beat", seq: 0, now: 1000 });
    expect(store.state.link).toBe("open");
  });

  test("a farewell for good is not called after", () => {
    const { store, wires, timers, hear } = table();
    hear({ t: "goodbye", why: { code: "server.too-old", sentence: "Non." } });
    wires[0]?.onclose?.();
    expect(store.state.link).toBe("closed");
    expect(timers.filter(({ ms }) => ms < 10_000)).toEqual([]);
  });

  test("left while it was being dialled, the line is closed as soon as it opens", () => {
    const { session, store, wires, timers } = table();
    wires[0]?.onclose?.();
    timers.find(({ ms }) => ms < 1000)?.run();
    let closed = 0;
    const second = wires[1] as Wire;
    second.close = () => void (closed += 1);
    session.leave();
    expect(closed).toBe(0);
    second.onopen?.();
    expect(closed).toBe(1);
    expect(store.state.link).toBe("closed");
  });

  test("reveals its bytes once the seats are fixed", () => {
    const { sent, sealed, hear } = table();
    hear({ t: "welcome", table: {} as never, seats: [0], host: true, now: 1000, lang: "fr" });
    hear(snapshot({ phase: "revealing", view: null, choice: null, fair: { commitment: "c", hashes: ["h", null] } }));
    // everybody's hashes are kept before our bytes are shown
    expect(sealed[0]).toEqual({ hashes: ["h", null], revealed: false });
    expect(sent.at(-1)).toEqual({ t: "reveal", nonce: "aa", seat: 0 });
  });
});

describe("playing", () => {
  test("a draft shows its position and can be taken back", async () => {
    const { session, store, sent, hear } = table();
    hear(snapshot());
    const trying = session.attempt("S:g");
    expect(sent.at(-1)).toMatchObject({ t: "draft", moves: ["S:g"] });
    hear({
      t: "drafted",
      id: 1,
      based: 5,
      moves: ["S:g"],
      view: { hand: ["g4"] },
      choice: { seat: 0, legal: ["stop"] },
    });
    expect(await trying).toBeNull();
    expect(legalOf(store.state)).toEqual(["stop"]);
    await session.undo();
    expect(legalOf(store.state)).toContain("pass");
  });

  test("a refusal is kept with its reason, and so is the selection", async () => {
    const { session, store, hear } = table();
    hear(snapshot());
    store.apply(selected(["g5#0"]));
    const playing = session.play(["g5"]);
    hear({
      t: "refused",
      key: "key-1",
      why: { code: "refusal.restart.not-greater", sentence: "Non.", clause: "RS-T2" },
    });
    expect(await playing).toMatchObject({ clause: "RS-T2" });
    expect(store.state).toMatchObject({ refusals: 1, selection: ["g5#0"] });
  });

  test("pieces that left the hand leave the selection", () => {
    const { store, hear } = table();
    hear(snapshot());
    store.apply(selected(["g4#0", "S#1"]));
    hear(snapshot({ seq: 6, view: { seat: 0, hand: ["g5", "S"] } }));
    expect(store.state.selection).toEqual([]);
  });
});

test("two equal pieces are two pieces", () => {
  expect(pieceKeys(["h3", "c1", "h3"])).toEqual(["h3#0", "c1#0", "h3#1"]);
  expect(pieceOf("m:h3#1")).toBe("h3");
});
