/** One's own pieces, sorted or laid by hand. */
import type { Live } from "../state/live.svelte.ts";
import { pieceKeys, pieceOf } from "../pieces/notation.ts";
import { remember, remembered } from "../storage.ts";
import { language } from "../words/language.svelte.ts";
import { asLaid, ORDERS, putBeside, sorted, type Order } from "./arranging.ts";
import type { Dragging } from "./moving.ts";

interface Held {
  pieces: readonly string[] | null;
  /** Which deal they are from: what was laid by hand in another is forgotten. */
  deal?: number;
}

const AT_ONCE = 8; // pieces drawn in one go at first: a slow phone must not freeze over a hand of thirty

/** What was laid at the tables of this page, by table and seat: a shared screen forgets it with the page. */
const laidHere = new Map<string, string[]>();

export class Rack {
  order = $state<Order>("colour");
  /** The last change, for ears. */
  told = $state("");
  private drawn = $state(-AT_ONCE);
  private laid = $state.raw<{ deal: number; keys: string[] }>({ deal: 0, keys: [] });
  private readonly held: Held = $derived.by(() => this.hold());
  readonly keys: string[] = $derived.by(() => {
    const keys = pieceKeys(this.held.pieces);
    return this.order === "own"
      ? asLaid(this.usual ? sorted(keys, this.usual) : keys, this.laidNow)
      : sorted(keys, this.order);
  });

  /** `usual`: how pieces are sorted before anybody asks; null where only the game knows what its pieces mean. */
  constructor(
    private readonly at: () => Live,
    private readonly hold: () => Held,
    private readonly say: (piece: string) => string,
    private readonly usual: Exclude<Order, "own"> | null,
  ) {
    this.laid = { deal: this.deal, keys: this.recall() };
    const wanted = usual ? (ORDERS.find((order) => order === remembered("sort")) ?? usual) : "own";
    this.order = wanted === "own" && usual && this.laid.keys.length === 0 ? usual : wanted;
    $effect(() => {
      if (this.isReady) return;
      const timer = setTimeout(
        () => (this.drawn = this.drawn + AT_ONCE < this.keys.length ? this.drawn + AT_ONCE : Infinity),
      );
      return () => clearTimeout(timer);
    });
  }

  /** What lies above it has been drawn. */
  get isBegun(): boolean {
    return this.drawn >= 0;
  }

  /** Everything has been drawn once: what can wait comes now. */
  get isReady(): boolean {
    return this.drawn === Infinity;
  }

  /** Has its turn come to be drawn? Until then its back keeps its place. */
  isDrawn = (key: string): boolean => this.isReady || this.keys.indexOf(key) < this.drawn;

  sort(order: Order): void {
    if (order === "own" && this.laidNow.length === 0) this.laid = { deal: this.deal, keys: this.keys };
    this.order = order;
    if (this.usual) remember("sort", order);
  }

  /** Lay one piece beside another. */
  lay(key: string, beside: string, before: boolean): void {
    const keys = putBeside(this.keys, key, beside, before);
    this.laid = { deal: this.deal, keys };
    this.sort("own");
    this.keep(keys);
    this.told = language.words.laidAt(this.say(pieceOf(key)), keys.indexOf(key) + 1, keys.length);
  }

  /** By key: the piece takes the place of another. */
  move = (key: string, to: string): void => this.lay(key, to, this.keys.indexOf(to) < this.keys.indexOf(key));

  /** By finger or mouse: onto the table to play it, with what was chosen before; along the rack to lay it. */
  carry(key: string, ondrop: ((place: string, before: readonly string[]) => void) | null): Dragging {
    let before: string[] | null = null;
    const live = this.at();
    return {
      enabled: true,
      onlift: () => {
        before = live.state.selection;
        if (ondrop && live.myTurn && !before.includes(key)) live.select([key]);
      },
      ondrop: (target) => {
        if (target?.dataset["drop"] && live.myTurn) ondrop?.(target.dataset["drop"], before ?? []);
      },
      onlay: (beside, first) => {
        if (before) live.select(before);
        this.lay(key, beside, first);
      },
    };
  }

  private get deal(): number {
    return this.held.deal ?? 0;
  }

  private get laidNow(): string[] {
    return this.laid.deal === this.deal ? this.laid.keys : [];
  }

  private get name(): string {
    const { table, eyes } = this.at().state;
    return `rack.${table?.id ?? ""}.${eyes ?? ""}.${this.deal}`;
  }

  private recall(): string[] {
    const here = laidHere.get(this.name);
    if (here || !this.at().state.table) return here ?? [];
    try {
      return JSON.parse(remembered(this.name, "tab") ?? "[]") as string[];
    } catch {
      return [];
    }
  }

  /** A screen that several people share keeps nothing where the next one could read it. */
  private keep(keys: string[]): void {
    const { table } = this.at().state;
    if (!table) return;
    laidHere.set(this.name, keys);
    if (!table.pass_and_play) remember(this.name, JSON.stringify(keys), "tab");
  }
}
