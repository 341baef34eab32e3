import { expect, test } from "vitest";
import { paintCard, paintTile } from "./painting.ts";

test("a tile shows its number and its colour's shape", () => {
  expect(paintTile("r12", false, true).match(/#[\w-]+/g)).toEqual(["#d1", "#d2", "#s-dot"]);
  expect(paintTile("y8", true, false).match(/#[\w-]+/g)).toEqual(["#a-renard", "#s-star"]);
  expect(paintTile("S", false, true).match(/#[\w-]+/g)).toEqual(["#i-scissors"]);
});

test("a card shows its number and its suit, small and large", () => {
  expect(paintCard("h3").match(/#[\w-]+/g)).toEqual(["#d3", "#u-heart", "#u-heart"]);
});

test("a name never becomes markup", () => {
  for (const name of ['r"><img src=x>', "<script>1</script>"])
    expect(paintTile(name, true, true) + paintCard(name)).not.toMatch(/<(?!\/?(?:svg|use|span)\b)/);
});
