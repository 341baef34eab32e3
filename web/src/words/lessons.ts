/** What the guided first games say, a sentence for each scene. Fetched with the lessons. */
import type { Lang } from "./speaking.svelte.ts";

type Lessons = Record<"restart" | "romirami" | "famille" | "junior", string[]>;

const fr: Lessons = {
  restart: [
    "Le but : se défaire de ses tuiles. Posez-en une au bout de la rangée de sa couleur : elle doit dépasser la dernière. Choisissez une tuile claire, puis « Poser ».",
    "Des tuiles qui se suivent se posent ensemble. Choisissez le 7, le 8 et le 9 verts, et posez la suite.",
    "La Fin se pose après n’importe quel nombre et ferme sa rangée à tout le monde. Posez la Fin orange.",
    "Mais rien n’est jamais fermé pour toujours. Choisissez les Ciseaux, touchez la rangée orange pour la couper, puis posez-y le 9.",
    "Le Redémarrage se pose après n’importe quel nombre et remet la rangée à zéro. Posez le Redémarrage noir.",
    "La rangée noire repart de zéro : posez le 2 et le 3 noirs ensemble.",
    "La Poubelle vide toute une rangée et n’y laisse que le 1. Choisissez-la, touchez la rangée bleue, puis posez le 2 et le 3 bleus.",
    "Rien ne va plus haut que 14 ? On peut toujours passer. Quand tous passent à la suite, on compte ce qui reste en main : moins, c’est mieux.",
  ],
  romirami: [
    "Le but : remplir des contrats pour leurs points. Prenez d’abord de 1 à 3 cartes du marché, de même valeur ou de même couleur. Prenez les deux 4.",
    "Le contrat éclairé demande trois cartes pareilles. Touchez-le, regardez le choix proposé, et remplissez-le : les cartes de la couleur bonus rapportent un point de plus.",
    "Rien d’autre à remplir : finissez votre tour. Le marché et votre main se complètent tout seuls.",
    "Il vous manque un 4 ? Votre Joker prend la place d’une carte, une seule fois dans la partie. Touchez le contrat éclairé et remplissez-le.",
    "On garde dix cartes au plus. Vous en avez onze : choisissez celle qui vous sert le moins, et défaussez-la.",
  ],
  famille: [
    "Le but : vider son chevalet avant les autres. Une suite, c’est une couleur et des valeurs qui se suivent. Choisissez le 6 bleu et posez-le au bout de la suite 4-5.",
    "Une famille : la même valeur en plusieurs couleurs. Posez les trois 7 en un nouveau groupe.",
    "On peut allonger une suite des deux côtés en un seul coup : posez le 3 et le 7 bleus.",
    "Rien ne peut être posé : dans ce cas seulement, piochez.",
    "Coup de chance : la tuile piochée va sur la table. Posez-la, ou gardez-la.",
  ],
  junior: [
    "Touchez une tuile pour la retourner.",
    "Touchez-en une deuxième.",
    "Même animal ou même couleur : on garde les deux. Encore une !",
    "Et une deuxième. Pas pareil ? On les retourne et on mélange tout.",
  ],
};

const en: Lessons = {
  restart: [
    "The aim: get rid of your tiles. Place one at the end of its colour’s row: it must be higher than the last one. Choose a bright tile, then “Place”.",
    "Tiles that follow each other go together. Choose the green 7, 8 and 9, and place the run.",
    "An End goes after any number and closes its row to everybody. Place the orange End.",
    "But nothing is closed for ever. Choose the Scissors, touch the orange row to cut it, then place the 9 there.",
    "A Restart goes after any number and sets the row back to nothing. Place the black Restart.",
    "The black row starts from nothing again: place the black 2 and 3 together.",
    "The Bin empties a whole row down to its 1. Choose it, touch the blue row, then place the blue 2 and 3.",
    "Nothing above 14? You may always pass. When everybody passes in a row, what is left in hand is counted: less is better.",
  ],
  romirami: [
    "The aim: fill contracts for their points. First take 1 to 3 market cards that share a value or a suit. Take both 4s.",
    "The lit contract asks for three alike. Touch it, look at the proposed choice, and fill it: cards of the bonus suit bring one more point.",
    "Nothing else to fill: end your turn. The market and your hand fill up by themselves.",
    "One 4 is missing? Your Joker takes the place of a card, once in the game. Touch the lit contract and fill it.",
    "You keep ten cards at most. You have eleven: choose the one you need least, and discard it.",
  ],
  famille: [
    "The aim: empty your rack before the others. A run is one colour, values in a row. Choose the blue 6 and place it at the end of the run 4-5.",
    "A family: one value in several colours. Place the three 7s as a new group.",
    "A run may grow at both ends in one go: place the blue 3 and 7.",
    "Nothing can be placed: then, and only then, draw.",
    "Lucky draw: the tile you drew fits. Place it, or keep it.",
  ],
  junior: [
    "Touch a tile to turn it over.",
    "Touch a second one.",
    "Same animal or same colour: keep both. One more!",
    "And a second one. Not alike? They are turned back and everything is mixed.",
  ],
};

export const lessonTexts: Record<Lang, Lessons> = { fr, en };
