/**
 * A guided first game: positions set up in advance, each with the moves that exist in it and the ones that teach something.
 * Nothing is worked out here; a lesson knows its few moves by heart, so it needs no rule and no server.
 */
import { Match, type View, type Wire } from "../match.ts";
import type { Choice, Why } from "../messages.ts";

export interface Scene {
  view: View;
  legal: string[];
  fills?: Record<string, string>;
  /** Positions after an unconfirmed move, by the moves so far. */
  trials?: Record<string, { view: View; legal: string[]; fills?: Record<string, string> }>;
  /** What teaches: any of these moves, joined by " / " when a turn has several. */
  goals: string[];
  /** The position after a goal, if it is worth a look. */
  after?: View;
}

const seen = { players: 2, seat: 0, turn: 0, first: 0 };

const restart = (rows: Record<string, string[]>, hand: string[], cut: string | null = null): View => ({
  ...seen, game: "restart", round: 1, rows: { r: ["r1"], g: ["g1"], b: ["b1"], o: ["o1"], k: ["k1"], ...rows }, cut, hand, hand_sizes: [hand.length, 9],
  box: [], aside: 23, passes: 0, totals: [0, 0], last_points: null, target: 100,
});

const famille = (groups: { number: number; kind: string; tiles: string[] }[], rack: string[], more: Record<string, unknown> = {}): View => ({
  ...seen, game: "famille", phase: "play", groups, rack, rack_sizes: [rack.length, 6], pool: 30, drawn: null, passes: 0, pool_end: "literal", free_draw: "no", ...more,
});

const contracts = [
  { id: 1, points: 2, suit: "heart", requirements: ["set3"] },
  { id: 2, points: 4, suit: "clover", requirements: ["run4"] },
  { id: 3, points: 3, suit: "cherry", requirements: ["set2", "set2"] },
  { id: 4, points: 5, suit: "diamond", requirements: ["run5"] },
];
const romirami = (phase: string, market: string[], hand: string[], done: unknown[] = [], offers: unknown[] = contracts): View => ({
  ...seen, game: "romirami", phase, last_lap: false, market, contracts: offers,
  trophies: [["cherry", 3], ["combo3", 4], ["clover", 3], ["combo5", 2]].map(([name, points]) => ({ name, points, counts: [0, 0], holder: null })),
  hand, hand_sizes: [hand.length, 3], known: [[], []], jokers: [true, true], completed: [done, []], bonus: [done.length ? ["h4"] : [], []],
  discard: [], pile: 60, contract_pile: 30, scores: [done.length ? 4 : 1, 1],
});
const MARKET = ["c4", "h4", "d1", "l2", "c5", "d3"];
const TAKEN = ["d1", "l2", "c5", "d3"];

const junior = (turned: unknown, last: unknown, kept: string[][] = [[], []], gone: number[] = []): View => ({
  ...seen, game: "junior", face_down: Array.from({ length: 52 }, (_, at) => at + 1).filter((slot) => !gone.includes(slot)), turned, kept, last,
});
const FLIPS = Array.from({ length: 52 }, (_, at) => `flip ${at + 1}`);

