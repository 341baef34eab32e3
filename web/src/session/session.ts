/**
 * One device at one table: it greets, keeps the numbers without a gap, asks again after a loss, and answers for the
 * fair deal.
 * What it hears goes into the record of the table. No rule lives here: the server lists what is legal and says why
 * something is not.
 */
import type { Advised, FromClient, FromServer, Say, Update, Why } from "../messages.ts";
import {
  clockHeard,
  drafted,
  refused,
  snapshotTaken,
  talked,
  trialDropped,
  updated,
  welcomed,
} from "../state/changes.ts";
import type { Moves } from "../state/moves.ts";
import type { Store } from "../state/store.ts";
import { seatOf, type TableState } from "../state/table.ts";
import type { Lang } from "../words/languages.ts";
import type { Connect, TableServer } from "./server.ts";

export interface SessionSettings {
  table: string;
  keys: string[];
  lang: Lang;
  /** The bytes this device adds to the deal, by seat; revealed once the seats are fixed. */
  nonces: Record<number, string>;
  /** The seats are fixed and the hashes known: told before our bytes are revealed. */
  sealed?: (mine: number[], hashes: (string | null)[]) => void;
  connect: Connect;
  random: () => string;
  now: () => number;
}

type Answer = (message: FromServer) => void;

const LOST: FromServer = { t: "refused", why: { code: "lost", sentence: "" } };

export class Session implements Moves {
  private readonly server: TableServer;
  private questions = 0;
  /** Questions without an answer, by their number. */
  private readonly asked = new Map<number, Answer>();
  /** What was asked for and not yet done, by its key: it is sent again after a loss, and done once. */
  private readonly pending = new Map<string, { message: FromClient; done: (why: Why | null) => void }>();
  private readonly revealed = new Set<number>();
  /** After a hello that is answered by missed updates: the number that brings this device into step again. */
  private behind: number | null = null;

  constructor(
    private readonly settings: SessionSettings,
    private readonly store: Store,
  ) {
    this.server = settings.connect({
      opened: () => this.greet(),
      hear: (message) => this.hear(message),
      lost: () => this.lost(),
      quiet: (quiet) => this.quiet(quiet),
    });
  }

  private get state(): TableState {
    return this.store.state;
  }

  // --- the connection -------------------------------------------------------------------------------

  connect(): void {
    this.server.open();
  }

  /** The browser says that the network is back: no need to sit out the wait. */
  hurry(): void {
    if (this.state.link === "lost") this.connect();
  }

  /** The browser says that there is no network. */
  networkLost(): void {
    if (this.server.remote) this.quiet(true);
  }

  /** Nothing is heard: people are told, and what was asked may still be answered. */
  quiet(quiet: boolean): void {
    if (this.state.link === (quiet ? "open" : "lost")) this.store.set({ link: quiet ? "lost" : "open" });
  }

  leave(): void {
    this.server.close();
    this.store.set({ link: "closed" });
  }

  private greet(): void {
    const { table, keys, lang } = this.settings;
    this.server.send({ t: "hello", table, protocol: 1, keys, last: this.state.seq, lang });
  }

  private lost(): void {
    for (const answer of this.asked.values()) answer(LOST);
    this.asked.clear();
    if (this.state.link !== "closed") this.store.set({ link: "lost" });
  }

  // --- what the server says -----------------------------------------------------------------------------

  private hear(message: FromServer): void {
    switch (message.t) {
      case "welcome":
        this.server.steady();
        this.store.apply(welcomed(message, this.settings.now()));
        this.behind = message.missed == null ? null : message.table.seq;
        return this.inStepAgain();
      case "snapshot":
        this.store.apply(snapshotTaken(message));
        this.reveal();
        return this.sendPendingAgain();
      case "update":
        return this.follow(message);
      case "accepted":
        return this.settle(message.key, null);
      case "refused":
        if (message.id != null) this.answer(message.id, message);
        if (message.key != null) this.settle(message.key, message.why);
        return;
      case "drafted":
      case "checked":
      case "hinted":
        return this.answer(message.id, message);
      case "said":
        return this.store.apply(talked(message));
      case "presence":
        return this.store.set({ here: message.here, watching: message.watching ?? 0 });
      case "beat":
        this.store.apply(clockHeard(message.now - this.settings.now()));
        if (message.seq > this.state.seq) this.resync();
        return;
      case "goodbye":
        this.store.set({ farewell: message.why, link: message.again == null ? "closed" : "lost" });
        if (message.again == null) this.server.end();
        else this.server.waitAtLeast(message.again);
    }
  }

  private resync(): void {
    this.server.send({ t: "resync", last: this.state.seq });
  }

  private follow(update: Update): void {
    if (update.seq <= this.state.seq) return;
    if (update.seq !== this.state.seq + 1) return this.resync();
    this.store.apply(updated(update));
    if (update.kind) this.reveal();
    this.inStepAgain();
  }

  /** What was asked and not answered before the loss is asked again, once everything that was missed is known. */
  private inStepAgain(): void {
    if (this.behind === null || this.state.seq < this.behind) return;
    this.behind = null;
    this.reveal();
    this.sendPendingAgain();
  }

