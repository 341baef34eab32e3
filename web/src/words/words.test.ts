/** Every French sentence keeps its signs on the line: a no-break space stands before `:` and within guillemets, a narrow one before `;!?%`. */
import { expect, test } from "vitest";
import { en } from "./en.ts";
import { fr } from "./fr.ts";
import { lessonTexts } from "./lessons.ts";

function sentences(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words === "function") return [1, 2, true, false].flatMap((detail) => sentences((words as (...details: unknown[]) => unknown)(detail, detail, detail), path));
  return Object.entries(words as object).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

test("French typography", () => {
  expect(sentences([fr, lessonTexts.fr]).filter(([, text]) => /[ \w]:(?!\w)| [;!?%»]|« |[\wéà][;!?]/.test(text))).toEqual([]);
});

test("no sentence is empty, and English has no French space", () => {
  expect(sentences([fr, en, lessonTexts]).filter(([, text]) => text.trim() === "")).toEqual([]);
  expect(sentences([en, lessonTexts.en]).filter(([, text]) => /[\u00a0\u202f]/.test(text))).toEqual([]);
});
