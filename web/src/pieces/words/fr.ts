/** Les visages, en français. */
import type { Face } from "../faces.ts";

const faces: Record<Face, string> = {
  leo: "Garçon en rouge",
  camille: "Dame aux cheveux longs",
  papa: "Monsieur barbu",
  ines: "Dame au chignon",
  nour: "Dame au foulard vert",
  minh: "Garçon en bleu",
  awa: "Fille aux couettes noires",
  lou: "Fille aux tresses rousses",
  mamie: "Grand-mère à lunettes",
  papi: "Grand-père",
  sacha: "Cheveux bleus",
  tom: "Bébé",
  chien: "Chien",
  herisson: "Hérisson",
  loutre: "Loutre",
  tortue: "Tortue",
};

export const fr = { faces };