  private answer(id: number, message: FromServer): void {
    const answer = this.asked.get(id);
    this.asked.delete(id);
    answer?.(message);
  }

  private settle(key: string, why: Why | null): void {
    const intention = this.pending.get(key);
    this.pending.delete(key);
    const waiting = this.pending.size > 0;
    const played = why === null && intention?.message.t === "play";
    this.store.apply((state) => {
      const next = { ...state, waiting, selection: played ? [] : state.selection };
      return why ? refused(why)(next) : next;
    });
    intention?.done(why);
  }

  private sendPendingAgain(): void {
    for (const { message } of this.pending.values()) this.server.send(message);
  }

  /** The fair deal: once the seats are fixed, show the bytes whose hash was given on sitting down. */
  private reveal(): void {
    if (this.state.phase !== "revealing") return;
    this.settings.sealed?.(this.state.mine, this.state.fair?.hashes ?? []);
    for (const seat of this.state.mine) {
      const nonce = this.settings.nonces[seat];
      if (nonce && !this.revealed.has(seat) && this.server.send({ t: "reveal", nonce, seat })) this.revealed.add(seat);
    }
  }

  // --- moves ------------------------------------------------------------------------------------------------

  play(moves: string[]): Promise<Why | null> {
    return this.intend((key) => ({ t: "play", key, based: this.state.seq, moves, seat: this.seat }));
  }

  confirm(last?: string): Promise<Why | null> {
    return this.play([...(this.state.trial?.moves ?? []), ...(last === undefined ? [] : [last])]);
  }

  /** If it draws or reveals something, the server plays it at once. */
  attempt(move: string): Promise<Why | null> {
    return this.draft([...(this.state.trial?.moves ?? []), move]);
  }

  async undo(): Promise<void> {
    const moves = this.state.trial?.moves.slice(0, -1) ?? [];
    if (moves.length === 0) this.store.apply(trialDropped);
    else await this.draft(moves);
  }

  private draft(moves: string[]): Promise<Why | null> {
    return new Promise((resolve) => {
      const id = ++this.questions;
      const key = this.settings.random();
      const done = (why: Why | null) => {
        this.asked.delete(id);
        this.pending.delete(key);
        resolve(why);
      };
      this.asked.set(id, (message) => {
        if (message.t === "refused") {
          if (message.why.code !== "lost") this.store.apply(refused(message.why));
          return done(message.why);
        }
        if (message.t === "drafted" && message.based === this.state.seq) this.store.apply(drafted(message));
        done(null);
      });
      const message: FromClient = { t: "draft", id, key, based: this.state.seq, moves, seat: this.seat };
      this.pending.set(key, { message, done });
      this.server.send(message);
    });
  }

  async check(move: string): Promise<Why | null> {
    const moves = this.state.trial?.moves ?? [];
    const answer = await this.ask((id) => ({ t: "check", id, based: this.state.seq, move, moves, seat: this.seat }));
    if (answer.t === "checked") return answer.legal ? null : (answer.why ?? null);
    return answer.t === "refused" ? answer.why : null;
  }

  /** Good moves for what this seat knows, the best first; or why there is no advice. */
  async hint(): Promise<Advised[] | Why> {
    const answer = await this.ask((id) => ({ t: "hint", id, based: this.state.seq, seat: this.seat }));
    if (answer.t === "hinted") return answer.moves ?? [];
    return answer.t === "refused" ? answer.why : [];
  }

  private ask(compose: (id: number) => FromClient): Promise<FromServer> {
    return new Promise((resolve) => {
      const id = ++this.questions;
      this.asked.set(id, resolve);
      if (!this.server.send(compose(id))) this.answer(id, LOST);
    });
  }

  // --- the table's life -----------------------------------------------------------------------------------

  /** A shared device has been handed to the player of this seat. */
  tap(seat: number): void {
    this.server.send({ t: "tap", seat });
  }

  say(phrase: NonNullable<Say["phrase"]>): void {
    this.server.send({ t: "say", phrase, seat: this.seat });
  }

  /** A line of one's own, where the table allows it. */
  write(text: string): void {
    this.server.send({ t: "say", text, seat: this.seat });
  }

  start = () => this.intend((key) => ({ t: "start", key }));
  askRematch = (hash: string) => this.intend((key) => ({ t: "rematch", key, hash }));
  seatBot = (seat: number, bot: string | null) => this.intend((key) => ({ t: "seat-bot", key, seat, bot }));
  freeSeat = (seat: number) => this.intend((key) => ({ t: "free-seat", key, seat }));
  giveUpSeat = () => this.intend((key) => ({ t: "leave", key, seat: this.seat }));
  takeBack = () => this.intend((key) => ({ t: "return", key, seat: this.seat }));
  abandon = () => this.intend((key) => ({ t: "abandon", key, seat: this.seat }));

  private intend(compose: (key: string) => FromClient): Promise<Why | null> {
    return new Promise((done) => {
      const key = this.settings.random();
      const message = compose(key);
      this.pending.set(key, { message, done });
      this.store.set({ waiting: true, refusal: null });
      this.server.send(message);
    });
  }

  private get seat(): number | null {
    return seatOf(this.state);
  }
}
