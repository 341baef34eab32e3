import { expect, test } from "vitest";
import { lastDeeds } from "./deeds.ts";

const lines = (...told: [number | null, string][]) =>
  told.map(([seat, text], key) => ({ key, seat, text, who: "", shout: "" }));

test("the moves of one turn are one deed, and a new turn replaces it", () => {
  const turns = lines([null, "Manche 1."], [0, "pose 3 rouge."], [1, "coupe la rangée bleue."], [1, "pose 9 bleu."]);
  expect([...lastDeeds(turns)]).toEqual([
    [0, "pose 3 rouge"],
    [1, "coupe la rangée bleue, pose 9 bleu"],
  ]);
  expect(lastDeeds([...turns, ...lines([0, "passe."])]).get(0)).toBe("passe");
});

test("what ended a deal stays until somebody moves in the next", () => {
  const ended = lines([0, "pose 3 rouge."], [1, "passe."], [null, "Fin de la manche."], [null, "Manche 2."]);
  expect(lastDeeds(ended).size).toBe(2);
  expect([...lastDeeds([...ended, ...lines([1, "pose 2 vert."])])]).toEqual([[1, "pose 2 vert"]]);
});
