/** What the next visit or the next table needs is fetched once this page stands, and nobody waits for a table. */
import { device, engineBase, isPossible } from "./device.ts";
import { canKeep, keepEngine } from "./keeping.ts";

const AT_LEAST_MS = 1_000; // where a browser does not say when it is idle
const TABLE_MS = 2_000; // from an engine that runs to a table that lies there

export function whenQuiet(run: () => void): void {
  const settled = () => void device.settled().then((ran) => (ran ? setTimeout(run, TABLE_MS) : run()));
  const whenIdle = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(settled) : setTimeout(settled, AT_LEAST_MS);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** The engine is fetched while the player chooses. */
export function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!canKeep() || !isPossible() || connection?.saveData) return;
  whenQuiet(() => void keepEngine(engineBase).catch(() => undefined)); // the next visit tries again
}
