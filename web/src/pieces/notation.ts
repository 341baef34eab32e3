/** The notation of pieces, read for drawing: colours, values, shapes. Nothing here says what may be played. */

export type Colour = "red" | "green" | "blue" | "orange" | "black" | "yellow";
export type Suit = "cherry" | "diamond" | "heart" | "clover";

export interface TileFace {
  colour: Colour | null;
  /** Null: it shows a sign instead. */
  value: number | null;
  /** The letter of a tile without a number: of a colour (`rE`) or of none (`S`). */
  sign: string | null;
}

export const ANIMALS = [
  "escargot",
  "poisson",
  "coccinelle",
  "grenouille",
  "lapin",
  "poule",
  "chat",
  "renard",
  "hibou",
  "cochon",
  "mouton",
  "ours",
  "baleine",
] as const;
export type Animal = (typeof ANIMALS)[number];

const COLOURS: Record<string, Colour> = { r: "red", g: "green", b: "blue", o: "orange", k: "black", y: "yellow" };
const SHAPES: Record<Colour, string> = {
  red: "s-dot",
  green: "s-tri",
  blue: "s-cross",
  orange: "s-square",
  black: "s-hollow",
  yellow: "s-star",
};
const SUITS: Record<string, Suit> = { c: "cherry", d: "diamond", h: "heart", l: "clover" };

export const colourOf = (letter: string): Colour => COLOURS[letter] ?? "black";
export const shapeOf = (colour: Colour): string => SHAPES[colour];
export const suitOf = (card: string): Suit => SUITS[card[0] ?? "c"] ?? "cherry";
export const valueOf = (card: string): number => Number(card.slice(1));
export const animalOf = (tile: string): Animal => ANIMALS[valueOf(tile) - 1] ?? "chat";

export function faceOf(tile: string): TileFace {
  if (/^[A-Z]$/.test(tile)) return { colour: null, value: null, sign: tile };
  const colour = colourOf(tile[0] ?? "k");
  const sign = /^[a-z][A-Z]$/.test(tile) ? tile.slice(1) : null;
  return { colour, value: sign ? null : valueOf(tile), sign };
}

const AFTER_NUMBERS = { coloured: 100, plain: 1000 };

/** Order on a rack: numbers first, then the signs of a colour, then the others, each by their letters. */
export const rankOf = (tile: string): number => {
  const { colour, value, sign } = faceOf(tile);
  return value ?? AFTER_NUMBERS[colour ? "coloured" : "plain"] + (sign ?? "").charCodeAt(0);
};

const COLOUR_ORDER = "rgbokySTcdhl";

export const byColour = (one: string, other: string): number =>
  COLOUR_ORDER.indexOf(one[0] ?? "") - COLOUR_ORDER.indexOf(other[0] ?? "") || rankOf(one) - rankOf(other);

export const byValue = (one: string, other: string): number =>
  rankOf(one) - rankOf(other) || COLOUR_ORDER.indexOf(one[0] ?? "") - COLOUR_ORDER.indexOf(other[0] ?? "");

/** `h3`, `h3` become `h3#0`, `h3#1`: keys that stay the same when other pieces come and go. */
export function pieceKeys(pieces: readonly string[] | null): string[] {
  const seen = new Map<string, number>();
  return (pieces ?? []).map((piece) => {
    const count = seen.get(piece) ?? 0;
    seen.set(piece, count + 1);
    return `${piece}#${count}`;
  });
}

export const pieceOf = (key: string): string => key.slice(key.startsWith("m:") ? 2 : 0, key.indexOf("#"));
