/** The faces, in English. */
import type { fr } from "./fr.ts";

const faces: (typeof fr)["faces"] = {
  leo: "Boy in red",
  camille: "Lady with long hair",
  papa: "Man with a beard",
  ines: "Lady with a bun",
  nour: "Lady in a green scarf",
  minh: "Boy in blue",
  awa: "Girl with dark bunches",
  lou: "Girl with red plaits",
  mamie: "Grandmother with glasses",
  papi: "Grandfather",
  sacha: "Blue hair",
  tom: "Baby",
  chien: "Dog",
  herisson: "Hedgehog",
  loutre: "Otter",
  tortue: "Turtle",
};

export const en: typeof fr = { faces };
