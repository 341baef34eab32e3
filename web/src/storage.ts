/**
 * What this browser keeps between visits, or this tab until it is closed. Storage can be off or full: then nothing is
 * kept, and nothing breaks.
 */

type Keep = "visits" | "tab";

const drawer = (keep: Keep): Storage => (keep === "tab" ? sessionStorage : localStorage);

export function remembered(name: string, keep: Keep = "visits"): string | null {
  try {
    return drawer(keep).getItem(`tuilerie.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string, keep: Keep = "visits"): void {
  try {
    drawer(keep).setItem(`tuilerie.${name}`, value);
  } catch {
    // private windows may refuse
  }
}
