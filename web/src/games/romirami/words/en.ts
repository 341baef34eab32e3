/** The sentences of this game in English. */
import type { Spoken } from "../../../words/languages.ts";
import { plural } from "../../../words/en.ts";
import type { fr } from "./fr.ts";

const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const a = (value: number) => `${value === 8 ? "an" : "a"} ${value}`;
const turnsLeft = (turns: number) => (turns === 1 ? "last turn" : `${turns} turns left`);

export const en: Spoken<typeof fr> = {
  pitch: "Take from the market, fill contracts, keep an eye on the trophies.",
  credit: "Author: Antoine Lefebvre. Publisher: Randolph.",
  reason: {
    contracts: "The last contract is filled.",
    "no-contracts": "No contract is left.",
  },
  suit: { cherry: "cherry", diamond: "diamond", heart: "heart", clover: "clover" },
  steps: { take: "Take", fill: "Contracts", discard: "Discard", over: "Over" },
  endAt: (count) => `Ends at ${count} contracts`,
  endAtShort: (count) => `end at ${count}`,
  endedBy: (you, name, count, turns) =>
    `${you ? "You have" : `${name} has`} filled ${count} contracts: ${turnsLeft(turns)}`,
  endedEmpty: (turns) => `No contract is left: ${turnsLeft(turns)}`,
  turnsLeft,
  standing: "Where you stand",
  lastLap: "Last lap",
  contracts: "Contracts",
  market: "Market",
  marketHow: "1 to 3 cards that share a value or a suit",
  trophyRace: "The race for trophies",
  trophy: {
    cherry: "Cherry",
    heart: "Heart",
    clover: "Clover",
    diamond: "Diamond",
    combo2: "Combos of 2",
    combo3: "Combos of 3",
    combo4: "Combos of 4",
    combo5: "Combos of 5",
  },
  trophyTie: "A tie: nobody",
  trophyLeads: (you, name) => (you ? "You lead" : `${name} leads`),
  contractsOf: (count, most) => `${count} of ${most}`,
  contractsCount: (count: number) => plural(count, "contract", "contracts"),
  cardsCount: (count) => plural(count, "card", "cards"),
  contractOf: "Contract, points:",
  contractBonus: (suit: string) => `, bonus ${suit}: `,
  canFill: "can be filled",
  complete: "complete!",
  missingOne: (values) => `needs ${values.map(a).join(" or ")}`,
  missingAlike: (count, value) => `needs ${COUNTS[count]} ${value}s`,
  missingTwo: (one, other) => `needs ${a(one)} and ${a(other)}`,
  missingCards: (count) => (count === 1 ? "needs one card" : `needs ${count} cards`),
  orJoker: "or your Joker",
  setOf: (size) => (size === 2 ? "Pair" : size === 3 ? "Three alike" : size === 4 ? "Four alike" : `${size} alike`),
  setOfValue: (size, value) => `${size === 2 ? "Pair" : `${size} cards`} of ${value}s`,
  runOf: (size) => `Run of ${size}`,
  benchTitle: (points) => `Contract for ${plural(points, "point", "points")}`,
  benchHow: "This is the best choice. Touch a card to use another one.",
  benchPick: (card) => `Instead of ${card}:`,
  benchGives: (points, bonus, total) => `${points} + ${bonus} bonus = ${plural(total, "point", "points")}`,
  bonus: "bonus",
  fillIt: "Fill the contract",
  takeThem: "Take",
  takeHow: "Choose market cards that share a value or a suit.",
  fillHow: "Touch a lit contract to fill it, or end your turn.",
  fillNone: "No contract within reach: end your turn.",
  endTurn: "End the turn",
  discardHow: (count) => `You have too many cards: choose ${count} to discard.`,
  discardThem: "Discard",
  yourHand: "Your hand",
  joker: "Joker",
  jokerKept: "Joker kept",
  jokerUsed: "Joker used",
  yourContracts: "Your contracts",
  contractPoints: "Contracts",
  bonusPoints: "Bonus",
  trophyPoints: "Trophies",
  forNow: "So far",
  taken: "taken",
  takeBackMove: "Undo",
  logTake: (you, cards) => `${you ? "take" : "takes"} ${cards}.`,
  logFill: (you, contract) => `${you ? "fill" : "fills"} a contract with ${contract}.`,
  logDone: (you) => (you ? "end your turn." : "ends the turn."),
  logDiscard: (you, cards) => `${you ? "discard" : "discards"} ${cards}.`,
  lessons: [
    "The aim: fill contracts for their points. First take 1 to 3 market cards that share a value or a suit. Take " +
      "both 4s.",
    "The lit contract asks for three alike. Touch it, look at the proposed choice, and fill it: cards of the " +
      "bonus suit bring one more point.",
    "Nothing else to fill: end your turn. The market and your hand fill up by themselves. Keep an eye on the " +
      "trophies: at the end each goes to whoever has the most contracts of its suit, or the most combos of its " +
      "size. On a tie nobody gets it.",
    "One 4 is missing? Your Joker takes the place of a card, once in the game. Touch the lit contract and fill it.",
    "You keep ten cards at most. You have eleven: choose the one you need least, and discard it. The end: " +
      "somebody fills their 7th contract with two players, 6th with three, 5th with four, and the lap is finished.",
  ],
};
