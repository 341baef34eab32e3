/** Les phrases de ce jeu en français. */
import { plural } from "../../../words/fr.ts";

const COUNTS = ["", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"];

const turnsLeft = (turns: number) => (turns === 1 ? "dernier tour" : `encore ${plural(turns, "tour", "tours")}`);

export const fr = {
  pitch: "Prenez au marché, remplissez des contrats, gardez un œil sur les trophées.",
  credit: "Auteur : Antoine Lefebvre. Éditeur : Randolph.",
  reason: {
    contracts: "Le dernier contrat est rempli.",
    "no-contracts": "Il n’y a plus de contrats.",
  },
  suit: { cherry: "cerise", diamond: "diamant", heart: "cœur", clover: "trèfle" },
  steps: { take: "Prendre", fill: "Contrats", discard: "Défausser", over: "Fini" },
  endAt: (count: number) => `Fin au ${count}e contrat`,
  endAtShort: (count: number) => `fin au ${count}e`,
  endedBy: (you: boolean, name: string, count: number, turns: number) =>
    `${you ? "Vous avez rempli votre" : `${name} a rempli son`} ${count}e contrat : ${turnsLeft(turns)}`,
  endedEmpty: (turns: number) => `Il n’y a plus de contrats : ${turnsLeft(turns)}`,
  turnsLeft,
  standing: "Où vous en êtes",
  lastLap: "Dernier tour de table",
  contracts: "Contrats",
  market: "Marché",
  marketHow: "De 1 à 3 cartes de même valeur ou de même couleur",
  trophyRace: "La course aux trophées",
  trophy: {
    cherry: "Cerise",
    heart: "Cœur",
    clover: "Trèfle",
    diamond: "Diamant",
    combo2: "Combos de 2",
    combo3: "Combos de 3",
    combo4: "Combos de 4",
    combo5: "Combos de 5",
  },
  trophyTie: "Égalité : personne",
  trophyLeads: (you: boolean, name: string) => (you ? "Vous menez" : `${name} mène`),
  contractsOf: (count: number, most: number) => `${count} sur ${most}`,
  contractsCount: (count: number) => plural(count, "contrat", "contrats"),
  cardsCount: (count: number) => plural(count, "carte", "cartes"),
  contractOf: "Contrat, points :",
  contractBonus: (suit: string) => `, bonus ${suit} : `,
  canFill: "remplissable",
  complete: "complet !",
  missingOne: (values: number[]) => `il manque ${values.map((value) => `un ${value}`).join(" ou ")}`,
  missingAlike: (count: number, value: number) => `il manque ${COUNTS[count]} ${value}`,
  missingTwo: (one: number, other: number) => `il manque un ${one} et un ${other}`,
  missingCards: (count: number) => (count === 1 ? "il manque une carte" : `il manque ${count} cartes`),
  orJoker: "ou votre Joker",
  setOf: (size: number) => (size === 2 ? "Paire" : size === 3 ? "Brelan" : size === 4 ? "Carré" : `${size} pareilles`),
  setOfValue: (size: number, value: number) => `${size === 2 ? "Paire" : `${size} cartes`} de ${value}`,
  runOf: (size: number) => `Suite de ${size}`,
  benchTitle: (points: number) => `Contrat à ${plural(points, "point", "points")}`,
  benchHow: "Voici le meilleur choix. Touchez une carte pour en prendre une autre.",
  benchPick: (card: string) => `À la place de ${card} :`,
  benchGives: (points: number, bonus: number, total: number) =>
    `${points} + ${bonus} en bonus = ${plural(total, "point", "points")}`,
  bonus: "bonus",
  fillIt: "Remplir le contrat",
  takeThem: "Prendre",
  takeHow: "Choisissez au marché des cartes de même valeur ou de même couleur.",
  fillHow: "Touchez un contrat éclairé pour le remplir, ou finissez votre tour.",
  fillNone: "Aucun contrat à votre portée : finissez votre tour.",
  endTurn: "Finir le tour",
  discardHow: (count: number) => `Vous avez trop de cartes : choisissez-en ${count} à défausser.`,
  discardThem: "Défausser",
  yourHand: "Votre main",
  joker: "Joker",
  jokerKept: "Joker gardé",
  jokerUsed: "Joker joué",
  yourContracts: "Vos contrats",
  contractPoints: "Contrats",
  bonusPoints: "Bonus",
  trophyPoints: "Trophées",
  forNow: "Pour l’instant",
  taken: "pris",
  takeBackMove: "Annuler",
  logTake: (you: boolean, cards: string) => `${you ? "prenez" : "prend"} ${cards}.`,
  logFill: (you: boolean, contract: string) => `${you ? "remplissez" : "remplit"} un contrat avec ${contract}.`,
  logDone: (you: boolean) => (you ? "finissez votre tour." : "finit son tour."),
  logDiscard: (you: boolean, cards: string) => `${you ? "défaussez" : "défausse"} ${cards}.`,
  lessons: [
    "Le but : remplir des contrats pour leurs points. Prenez d’abord de 1 à 3 cartes du marché, de même valeur " +
      "ou de même couleur. Prenez les deux 4.",
    "Le contrat éclairé demande trois cartes pareilles. Touchez-le, regardez le choix proposé, et " +
      "remplissez-le : les cartes de la couleur bonus rapportent un point de plus.",
    "Rien d’autre à remplir : finissez votre tour. Le marché et votre main se complètent tout seuls. Gardez un " +
      "œil sur les trophées : à la fin, chacun va à qui a le plus de contrats de sa couleur, ou le plus de combos " +
      "de sa taille. À égalité, personne ne l’a.",
    "Il vous manque un 4 ? Votre Joker prend la place d’une carte, une seule fois dans la partie. Touchez le " +
      "contrat éclairé et remplissez-le.",
    "On garde dix cartes au plus. Vous en avez onze : choisissez celle qui vous sert le moins, et défaussez-la. " +
      "La fin : quelqu’un remplit son 7e contrat à deux joueurs, 6e à trois, 5e à quatre, et on termine le tour de " +
      "table.",
  ],
};
