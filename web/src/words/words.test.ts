/** Every language says the same: same details, same plurals, and buttons not much longer than the French ones. */
import { expect, test } from "vitest";
import { GAMES } from "../games/index.ts";
import { catalogue as after } from "../after/words/index.ts";
import { catalogue as account } from "../account/words/index.ts";
import { catalogue as daily } from "../daily/words/index.ts";
import { catalogue as shelf } from "../shelf/words/index.ts";
import { PLATFORM } from "./language.svelte.ts";
import { LANGUAGES, type Lang } from "./languages.ts";

const CODES = Object.keys(LANGUAGES) as Lang[];
/** Details that sentences are made with: counts in singular and plural, answers, names of known lists. */
const DETAILS: unknown[][] = [
  [1, 1, 1],
  [2, 2, 2],
  [11, 1, 3],
  [true, "Inès", "any"],
  [false, "Inès", "run"],
  ["Inès", "Mamie", "Xyz"],
  [["9"], "red", "end"],
  ["chat", "blue", 1],
];
const NAMES = ["Inès", "Mamie", "Xyz"];
const FRAME = 30; // characters: what is shorter may stand on a button
const ROOM = 12; // characters that a button of the narrowest phone has to spare

const wordsIn = (code: Lang): unknown => ({
  platform: PLATFORM[code],
  account: account[code],
  after: after[code],
  shelf: shelf[code],
  daily: daily[code],
  ...Object.fromEntries(GAMES.map((game) => [game.id, game.words[code]])),
});

/** Every sentence by its key; a sentence with details once for every set of them that it understands. */
function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") return DETAILS.flatMap((details, at) => told(words, details, `${path}(${at})`));
  return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

function told(sentence: unknown, details: unknown[], path: string): [string, string][] {
  try {
    const text = String((sentence as (...details: unknown[]) => unknown)(...details));
    return /undefined/.test(text) ? [] : [[path, text]];
  } catch {
    return []; // not details of this sentence
  }
}

const all = Object.fromEntries(CODES.map((code) => [code, new Map(sentences(wordsIn(code)))])) as Record<
  Lang,
  Map<string, string>
>;
const numbers = (text: string): string[] => (text.match(/\d+/g) ?? []).sort();

test("French typography", () => {
  expect([...all.fr].filter(([, text]) => /[ \w]:(?!\w)| [;!?%»]|« |[\wéà][;!?]/.test(text))).toEqual([]);
});

test.each(CODES)("%s has every sentence, and none is empty", (code) => {
  const keys = (words: Map<string, string>) => [
    ...new Set([...words.keys()].map((path) => path.replace(/\(\d\)/, ""))),
  ];
  expect(keys(all[code]).sort()).toEqual(keys(all.fr).sort());
  expect([...all[code]].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test.each(CODES.filter((code) => code !== "fr"))("%s has no French space and no French quote", (code) => {
  expect([...all[code]].filter(([, text]) => /[\u00a0\u202f«»]/.test(text))).toEqual([]);
});

test.each(CODES)("%s uses the details that French uses", (code) => {
  const other = [...all.fr].filter(([path, text]) => {
    const here = all[code].get(path);
    return here !== undefined && NAMES.some((name) => text.includes(name) !== here.includes(name));
  });
  expect(other.map(([path, text]) => [path, text, all[code].get(path)])).toEqual([]);
});

test.each(CODES)("%s tells one from many where French does", (code) => {
  for (const [path, one] of all.fr) {
    if (!path.endsWith("(0)")) continue;
    const many = path.replace("(0)", "(1)");
    const differs = (words: Map<string, string>) =>
      words.get(path)?.replace(/\d+/g, "") !== words.get(many)?.replace(/\d+/g, "");
    const counted = numbers(one).length > 0 && differs(all.en) && differs(all.fr);
    expect([path, !counted || differs(all[code])]).toEqual([path, true]);
  }
});

test.each(CODES)("%s names the numbers that French names", (code) => {
  const other = [...all.fr].filter(
    ([path, text]) => path.includes("(1)") && numbers(text).length !== numbers(all[code].get(path) ?? "").length,
  );
  expect(other.map(([path, text]) => [path, text, all[code].get(path)])).toEqual([]);
});

test.each(CODES)("%s fits on the buttons that French fits on", (code) => {
  const long = [...all.fr].filter(([path, text]) => {
    const length = all[code].get(path)?.length ?? 0;
    return !path.includes("(") && text.length <= FRAME && length > FRAME && length > text.length + ROOM;
  });
  expect(long.map(([path]) => [path, all[code].get(path)])).toEqual([]);
});
