/**
 * A guided first game: positions set up in advance, each with the moves that exist in it and the ones that teach something.
 * Nothing is worked out here; a lesson knows its few moves by heart, so it needs no rule and no server.
 */
import type { Wire } from "../line.ts";
import { Match } from "../match.ts";
import type { Choice, Why } from "../messages.ts";
import type { Event, View } from "../state.ts";

export interface Scene {
  view: View;
  legal: string[];
  fills?: Record<string, string>;
  /** Positions after an unconfirmed move, by the moves so far. */
  trials?: Record<string, { view: View; legal: string[]; fills?: Record<string, string> }>;
  /** What teaches: any of these moves, joined by " / " when a turn has several. */
  goals: string[];
  /** The position after the goal that was reached, and what happened, so that the move is seen. */
  after: (moves: string[]) => { view: View; events?: Event[] };
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
const slotOf = (move: string | undefined): number => Number(move?.split(" ")[1]);

/** Tiles go from the hand to the end of their row. */
function placed(view: View, move: string): View {
  const tiles = move.split("+");
  if (!/^[rgbok]/.test(move)) return view;
  const rows = view["rows"] as Record<string, string[]>;
  const letter = move[0] ?? "r";
  return restart({ ...rows, [letter]: [...(rows[letter] ?? []), ...tiles] }, (view["hand"] as string[]).filter((tile) => !tiles.includes(tile)));
}

/** Tiles go from the rack to their group, or make one. */
function laid(view: View, move: string): View {
  const [verb, ...rest] = move.split(" ");
  const groups = view["groups"] as { number: number; kind: string; tiles: string[] }[];
  const rack = view["rack"] as string[];
  const tiles = (rest.at(-1) ?? "").split("+");
  const rising = (one: string, other: string): number => Number(one.slice(1)) - Number(other.slice(1));
  const left = rack.filter((tile) => !tiles.includes(tile));
  if (verb === "new") return famille([...groups, { number: groups.length + 1, kind: "family", tiles }], left);
  if (verb === "add") return famille(groups.map((group) => (String(group.number) === rest[0] ? { ...group, kind: "run", tiles: [...group.tiles, ...tiles].sort(rising) } : group)), left);
  return verb === "draw" ? famille(groups, [...rack, "b5"], { phase: "drawn", drawn: "b5" }) : famille(groups, rack);
}

const restartScene = (view: View, legal: string[], goals: string[]): Scene => ({ view, legal, goals, after: ([move]) => ({ view: placed(view, move ?? "") }) });
const tool = (view: View, move: string, cut: View, legal: string[], goal: string): Scene => ({
  view, legal: [move, "pass"], trials: { [move]: { view: cut, legal } }, goals: [goal], after: (moves) => ({ view: placed(cut, moves.at(-1) ?? "") }),
});
const familleScene = (view: View, legal: string[], goals: string[]): Scene => ({ view, legal, goals, after: ([move]) => ({ view: laid(view, move ?? "") }) });

const FILLED = romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1));
const WITH_JOKER = romirami("fill", TAKEN, ["c1", "c4", "d2", "h4"]);
const JOKER_SPENT = { ...romirami("fill", TAKEN, ["c1", "d2"], [contracts[0]], contracts.slice(1)), jokers: [false, true], scores: [3, 1] };
const FULL_HAND = ["c1", "c2", "c5", "d1", "d2", "d3", "h2", "h5", "l1", "l3", "l5"];
const DISCARDS = FULL_HAND.map((card) => `discard ${card}`);

const DOWN = junior(null, null);
const ONE_UP = junior({ slot: 17, tile: "y8" }, null);
const PAIR_GONE = junior(null, null, [["y8", "g8"], []], [17, 30]);
const BEAR_UP = junior({ slot: 9, tile: "r12" }, null, [["y8", "g8"], []], [17, 30]);

