/** What a hand lacks, as a family would say it. */
import { expect, test } from "vitest";
import { language } from "../../words/language.svelte.ts";
import { sayLack } from "./cards.ts";

const LACKS: [number, number[]][] = [
  [0, []],
  [1, [4]],
  [1, [1, 8]],
  [1, [1, 2, 3]],
  [2, [4, 4]],
  [2, [3, 5]],
  [3, []],
];

test.each([
  [
    "fr",
    "complet !|il manque un 4|il manque un 1 ou un 8|il manque une carte|il manque deux 4|il manque un 3 et un 5|" +
      "il manque 3 cartes",
  ],
  ["en", "complete!|needs a 4|needs a 1 or an 8|needs one card|needs two 4s|needs a 3 and a 5|needs 3 cards"],
  [
    "de",
    "komplett!|es fehlt eine 4|es fehlt eine 1 oder eine 8|es fehlt eine Karte|es fehlen zwei 4er|" +
      "es fehlen eine 3 und eine 5|es fehlen 3 Karten",
  ],
] as const)("in %s", (lang, said) => {
  language.change(lang);
  expect(LACKS.map(([count, values]) => sayLack({ count, values, joker: false })).join("|")).toBe(said);
});
