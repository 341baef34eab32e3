/**
 * What is painted on a piece, as markup that is made once for each kind: a hand of thirty built from components keeps a
 * slow phone busy.
 * Only numbers and names from our own lists get in, whatever a piece is called.
 */
import { animalOf, faceOf, shapeOf, suitOf, valueOf } from "./notation.ts";

const NARROW = { width: 10, shift: -3.3 };
const WIDE = { width: 18.4, shift: -0.8 };
const GAP = 1.2;

const icon = (name: string, look: string, size = 24): string =>
  `<svg class="${look}" viewBox="0 0 ${size} ${size}" aria-hidden="true"><use href="#${name}"/></svg>`;

/** Numbers are drawn from the sprite, never from a font, so that a 7 is never a 1. */
function numeral(value: number, fitted: boolean): string {
  let at = 0;
  const digits = [...String(value)]
    .filter((sign) => /\d/.test(sign))
    .map((digit) => {
      const { width, shift } = digit === "1" ? NARROW : WIDE;
      const x = at + shift;
      at += width + GAP;
      return `<use href="#d${digit}" x="${x}"/>`;
    });
  const width = at - GAP;
  const size = fitted ? ` width="${width}" height="28"` : "";
  return `<svg class="num" viewBox="0 0 ${width} 28"${size} aria-hidden="true">${digits.join("")}</svg>`;
}

/** The pictures of tiles without a number, by their letters. */
const SIGNS: Record<string, string> = { E: "i-end", X: "i-again", S: "i-scissors", T: "i-bin" };

const painted = new Map<string, string>();

function once(name: string, paint: () => string): string {
  let markup = painted.get(name);
  if (markup === undefined) painted.set(name, (markup = paint()));
  return markup;
}

export const paintTile = (tile: string, animal: boolean, number: boolean): string =>
  once(`${tile} ${animal} ${number}`, () => {
    const { colour, value, sign } = faceOf(tile);
    const disc = animal ? `<span class="disc">${icon(`a-${animalOf(tile)}`, "an", 64)}</span>` : "";
    const picture = sign ? SIGNS[sign] : undefined;
    const face = picture ? icon(picture, "face") : value !== null && number ? numeral(value, false) : "";
    return disc + face + (colour ? icon(shapeOf(colour), "pip") : "");
  });

export const paintCard = (card: string): string =>
  once(card, () => numeral(valueOf(card), true) + icon(`u-${suitOf(card)}`, "suit") + icon(`u-${suitOf(card)}`, "big"));
