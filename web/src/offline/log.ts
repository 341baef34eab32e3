/** The logs of this device's tables, in IndexedDB: what has been put is on the disk before the promise resolves. */

export interface KeptTable {
  id: string;
  /** A `SavedTable` without its log, as JSON. */
  head: string;
  /** The game as a list of one's games shows it, once it is over. */
  finished: unknown;
  created: number;
}

export interface NewRows {
  table: string;
  /** The number of the last row. */
  seq: number;
  rows: unknown[];
  finished?: unknown;
  /** A table that comes into being with these rows: a rematch's. */
  made?: SavedTable;
}

/** As `tuilerie.table.local.SavedTable` has it. */
export interface SavedTable {
  id: string;
  created: number;
  log: unknown[];
}

/** The games that ended on this device, as a list of one's games shows them; none where nothing is kept. */
export async function finishedHere(): Promise<unknown[]> {
  if (typeof indexedDB === "undefined") return [];
  const tables = await TableLogs.open().then(
    (logs) => logs.all().finally(() => logs.close()),
    () => [],
  );
  return tables.map(({ finished }) => finished).filter(Boolean);
}

const NAME = "tuilerie";
const VERSION = 1;

export class TableLogs {
  private constructor(private readonly database: IDBDatabase) {}

  static open(): Promise<TableLogs> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(NAME, VERSION);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("tables", { keyPath: "id" });
        opening.result.createObjectStore("rows", { keyPath: ["table", "seq"] });
      };
      opening.onsuccess = () => resolve(new TableLogs(opening.result));
      opening.onerror = () => reject(opening.error ?? new Error("no storage"));
      opening.onblocked = () => reject(new Error("another page keeps an older storage open"));
    });
  }

  /** A new table with the rows it begins with. */
  create(saved: SavedTable): Promise<void> {
    return this.write((tables, rows) => this.put(saved, tables, rows));
  }

  append({ table, seq, rows: fresh, finished, made }: NewRows): Promise<void> {
    return this.write((tables, rows) => {
      fresh.forEach((row, at) => rows.add({ table, seq: seq - fresh.length + at + 1, row }));
      if (made) this.put(made, tables, rows);
      if (finished === undefined) return;
      const asked = tables.get(table);
      asked.onsuccess = () => void tables.put({ ...(asked.result as KeptTable), finished });
    });
  }

  async saved(id: string): Promise<SavedTable | null> {
    const transaction = this.database.transaction(["tables", "rows"]);
    const [kept, rows] = await Promise.all([
      answer<KeptTable | undefined>(transaction.objectStore("tables").get(id)),
      answer<{ row: unknown }[]>(transaction.objectStore("rows").getAll(IDBKeyRange.bound([id, 0], [id, Infinity]))),
    ]);
    return kept ? { ...(JSON.parse(kept.head) as SavedTable), log: rows.map(({ row }) => row) } : null;
  }

  all(): Promise<KeptTable[]> {
    return answer(this.database.transaction("tables").objectStore("tables").getAll());
  }

  close(): void {
    this.database.close();
  }

  private put(saved: SavedTable, tables: IDBObjectStore, rows: IDBObjectStore): void {
    const { log, ...head } = saved;
    tables.put({ id: saved.id, head: JSON.stringify(head), finished: null, created: saved.created });
    log.forEach((row, at) => rows.put({ table: saved.id, seq: at + 1, row }));
  }

  private write(change: (tables: IDBObjectStore, rows: IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(["tables", "rows"], "readwrite", { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("not kept"));
      change(transaction.objectStore("tables"), transaction.objectStore("rows"));
    });
  }
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("not read"));
  });
}