export const LESSONS: Record<string, Scene[]> = {
  restart: [
    { view: restart({ r: ["r1", "r4"] }, ["r6", "r9", "g5", "k3"]), legal: ["g5", "k3", "pass", "r6", "r9"], goals: ["r6", "r9", "g5", "k3"] },
    { view: restart({ g: ["g1", "g5"] }, ["g7", "g8", "g9", "b2"]), legal: ["b2", "g7", "g7+g8", "g7+g8+g9", "g8", "g8+g9", "g9", "pass"], goals: ["g7+g8+g9"] },
    {
      view: restart({ o: ["o1", "o6", "oE"] }, ["S", "o9"]),
      legal: ["S:o", "pass"],
      trials: { "S:o": { view: restart({ o: ["o1", "o6"] }, ["o9"], "o"), legal: ["o9", "stop"] } },
      goals: ["S:o / o9"],
    },
    { view: restart({ k: ["k1", "k12", "k15"] }, ["kX", "k2"]), legal: ["kX", "pass"], goals: ["kX"] },
    { view: restart({ k: ["k1", "k12", "k15", "kX"] }, ["k2", "k3", "b3"]), legal: ["b3", "k2", "k2+k3", "k3", "pass"], goals: ["k2+k3"] },
    { view: restart({ b: ["b1", "b14"] }, ["b3", "b5"]), legal: ["pass"], goals: ["pass"] },
  ],
  famille: [
    { view: famille([{ number: 1, kind: "run", tiles: ["b4", "b5"] }, { number: 2, kind: "single", tiles: ["r9"] }], ["b6", "g2", "y12"]), legal: ["add 1 b6"], goals: ["add 1 b6"] },
    { view: famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["r7", "g7", "y7", "g2"]), legal: ["new r7+g7", "new r7+g7+y7", "new r7+y7", "new g7+y7"], goals: ["new r7+g7+y7"] },
    { view: famille([{ number: 1, kind: "run", tiles: ["b4", "b5", "b6"] }, { number: 2, kind: "single", tiles: ["r9"] }], ["b3", "b7", "g2"]), legal: ["add 1 b3", "add 1 b7", "add 1 b3+b7"], goals: ["add 1 b3+b7"] },
    { view: famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["g2", "y9"]), legal: ["draw"], goals: ["draw"] },
    { view: famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["b5", "g2", "y9"], { phase: "drawn", drawn: "b5" }), legal: ["add 1 b5", "keep"], goals: ["add 1 b5", "keep"] },
  ],
  romirami: [
    {
      view: romirami("take", MARKET, ["l4", "c1", "d2"]),
      legal: ["take c4", "take c4+c5", "take c4+h4", "take c5", "take d1", "take d1+d3", "take d3", "take h4", "take l2"],
      trials: { "take c4+h4": { view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]), legal: [], fills: { "1": "fill 1 c4+h4+l4" } } },
      goals: ["take c4+h4"],
    },
    {
      view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]),
      legal: [],
      fills: { "1": "fill 1 c4+h4+l4" },
      trials: { "fill 1 c4+h4+l4": { view: romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1)), legal: ["done"] } },
      goals: ["fill 1 c4+h4+l4"],
    },
    { view: romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1)), legal: ["done"], goals: ["done"] },
  ],
  junior: [
    { view: junior(null, null), legal: FLIPS, goals: FLIPS },
    { view: junior({ slot: 17, tile: "y8" }, null), legal: FLIPS.filter((move) => move !== "flip 17"), goals: FLIPS.filter((move) => move !== "flip 17") },
    { view: junior(null, { slots: [17, 30], tiles: ["y8", "g8"], kept: true }, [["y8", "g8"], []], [17, 30]), legal: FLIPS.filter((move) => !/ (17|30)$/.test(move)), goals: FLIPS.filter((move) => !/ (17|30)$/.test(move)) },
  ],
};

/** A match whose other side is the lesson. */
export class Lesson extends Match {
  private scene: Scene | null = null;

  constructor(private readonly learnt: () => void, private readonly missed: () => Why) {
    super({ table: "", keys: [], lang: "fr", nonces: {}, dial: () => null as unknown as Wire, random: () => "", later: () => () => undefined, now: Date.now });
  }

  begin(scene: Scene): void {
    this.scene = scene;
    this.show({ link: "open", ready: true, phase: "playing", eyes: 0, mine: [0], turn: 0, view: scene.view, choice: choiceOf(scene), trial: null, selection: [], refusal: null });
  }

  override async play(moves: string[]): Promise<Why | null> {
    if (this.scene?.goals.includes(moves.join(" / "))) {
      this.show({ choice: null, trial: null, selection: [], refusal: null });
      this.learnt();
      return null;
    }
    return this.miss();
  }

  override async attempt(move: string): Promise<Why | null> {
    const next = this.scene?.trials?.[move];
    if (!next) return this.miss();
    this.show({ trial: { moves: [move], view: next.view, choice: choiceOf(next), passes: false }, selection: [], refusal: null });
    if (this.scene?.goals.includes(move)) this.learnt();
    return null;
  }

  override async undo(): Promise<void> {
    this.show({ trial: null, selection: [], refusal: null });
  }

  override async check(): Promise<Why | null> {
    return this.missed();
  }

  private miss(): Why {
    const why = this.missed();
    this.refuse(why);
    return why;
  }
}

function choiceOf({ legal, fills }: { legal: string[]; fills?: Record<string, string> }): Choice {
  return { seat: 0, legal, fills: fills ?? null };
}
