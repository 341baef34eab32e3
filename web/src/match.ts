/**
 * A table as one device knows it, apart from any drawing: the numbers that must not have a gap, what may be played,
 * what is selected and drafted. No rule lives here: the server lists what is legal and says why something is not.
 */
import { Line, type LineSettings } from "./line.ts";
import type { Advised, FromClient, FromServer, Say, Update, Why } from "./messages.ts";
import { pieceKeys } from "./pieces.ts";
import { Known, UNKNOWN, type MatchState, type View } from "./state.ts";

export interface MatchSettings extends LineSettings {
  table: string;
  keys: string[];
  lang: "fr" | "en";
  /** The bytes this device adds to the deal, by seat; revealed once the seats are fixed. */
  nonces: Record<number, string>;
  random: () => string;
  now: () => number;
}

type Answer = (message: FromServer) => void;

export class Match extends Known {
  state: MatchState = UNKNOWN;
  private readonly line: Line;
  private readonly listeners = new Set<() => void>();
  private questions = 0;
  private readonly asked = new Map<number, Answer>();
  private readonly pending = new Map<string, { message: FromClient; done: (why: Why | null) => void }>();
  private readonly revealed = new Set<number>();
  /** After a hello that is answered by missed updates: the number that brings this device into step again. */
  private behind: number | null = null;

  constructor(private readonly settings: MatchSettings) {
    super();
    this.line = new Line(settings, { opened: () => this.greet(), hear: (message) => this.hear(message), lost: () => this.lost() });
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // --- the connection -------------------------------------------------------------------------------

  connect(): void {
    this.line.dial();
  }

  /** The browser says that the network is back: no need to sit out the wait. */
  hurry(): void {
    if (this.state.link === "lost") this.connect();
  }

  leave(): void {
    this.line.hangUp();
    this.change({ link: "closed" });
  }

  private greet(): void {
    const { table, keys, lang } = this.settings;
    this.post({ t: "hello", table, protocol: 1, keys, last: this.state.seq, lang });
  }

  private lost(): void {
    for (const answer of this.asked.values()) answer({ t: "refused", why: { code: "lost", sentence: "" } });
    this.asked.clear();
    if (this.state.link !== "closed") this.change({ link: "lost" });
  }

  private post(message: FromClient): boolean {
    return this.line.post(message);
  }

  private change(changes: Partial<MatchState>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of this.listeners) listener();
  }

  // --- what the server says -----------------------------------------------------------------------------

  hear(message: FromServer): void {
    switch (message.t) {
      case "welcome":
        this.line.steady();
        this.change({
          link: "open", table: message.table, mine: message.seats, host: message.host, clockOffset: message.now - this.settings.now(), farewell: null,
        });
        this.behind = message.missed == null ? null : message.table.seq;
        if (this.behind !== null) this.change({ seats: message.table.seats });
        this.inStepAgain();
        break;
      case "snapshot":
        this.change({
          ready: true, seq: message.seq, phase: message.phase, seats: message.seats, eyes: message.seat ?? null, turn: message.turn ?? null,
          view: message.view ?? null, events: message.events ?? [], choice: message.choice ?? null, clock: message.clock ?? null,
          abandoning: message.abandoning ?? [], fair: message.fair ?? null, rematch: message.rematch ?? null, trial: null,
        });
        this.dropLostSelection();
        this.reveal();
        this.sendPendingAgain();
        break;
      case "update":
        this.follow(message);
        break;
      case "accepted":
        this.settle(message.key, null);
        break;
      case "refused":
        if (message.id != null) this.answer(message.id, message);
        if (message.key != null) this.settle(message.key, message.why);
        break;
      case "drafted":
      case "checked":
      case "hinted":
        this.answer(message.id, message);
        break;
      case "said":
        this.change({ said: [...this.state.said, message].slice(-30) });
        break;
      case "presence":
        this.change({ here: message.here, watching: message.watching ?? 0 });
        break;
      case "beat":
        // News come late, so that the server's clock seems to lag: the least late tells best how far the two clocks are apart.
        if (message.now - this.settings.now() > this.state.clockOffset) this.change({ clockOffset: message.now - this.settings.now() });
        if (message.seq > this.state.seq) this.post({ t: "resync", last: this.state.seq });
        break;
      case "goodbye":
        this.change({ farewell: message.why, link: message.again == null ? "closed" : "lost" });
        if (message.again == null) this.line.end();
        else this.line.waitAtLeast(message.again);
        break;
    }
  }

