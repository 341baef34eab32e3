/** Die Gesichter, auf Deutsch. */
import type { fr } from "./fr.ts";

const faces: (typeof fr)["faces"] = {
  leo: "Junge in Rot",
  camille: "Frau mit langem Haar",
  papa: "Mann mit Bart",
  ines: "Frau mit Dutt",
  nour: "Frau mit grünem Kopftuch",
  minh: "Junge in Blau",
  awa: "Mädchen mit dunklen Zöpfen",
  lou: "Mädchen mit roten Zöpfen",
  mamie: "Oma mit Brille",
  papi: "Opa",
  sacha: "Blaues Haar",
  tom: "Baby",
  chien: "Hund",
  herisson: "Igel",
  loutre: "Otter",
  tortue: "Schildkröte",
};

export const de: typeof fr = { faces };
