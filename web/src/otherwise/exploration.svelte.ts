/** A game that is over, played otherwise: who answers to moves, and which paths have been tried. */
import type { BranchPosition, Why } from "../messages.ts";
import { askBranch, Declined } from "../session/api.ts";
import { refused, shown } from "../state/changes.ts";
import type { Moves } from "../state/moves.ts";
import { Store } from "../state/store.ts";
import type { TableEvent } from "../state/table.ts";
import { keepStudy, type KeptStudy } from "./kept.ts";
import { follow, playedMoves, startsWith, type Branch, type Study } from "./study.ts";

/** The branch of the game as it was played. */
export const PLAYED = -2;
export const NO_BRANCH = -1;

export class Exploration implements Moves {
  readonly store = new Store();
  study = $state.raw() as Study;
  /** The moves that are on the table now, from the place on. */
  moves = $state.raw<string[]>([]);
  /** Which branch they belong to. */
  current = $state(NO_BRANCH);
  chances = $state.raw<Record<string, number[]>>({});
  /** The widest interval so far: half of it, in 0..1. */
  error = $state(0);
  position = $state.raw<BranchPosition | null>(null);
  answering = $state(false);
  problem = $state.raw<Why | null>(null);
  looking = $state(false);
  readonly played: string[];
  /** Grows with every wish: answers to an older one are not shown. */
  private wish = 0;

  constructor(
    { study, chances }: Pick<KeptStudy, "study" | "chances">,
    public level: string,
    private readonly lang: () => string,
  ) {
    this.study = study;
    this.chances = chances;
    this.played = playedMoves(study);
  }

  // --- what is on the table ---------------------------------------------------------------------------

  async begin(): Promise<void> {
    await this.go([]);
    if (this.position && this.played.length > 0) await this.learnPlayed();
  }

  /** To the first decision at or after these moves of a branch. */
  async choose(branch: number, moves: string[]): Promise<void> {
    this.current = branch;
    await this.go(moves);
  }

  async setLooking(looking: boolean): Promise<void> {
    this.looking = looking;
    const { wish } = this;
    if (!looking) return;
    const { hands } = await this.ask(this.moves, {}).catch(() => ({ hands: null }));
    if (this.position && wish === this.wish) this.position = { ...this.position, hands: hands ?? null };
  }

  /** Take back one's own last turn, with the answers to it. */
  async takeBack(): Promise<void> {
    const own = this.ownTurns(this.moves);
    await this.go(this.moves.slice(0, own.at(-1) ?? 0));
  }

  get canTakeBack(): boolean {
    return this.ownTurns(this.moves).length > 0;
  }

  /** After how many of the moves on the table the person's turns began. */
  private ownTurns(moves: readonly string[]): number[] {
    const seats = this.seatsOf(moves.length);
    return seats.flatMap((seat, at) => (seat === this.study.seat && seats[at - 1] !== seat ? [at] : []));
  }

  /** Who made the moves that are on the table. */
  seatsOf(count: number): number[] {
    const made = (this.position?.events ?? []).filter((event) => event[0] === "move");
    return made
      .slice(made.length - this.moves.length)
      .map((event) => Number(event[1]))
      .slice(0, count);
  }

  private async go(moves: string[]): Promise<void> {
    const wish = ++this.wish;
    this.store.set({ waiting: true });
    try {
      await this.show(wish, moves);
    } catch (problem) {
      this.fail(wish, problem);
    }
  }

  /** The position, and then the bots' answers until it is the person's turn. */
  private async show(wish: number, moves: string[]): Promise<void> {
    let found = await this.ask(moves, { chances: true });
    while (this.put(wish, found) && found.turn !== null && found.turn !== this.study.seat) {
      this.answering = true;
      found = await this.answered(found.moves);
    }
    if (wish === this.wish) this.answering = false;
  }

  /** The answer that was given before on this branch, by the same bots; else a new one. */
  private answered(moves: string[]): Promise<BranchPosition> {
    const line = this.branchMoves(this.current);
    const level = this.study.branches[this.current]?.level ?? this.level;
    const next = startsWith(line, moves) && level === this.level ? line[moves.length] : undefined;
    if (next !== undefined) return this.ask([...moves, next], { chances: true });
    return this.ask(moves, { chances: true, answer: true });
  }

  branchMoves(branch: number): string[] {
    return branch === PLAYED ? this.played : (this.study.branches[branch]?.moves ?? []);
  }

  /** False: something else has been asked for since. */
  private put(wish: number, found: BranchPosition): boolean {
    if (wish !== this.wish) return false;
    this.problem = null;
    this.position = found;
    this.moves = found.moves;
    this.note(found);
    const { seats, seat, view, turn, choice, events } = found;
    const phase = turn === null ? "over" : "playing";
    const { news } = this.store.state;
    const told = { seat: null, by: "", events: [], count: news.count };
    this.store.apply(() => shown({ phase, seats, eyes: seat, mine: [seat], turn, view, choice, events, news: told }));
    return true;
  }

