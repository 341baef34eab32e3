/**
 * Pages of this browser that play at tables of this device tell each other which table they open: the page that opened
 * one last has it. What two of them write at the same instant is decided by the log, where a number exists once.
 */
interface Taken {
  table: string;
  /** When, and by whom: of two pages that take a table at once, the same one yields on both sides. */
  at: number;
  by: string;
}

/** What a `BroadcastChannel` offers, and a test can imitate. */
export interface Channel {
  postMessage(message: Taken): void;
  onmessage: ((event: { data: Taken }) => void) | null;
}

export class Pages {
  private readonly taken = new Map<string, Taken>();
  /** Another page has taken a table. */
  heard: (table: string) => void = () => undefined;

  constructor(
    private readonly channel: Channel,
    private readonly me: string,
    private readonly now: () => number,
  ) {
    channel.onmessage = ({ data }) => {
      const mine = this.taken.get(data.table);
      if (!mine || isLater(mine, data)) return;
      this.taken.delete(data.table);
      this.heard(data.table);
    };
  }

  take(table: string): void {
    const mine = { table, at: this.now(), by: this.me };
    this.taken.set(table, mine);
    this.channel.postMessage(mine);
  }
}

const isLater = (one: Taken, other: Taken): boolean => (one.at === other.at ? one.by > other.by : one.at > other.at);