  /** What was asked and not answered before the loss is asked again, once everything that was missed is known. */
  private inStepAgain(): void {
    if (this.behind === null || this.state.seq < this.behind) return;
    this.behind = null;
    this.reveal();
    this.sendPendingAgain();
  }

  private follow(update: Update): void {
    if (update.seq <= this.state.seq) return;
    if (update.seq !== this.state.seq + 1) {
      this.post({ t: "resync", last: this.state.seq });
      return;
    }
    if (!update.kind) {
      this.change({ seq: update.seq });
      this.inStepAgain();
      return;
    }
    const changes: Partial<MatchState> = { seq: update.seq, turn: update.turn ?? null, clock: update.clock ?? null };
    if (update.phase != null) changes.phase = update.phase;
    if (update.seats != null) changes.seats = update.seats;
    if (update.fair != null) changes.fair = update.fair;
    if (update.rematch != null) changes.rematch = update.rematch;
    if (update.abandoning != null) changes.abandoning = update.abandoning;
    if (update.view != null) {
      const view = update.view as View;
      changes.view = view;
      changes.eyes = typeof view["seat"] === "number" ? view["seat"] : null;
      changes.choice = update.choice ?? null;
      changes.trial = null;
    }
    const events = update.events ?? [];
    if (events.length > 0) {
      changes.events = [...this.state.events.slice(0, update.n ?? 0), ...events];
      changes.news = { seat: update.seat ?? null, by: update.by ?? "", events, count: this.state.news.count + 1 };
    }
    this.change(changes);
    this.dropLostSelection();
    this.reveal();
    this.inStepAgain();
  }

  private answer(id: number, message: FromServer): void {
    const answer = this.asked.get(id);
    this.asked.delete(id);
    answer?.(message);
  }

  private settle(key: string, why: Why | null): void {
    const intention = this.pending.get(key);
    this.pending.delete(key);
    const played = why === null && intention?.message.t === "play";
    this.change({ waiting: this.pending.size > 0, ...(played ? { selection: [] } : {}), ...(why ? { refusal: why, refusals: this.state.refusals + 1 } : {}) });
    intention?.done(why);
  }

  private sendPendingAgain(): void {
    for (const { message } of this.pending.values()) this.post(message);
  }

  /** The fair deal: once the seats are fixed, show the bytes whose hash was given on sitting down. */
  private reveal(): void {
    if (this.state.phase !== "revealing") return;
    for (const seat of this.state.mine) {
      const nonce = this.settings.nonces[seat];
      if (nonce && !this.revealed.has(seat) && this.post({ t: "reveal", nonce, seat })) this.revealed.add(seat);
    }
  }

  // --- what a person does -----------------------------------------------------------------------------------

  /** Play moves of one's own turn for good. Null: done; else why not. */
  play(moves: string[]): Promise<Why | null> {
    return this.intend((key) => ({ t: "play", key, based: this.state.seq, moves, ...this.asSeat() }));
  }

  /** Play what was drafted, and `last` after it. */
  confirm(last?: string): Promise<Why | null> {
    return this.play([...(this.state.trial?.moves ?? []), ...(last === undefined ? [] : [last])]);
  }

  /** Try one more move. It can be undone until the turn is confirmed, unless it draws or reveals: then the server plays it at once. */
  async attempt(move: string): Promise<Why | null> {
    return this.draft([...(this.state.trial?.moves ?? []), move]);
  }

  /** Take back the last unconfirmed move. */
  async undo(): Promise<void> {
    const moves = this.state.trial?.moves.slice(0, -1) ?? [];
    if (moves.length === 0) this.change({ trial: null, selection: [], refusal: null });
    else await this.draft(moves);
  }

