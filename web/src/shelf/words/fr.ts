/** Les réglages d’une table, en français. */

export const fr = {
  fold: "Réglages",
  gettingReady: (seconds: number) =>
    `Le jeu se prépare, prêt dans ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} environ.`,
  botOf: (name: string) => `Force de ${name}`,
  whoSits: "Qui s’assoit où ?",
  faceOf: (name: string) => `Visage de ${name}`,
  nameOf: (name: string) => `Nom de ${name}`,
  personOrBot: (name: string) => `Une personne ou un robot : ${name}`,
  aPerson: "Une personne",
  clauseOf: (id: string) => `Que dit la règle ${id} ?`,
  from: (least: string, most: string) => `De ${least} à ${most}`,
  listed: "Table publique",
  listedHow: "Tout le monde peut la trouver, s’y asseoir ou regarder. Sinon, on vient sur invitation.",
  rated: "Partie classée",
  ratedHow:
    "Il faut que chacun ait gardé son identité, un temps par coup, les règles habituelles et aucun robot. Qui " +
    "part a perdu.",
  freeText: "Messages libres",
  freeTextHow: "Sinon, on se parle par phrases toutes faites.",
  variantsHere: "À cette table",
  variants: {
    first: { ask: "Qui commence", random: "Tiré au sort" },
    target: { ask: "La partie s’arrête à ce nombre de points" },
    round_end: {
      ask: "La manche finit quand tout le monde passe",
      consecutive: "à la suite, l’un après l’autre",
      table: "dans le même tour de table",
    },
    last_tile: {
      ask: "Finir sur des Ciseaux ou la Poubelle",
      counts: "compte : la main est vide, on gagne",
      placed: "ne compte pas : il faut poser sa dernière tuile",
    },
    pool_end: {
      ask: "Une fois la pioche vide",
      literal: "la partie s’arrête à la fin du tour",
      stuck: "on continue tant que quelqu’un peut poser",
    },
    free_draw: {
      ask: "Piocher alors qu’on pourrait poser",
      no: "non",
      yes: "oui, puis poser la tuile piochée",
    },
  },
};