  /** Keep where these moves lead. */
  private note(found: BranchPosition): void {
    if (found.chances) {
      this.chances = { ...this.chances, [found.moves.join("|")]: found.chances };
      this.error = Math.max(this.error, found.error ?? 0);
    }
    const along = this.current === PLAYED && startsWith(this.played, found.moves);
    if (!along) {
      const { at } = this.study;
      const paths = follow({ branches: this.study.branches, current: this.current }, found.moves, at, this.level);
      this.current = paths.current;
      this.study = { ...this.study, branches: paths.branches.map((branch) => this.withChances(branch)) };
    }
    this.keep();
  }

  private withChances(branch: Branch): Branch {
    const chances = this.chances[branch.moves.join("|")] ?? null;
    return chances === branch.chances ? branch : { ...branch, chances };
  }

  private keep(): void {
    if (this.study.branches.length > 0) keepStudy(this.study, this.chances, Date.now());
  }

  /** What the decision of the game was worth, to compare with. */
  private async learnPlayed(): Promise<void> {
    const own = this.study.record.events.slice(this.study.at).filter((event) => event[0] === "move");
    const until = own.findIndex((event) => event[1] !== this.study.seat);
    const turn = this.played.slice(0, until < 0 ? own.length : until);
    if (turn.length === 0 || this.chances[turn.join("|")]) return;
    const { chances } = await this.ask(turn, { chances: true }).catch(() => ({ chances: null }));
    if (chances) this.chances = { ...this.chances, [turn.join("|")]: chances };
  }

  // --- branches -----------------------------------------------------------------------------------------

  name(branch: number, name: string): void {
    const mine = this.study.branches[branch];
    if (!mine) return;
    this.study = { ...this.study, branches: this.study.branches.with(branch, { ...mine, name }) };
    this.keep();
  }

  async forget(branch: number): Promise<void> {
    this.study = { ...this.study, branches: this.study.branches.toSpliced(branch, 1) };
    keepStudy(this.study, this.chances, Date.now());
    await this.choose(NO_BRANCH, []);
  }

  // --- moves ----------------------------------------------------------------------------------------------

  play(moves: string[]): Promise<Why | null> {
    const wish = ++this.wish;
    this.store.set({ waiting: true, refusal: null });
    return this.show(wish, [...this.moves, ...moves]).then(
      () => null,
      (problem: unknown) => this.fail(wish, problem),
    );
  }

  confirm(last?: string): Promise<Why | null> {
    return this.play([...(this.store.state.trial?.moves ?? []), ...(last === undefined ? [] : [last])]);
  }

  attempt(move: string): Promise<Why | null> {
    return this.draft([...(this.store.state.trial?.moves ?? []), move]);
  }

  async undo(): Promise<void> {
    const moves = this.store.state.trial?.moves.slice(0, -1) ?? [];
    if (moves.length > 0) await this.draft(moves);
    else this.store.set({ trial: null, selection: [], refusal: null });
  }

  async check(move: string): Promise<Why | null> {
    try {
      await this.ask([...this.moves, ...(this.store.state.trial?.moves ?? []), move], {});
      return null;
    } catch (problem) {
      return whyOf(problem);
    }
  }

  /** Unconfirmed moves of this turn; what draws or reveals something is played. */
  private async draft(moves: string[]): Promise<Why | null> {
    const wish = this.wish;
    const known = this.position?.events.length ?? 0;
    try {
      const { view, choice, turn, events } = await this.ask([...this.moves, ...moves], {});
      if (wish !== this.wish) return null;
      if ((events as TableEvent[]).slice(known).some((event) => event[0] !== "move")) return await this.play(moves);
      const passes = turn !== this.study.seat;
      this.store.set({ trial: { moves, view, choice, passes }, selection: [], refusal: null });
      return null;
    } catch (problem) {
      return this.fail(wish, problem);
    }
  }

  private ask(moves: string[], more: { chances?: boolean; answer?: boolean }): Promise<BranchPosition> {
    const { record, at, seat } = this.study;
    const part = { ...record, events: record.events.slice(0, at) };
    const asked = { record: part, at, seat, moves, level: this.level, hands: this.looking, ...more };
    return askBranch(asked, this.lang());
  }

  private fail(wish: number, problem: unknown): Why {
    const why = whyOf(problem);
    if (wish !== this.wish) return why;
    this.answering = false;
    this.problem = this.position ? this.problem : why;
    this.store.apply(refused(why));
    this.store.set({ waiting: false });
    return why;
  }
}

const whyOf = (problem: unknown): Why =>
  problem instanceof Declined ? problem.why : { code: "server.unavailable", sentence: "" };
