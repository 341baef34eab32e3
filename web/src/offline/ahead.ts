/** The engine is fetched while the player chooses, once the shelf stands. */
import { engineBase, isPossible } from "./device.ts";
import { canKeep, keepEngine } from "./keeping.ts";

const AT_LEAST_MS = 1_000; // where a browser does not say when it is idle

export function fetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!canKeep() || !isPossible() || connection?.saveData) return;
  const fetchNow = () => void keepEngine(engineBase).catch(() => undefined); // the next visit tries again
  const whenIdle = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(fetchNow) : setTimeout(fetchNow, AT_LEAST_MS);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