export const LESSONS: Record<string, Scene[]> = {
  restart: [
    restartScene(restart({ r: ["r1", "r4"] }, ["r6", "r9", "g5", "k3"]), ["g5", "k3", "pass", "r6", "r9"], ["r6", "r9", "g5", "k3"]),
    restartScene(restart({ g: ["g1", "g5"] }, ["g7", "g8", "g9", "b2"]), ["b2", "g7", "g7+g8", "g7+g8+g9", "g8", "g8+g9", "g9", "pass"], ["g7+g8+g9"]),
    restartScene(restart({ o: ["o1", "o6"], g: ["g1", "g9"] }, ["oE", "g4"]), ["oE", "pass"], ["oE"]),
    tool(restart({ o: ["o1", "o6", "oE"] }, ["S", "o9", "r2"]), "S:o", restart({ o: ["o1", "o6"] }, ["o9", "r2"], "o"), ["o9", "stop"], "S:o / o9"),
    restartScene(restart({ k: ["k1", "k12", "k15"], b: ["b1", "b8"] }, ["kX", "b5"]), ["kX", "pass"], ["kX"]),
    restartScene(restart({ k: ["k1", "k12", "k15", "kX"] }, ["k2", "k3", "b3"]), ["b3", "k2", "k2+k3", "k3", "pass"], ["k2+k3"]),
    tool(restart({ b: ["b1", "b9", "b14"] }, ["T", "b2", "b3", "b8"]), "T:b", restart({ b: ["b1"] }, ["b2", "b3", "b8"], "b"), ["b2", "b2+b3", "b3", "b8", "stop"], "T:b / b2+b3"),
    restartScene(restart({ b: ["b1", "b14"] }, ["b3", "b5"]), ["pass"], ["pass"]),
  ],
  famille: [
    familleScene(famille([{ number: 1, kind: "run", tiles: ["b4", "b5"] }, { number: 2, kind: "single", tiles: ["r9"] }], ["b6", "g2", "y12"]), ["add 1 b6"], ["add 1 b6"]),
    familleScene(famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["r7", "g7", "y7", "g2"]), ["new r7+g7", "new r7+g7+y7", "new r7+y7", "new g7+y7"], ["new r7+g7+y7"]),
    familleScene(famille([{ number: 1, kind: "run", tiles: ["b4", "b5", "b6"] }, { number: 2, kind: "single", tiles: ["r9"] }], ["b3", "b7", "g2"]), ["add 1 b3", "add 1 b7", "add 1 b3+b7"], ["add 1 b3+b7"]),
    familleScene(famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["g2", "y9"]), ["draw"], ["draw"]),
    familleScene(famille([{ number: 1, kind: "single", tiles: ["b4"] }, { number: 2, kind: "single", tiles: ["r13"] }], ["b5", "g2", "y9"], { phase: "drawn", drawn: "b5" }), ["add 1 b5", "keep"], ["add 1 b5", "keep"]),
  ],
  romirami: [
    {
      view: romirami("take", MARKET, ["l4", "c1", "d2"]),
      legal: ["take c4", "take c4+c5", "take c4+h4", "take c5", "take d1", "take d1+d3", "take d3", "take h4", "take l2"],
      trials: { "take c4+h4": { view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]), legal: [], fills: { "1": "fill 1 c4+h4+l4" } } },
      goals: ["take c4+h4"],
      after: () => ({ view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]) }),
    },
    {
      view: romirami("fill", TAKEN, ["c1", "c4", "d2", "h4", "l4"]),
      legal: [],
      fills: { "1": "fill 1 c4+h4+l4" },
      trials: { "fill 1 c4+h4+l4": { view: FILLED, legal: ["done"] } },
      goals: ["fill 1 c4+h4+l4"],
      after: () => ({ view: FILLED }),
    },
    { view: FILLED, legal: ["done"], goals: ["done"], after: () => ({ view: romirami("take", [...TAKEN, "h2", "l5"], ["c1", "d2", "l3"], [contracts[0]], contracts.slice(1)) }) },
    {
      view: WITH_JOKER,
      legal: [],
      fills: { "1": "fill 1 c4+h4+*" },
      trials: { "fill 1 c4+h4+*": { view: JOKER_SPENT, legal: ["done"] } },
      goals: ["fill 1 c4+h4+*"],
      after: () => ({ view: JOKER_SPENT }),
    },
    {
      view: romirami("discard", MARKET, FULL_HAND, [contracts[0]], contracts.slice(1)),
      legal: DISCARDS,
      goals: DISCARDS,
      after: ([move]) => ({ view: romirami("take", MARKET, FULL_HAND.filter((card) => `discard ${card}` !== move), [contracts[0]], contracts.slice(1)) }),
    },
  ],
  junior: [
    { view: DOWN, legal: FLIPS, goals: FLIPS, after: ([move]) => ({ view: junior({ slot: slotOf(move), tile: "y8" }, null), events: [["reveal", 0, "y8"]] }) },
    {
      view: ONE_UP,
      legal: FLIPS.filter((move) => move !== "flip 17"),
      goals: FLIPS.filter((move) => move !== "flip 17"),
      after: ([move]) => ({ view: junior(null, { slots: [17, slotOf(move)], tiles: ["y8", "g8"], kept: true }, [["y8", "g8"], []], [17, slotOf(move)]), events: [["reveal", 0, "g8"]] }),
    },
    {
      view: PAIR_GONE,
      legal: FLIPS.filter((move) => !/ (17|30)$/.test(move)),
      goals: FLIPS.filter((move) => !/ (17|30)$/.test(move)),
      after: ([move]) => ({ view: junior({ slot: slotOf(move), tile: "r12" }, null, [["y8", "g8"], []], [17, 30]), events: [["reveal", 0, "r12"]] }),
    },
    {
      view: BEAR_UP,
      legal: FLIPS.filter((move) => !/ (9|17|30)$/.test(move)),
      goals: FLIPS.filter((move) => !/ (9|17|30)$/.test(move)),
      after: ([move]) => ({ view: junior(null, { slots: [9, slotOf(move)], tiles: ["r12", "b3"], kept: false }, [["y8", "g8"], []], [17, 30]), events: [["reveal", 0, "b3"]] }),
    },
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
      this.reach(moves);
      return null;
    }
    return this.miss();
  }

  override async attempt(move: string): Promise<Why | null> {
    const next = this.scene?.trials?.[move];
    if (!next) return this.miss();
    this.show({ trial: { moves: [move], view: next.view, choice: choiceOf(next), passes: false }, selection: [], refusal: null });
    if (this.scene?.goals.includes(move)) this.reach([move]);
    return null;
  }

  override async undo(): Promise<void> {
    this.show({ trial: null, selection: [], refusal: null });
  }

  override async check(): Promise<Why | null> {
    return this.missed();
  }

  private reach(moves: string[]): void {
    const { view, events = [] } = this.scene?.after(moves) ?? { view: this.state.view };
    const news = { seat: 0, by: "", events, count: this.state.news.count + 1 };
    this.show({ view, news, choice: null, trial: null, selection: [], refusal: null });
    this.learnt();
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