  private draft(moves: string[]): Promise<Why | null> {
    return new Promise((resolve) => {
      const id = ++this.questions;
      const key = this.settings.random();
      const finish = (why: Why | null) => {
        this.asked.delete(id);
        this.pending.delete(key);
        resolve(why);
      };
      this.asked.set(id, (message) => {
        if (message.t === "drafted" && message.based === this.state.seq) {
          this.change({
            trial: { moves: message.moves, view: message.view as View, choice: message.choice ?? null, passes: message.passes ?? false },
            refusal: null, selection: [],
          });
          finish(null);
        } else if (message.t === "refused") {
          if (message.why.code !== "lost") this.change({ refusal: message.why, refusals: this.state.refusals + 1 });
          finish(message.why);
        } else finish(null);
      });
      const message: FromClient = { t: "draft", id, key, based: this.state.seq, moves, ...this.asSeat() };
      this.pending.set(key, { message, done: finish });
      this.post(message);
    });
  }

  /** Would this be legal? Null: yes; else the reason in words, with its clause. */
  check(move: string): Promise<Why | null> {
    return new Promise((resolve) => {
      const id = ++this.questions;
      this.asked.set(id, (message) => {
        if (message.t === "checked") resolve(message.legal ? null : (message.why ?? null));
        else if (message.t === "refused") resolve(message.why);
        else resolve(null);
      });
      const sent = this.post({ t: "check", id, based: this.state.seq, move, moves: this.state.trial?.moves ?? [], ...this.asSeat() });
      if (!sent) this.answer(id, { t: "refused", why: { code: "lost", sentence: "" } });
    });
  }

  /** Good moves for what this seat knows, the best first; or why there is no advice. */
  hint(): Promise<Advised[] | Why> {
    return new Promise((resolve) => {
      const id = ++this.questions;
      this.asked.set(id, (message) => resolve(message.t === "hinted" ? (message.moves ?? []) : message.t === "refused" ? message.why : []));
      if (!this.post({ t: "hint", id, based: this.state.seq, ...this.asSeat() })) this.answer(id, { t: "refused", why: { code: "lost", sentence: "" } });
    });
  }

  /** A shared device has been handed to the player of this seat. */
  tap(seat: number): void {
    this.post({ t: "tap", seat });
  }

  say(phrase: NonNullable<Say["phrase"]>): void {
    this.post({ t: "say", phrase, ...this.asSeat() });
  }

  start = () => this.intend((key) => ({ t: "start", key }));
  askRematch = () => this.intend((key) => ({ t: "rematch", key }));
  seatBot = (seat: number, bot: string | null) => this.intend((key) => ({ t: "seat-bot", key, seat, bot }));
  giveUpSeat = () => this.intend((key) => ({ t: "leave", key, ...this.asSeat() }));
  takeBack = () => this.intend((key) => ({ t: "return", key, ...this.asSeat() }));
  abandon = () => this.intend((key) => ({ t: "abandon", key, ...this.asSeat() }));

  private intend(compose: (key: string) => FromClient): Promise<Why | null> {
    return new Promise((done) => {
      const key = this.settings.random();
      const message = compose(key);
      this.pending.set(key, { message, done });
      this.change({ waiting: true, refusal: null });
      this.post(message);
    });
  }

  private asSeat(): { seat: number | null } {
    const { eyes, mine } = this.state;
    return { seat: eyes ?? (mine.length === 1 ? (mine[0] ?? null) : null) };
  }

  // --- the selection --------------------------------------------------------------------------------------------

  /** Pieces are named by their place in the hand as sent: two equal cards are two pieces. */
  select(pieces: string[]): void {
    this.change({ selection: pieces, refusal: null });
  }

  toggle(piece: string): void {
    const { selection } = this.state;
    this.select(selection.includes(piece) ? selection.filter((other) => other !== piece) : [...selection, piece]);
  }

  refuse(why: Why): void {
    this.change({ refusal: why, refusals: this.state.refusals + 1 });
  }

  /** Put a position on the table without a server behind it: replays and lessons. */
  show(changes: Partial<MatchState>): void {
    this.change(changes);
  }

  forgive(): void {
    if (this.state.refusal) this.change({ refusal: null });
  }

  private dropLostSelection(): void {
    const { selection } = this.state;
    if (selection.length === 0) return;
    const view = this.view;
    const held = pieceKeys((view?.["hand"] ?? view?.["rack"] ?? []) as string[] | null);
    const kept = selection.filter((piece) => held.includes(piece) || piece.startsWith("m:"));
    if (kept.length !== selection.length) this.change({ selection: kept });
  }
}
