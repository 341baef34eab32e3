/** What this browser keeps between visits. Storage can be off or full: then nothing is kept, and nothing breaks. */

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`tuilerie.${name}`);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`tuilerie.${name}`, value);
  } catch {
    // private windows may refuse
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`tuilerie.${name}`);
  } catch {
    // as above
  }
}
