import { expect, test } from "vitest";
import sprite from "../sprite.svg?raw";

const sources = import.meta.glob("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

test("every icon of the sprite is shown somewhere, and every icon that is shown is there", () => {
  const text = Object.entries(sources)
    .filter(([path]) => !path.endsWith(".test.ts"))
    .map(([, source]) => String(source))
    .join("\n");
  const drawn = new Set([...sprite.matchAll(/<symbol id="(i-[\w-]+)"/g)].map(([, id]) => id));
  const shown = new Set([...text.matchAll(/["'`#](i-[a-z-]+)\b/g)].map(([, id]) => id));
  expect([...drawn].filter((id) => !shown.has(id))).toEqual([]);
  expect([...shown].filter((id) => !drawn.has(id))).toEqual([]);
});
