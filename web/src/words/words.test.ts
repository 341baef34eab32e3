/** Every French sentence keeps its signs on the line: a no-break space stands before `:` and within guillemets, a narrow one before `;!?%`. */
import { expect, test } from "vitest";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { GAMES } from "../games/index.ts";
import { catalogue as account } from "../account/words/index.ts";
import { catalogue as shelf } from "../shelf/words/index.ts";

function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function")
    return [1, 2, true, false].flatMap((detail) =>
      sentences((words as (...details: unknown[]) => unknown)(detail, detail, detail), path),
    );
  return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

test("French typography", () => {
  expect(
    sentences([fr, account.fr, shelf.fr, ...GAMES.map((game) => game.words.fr)]).filter(([, text]) =>
      /[ \w]:(?!\w)| [;!?%»]|« |[\wéà][;!?]/.test(text),
    ),
  ).toEqual([]);
});

test("no sentence is empty, and English has no French space", () => {
  expect(
    sentences([fr, en, account, shelf, ...GAMES.map((game) => game.words)]).filter(([, text]) => text.trim() === ""),
  ).toEqual([]);
  expect(
    sentences([en, account.en, shelf.en, ...GAMES.map((game) => game.words.en)]).filter(([, text]) =>
      /[\u00a0\u202f]/.test(text),
    ),
  ).toEqual([]);
});
