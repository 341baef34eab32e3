"""Refusals carry things, not letters: a language names them with gender and number, and programs get their codes."""

from __future__ import annotations

import pytest

import tuilerie
from tests.rules import romirami_positions
from tests.rules.restart_positions import position as restart
from tests.rules.test_famille import position as famille
from tuilerie.engine.errors import BadInput, Refused, WrongRecord
from tuilerie.engine.pieces import Colour, Tile
from tuilerie.games.restart.terms import pieces, row
from tuilerie.games.romirami.deck import real_deck
from tuilerie.words import say
from tuilerie.words.terms import codes, several

NBSP, NARROW = "\u00a0", "\u202f"


def refused(play, move: str) -> Refused:
    with pytest.raises(Refused) as caught:
        play(move)
    return caught.value


def romirami(states):
    return lambda move: romirami_positions.play(states, move)


def said(refusal: Refused, lang: str) -> str:
    return refusal.sentence(lang).replace(NBSP, " ").replace(NARROW, " ")


RESTART = [
    (
        ({"g": "1 9"}, "g4"),
        {
            "en": "The green 4 is not greater than 9, which the green row counts now. (RS-T2)",
            "fr": "Le 4 vert ne dépasse pas 9, ce que vaut la rangée verte. (RS-T2)",
            "de": "Die grüne 4 ist nicht höher als 9: So viel zählt die grüne Reihe. (RS-T2)",
        },
        {"first": "g4", "value": 9, "row": "g"},
    ),
    (
        ({"k": "1 E"}, "kX"),
        {
            "en": "The black row is closed by its End: only Scissors or the Bin can open it. (RS-T6)",
            "fr": "La rangée noire est fermée par sa Fin : seuls les Ciseaux ou la Poubelle la rouvrent. (RS-T6)",
        },
        {"row": "k"},
    ),
    (
        ({"k": "1 2"}, "S:k"),
        {
            "de": "Du hast die Schere nicht. (RS-T7)",
            "en": "You do not hold Scissors. (RS-T7)",
            "fr": "Vous n’avez pas les Ciseaux. (RS-T7)",
        },
        {"piece": "S"},
    ),
    (
        ({}, "gE"),
        {"en": "You do not hold the green End. (RS-T1)", "fr": "Vous n’avez pas la tuile Fin verte. (RS-T1)"},
        {"piece": "gE"},
    ),
    (
        ({}, "k14+kX"),
        {
            "en": "The black Restart is placed alone, or right behind the 15 of its colour. (RS-T3)",
            "fr": "La tuile Redémarrage noire se pose seule, ou juste après le 15 de sa couleur. (RS-T3)",
            "de": "Den schwarzen Neustart legt man allein, oder gleich hinter die 15 derselben Farbe. (RS-T3)",
        },
        {"ending": "kX"},
    ),
]


@pytest.mark.parametrize(
    ("asked", "sentences", "details"), RESTART, ids=lambda value: value[1] if isinstance(value, tuple) else ""
)
def test_restart_names_rows_and_tiles(asked, sentences, details):
    rows, move = asked
    refusal = refused(restart(rows, ["g4 k14 kX b3", "r2"]).play, move)
    assert {lang: said(refusal, lang) for lang in sentences} == sentences
    assert codes(refusal.details) == details


def test_after_the_bin_the_row_is_not_called_cut():
    match = restart({"g": "1 4 5", "r": "1"}, ["T g7 r3", "b2"])
    match.play("T:g")
    assert (
        said(refused(match.play, "r3"), "fr")
        == "Après les Ciseaux ou la Poubelle, on ne pose que sur la même rangée : la rangée verte. (RS-T10)"
    )


ROMIRAMI = [
    ("c2 d2 h2", [11], "fill 11 c2+c2 d2+h2", "not-held", "2 fois le 2 de cerise : vous n’en avez que 1. (RR-T3)"),
    ("c2 d2 h2", [11], "fill 11 c2+l2 d2+h2", "not-held", "Vous n’avez pas le 2 de trèfle. (RR-T3)"),
    (
        "c1 d1 h1 c2",
        [1],
        "fill 1 c1+h1+d1+c2",
        "romirami.not-met",
        "1 de cerise, 1 de cœur, 1 de diamant et 2 de cerise : ce n’est pas un carré.",
    ),
    (
        "c1 c2 c4 c5",
        [23],
        "fill 23 c1+c2+c4+c5",
        "romirami.not-met",
        "ce n’est pas une suite de 4. Une suite monte sans trou, dans les valeurs du paquet. (RR-T5)",
    ),
    ("c1 c2 c4 c5", [23], "fill 23 c1+c2 c4+c5", "romirami.groups", "demande 1 combinaison : une suite de 4. (RR-T3)"),
    (
        "c1 c2 c4 c5",
        [23],
        "fill 5 c1+c2",
        "romirami.not-offered",
        "Il n’y a pas de contrat numéro 5 au marché. On y trouve : 23 (suite de 4). (RR-T2)",
    ),
]


@pytest.mark.parametrize(("hand", "contracts", "move", "code", "sentence"), ROMIRAMI)
def test_romi_rami_names_cards_and_combinations(hand, contracts, move, code, sentence):
    refusal = refused(romirami(romirami_positions.filling(hand, contracts)), move)
    assert refusal.reason == code
    assert sentence in said(refusal, "fr")


def test_an_imposed_value_is_said_to_be_imposed():
    contract = next(one["id"] for one in real_deck()["contracts"] if one["requirements"][0] == "set2of2")
    states = romirami_positions.filling("c3 d3 h3 c4", [contract])
    groups = {"set2of2": "c3+d3"}
    asked = romirami_positions.GAME.view(states.record, 0)["contracts"][0]["requirements"]
    rest = [
        "+".join(["h3"] * int(word[3]))
        if word.startswith("set")
        else "+".join(f"c{at}" for at in range(1, int(word[3]) + 1))
        for word in asked[1:]
    ]
    refusal = refused(romirami(states), " ".join(["fill", str(contract), groups[asked[0]], *rest]))
    assert refusal.reason == "romirami.not-met"
    assert said(refusal, "fr").startswith(
        "3 de cerise et 3 de diamant : le contrat impose la valeur, il demande une paire de 2."
    )
    assert codes(refusal.details) == {"group": "c3+d3", "asked": "set2of2"}


def test_the_market_says_how_many_it_has():
    states = romirami_positions.table(["c1 c1 c1", "l1 l1 l1"], market="h1 h2 h3 h4 h5 c1")
    assert (
        said(refused(romirami(states), "take h1+h1"), "fr") == "2 fois le 1 de cœur : le marché n’en a que 1. (RR-T1)"
    )
    assert said(refused(romirami(states), "take l5"), "en") == "The 5 of clovers is not in the market. (RR-T1)"


FAMILLE = [
    (
        "add 1 r8",
        "La suite bleue 4-5-6 ne prend que des tuiles bleues. (RF-T2)",
        "The blue run 4-5-6 takes only blue tiles. (RF-T2)",
    ),
    ("add 2 r8", "La famille des 9 ne prend que des 9. (RF-T3)", "The family of 9s takes only 9s. (RF-T3)"),
    ("add 3 b8", "Le 3 vert peut devenir une suite de sa couleur", "The green 3 can become a run of its colour"),
    (
        "pass",
        "On ne passe pas dans ce jeu : jouez, ou piochez si rien ne va. (RF-V3)",
        "There is no passing in this game: play, or draw if nothing fits. (RF-V3)",
    ),
    ("new b4+b5", "Le 4 bleu est déjà sur la table. (RF-T1)", "The blue 4 is on the table already. (RF-T1)"),
]


@pytest.mark.parametrize(("move", "french", "english"), FAMILLE)
def test_famille_names_groups(move, french, english):
    refusal = refused(famille(["r8 b8", "y9"], ["b4 b5 b6", "r9 g9", "g3"]).play, move)
    assert said(refusal, "fr").startswith(french)
    assert said(refusal, "en").startswith(english)


GERMAN = [
    ("add 1 r8", "In die blaue Reihe 4-5-6 passen nur blaue Steine. (RF-T2)"),
    ("add 2 r8", "In die 9er-Familie passt nur die 9. (RF-T3)"),
    ("add 3 b8", "Aus der grünen 3 kann eine Reihe ihrer Farbe oder eine Familie ihres Wertes werden"),
    ("new b4+b5", "Die blaue 4 liegt schon auf dem Tisch. (RF-T1)"),
    ("add 1 b8", "Eine Reihe hat keine Lücke: Es fehlt die blaue 7. (RF-T2)"),
]


@pytest.mark.parametrize(("move", "german"), GERMAN)
def test_german_declines(move, german):
    assert said(refused(famille(["r8 b8", "y9"], ["b4 b5 b6", "r9 g9", "g3"]).play, move), "de").startswith(german)


def test_german_says_no_in_the_right_gender():
    states = romirami_positions.filling("c1 c2 c4 c5", [23, 1])
    assert "Das ist keine 4er-Straße." in said(refused(romirami(states), "fill 23 c1+c2+c4+c5"), "de")
    assert "Das ist kein Vierling." in said(refused(romirami(states), "fill 1 c1+c2+c4+c5"), "de")
    sentence = said(refused(romirami(states), "fill 23 c1+c2 c4+c5"), "de")
    assert sentence.startswith("Der Auftrag 4er-Straße (")
    assert sentence.endswith(") verlangt 1 Kombination: eine 4er-Straße. (RR-T3)")


def test_passing_is_explained_as_the_variant_has_it():
    match = famille(["r8 b8", "y9"], ["b4 b5 b6"], pool_end="stuck")
    assert "la pioche est vide" in said(refused(match.play, "pass"), "fr")


def test_things_are_joined_as_the_language_joins():
    tiles = pieces(["g14", "gE", "gX"])
    assert tiles.in_words("fr", "bare") == "14, Fin et Redémarrage"
    assert tiles.in_words("en") == "green 14, green End and green Restart"
    assert tiles.in_words("fr", "The") == "Le 14 vert, la tuile Fin verte et la tuile Redémarrage verte"
    assert tiles.in_words("fr", "sign/ ") == "▲14 ▲Fin ▲Redémarrage"
    assert tiles.code == "g14 gE gX"
    assert row("o").in_words("fr", "The") == "La rangée orange"
    assert several([]).in_words("fr") == ""
    assert Tile(Colour.YELLOW, "9").code == "y9"


def test_a_sentence_inside_another_is_in_the_same_language():
    wrong = WrongRecord("illegal", event=3, clause="RS-T2", move="g4", why=Refused("over").without_clause())
    assert wrong.sentence("fr").replace(NBSP, " ") == "événement 3 : g4 n’est pas permis : La partie est finie. (RS-T2)"


def test_games_are_called_by_their_title():
    with pytest.raises(BadInput) as caught:
        tuilerie.new("restart", players=5)
    assert caught.value.sentence("en") == "ReStart is for 2 to 4 players, not 5."
    assert codes(caught.value.details)["game"] == "restart"
    assert "n’est pas un coup du jeu Rummy famille" in say(
        "refusal.unreadable", "fr", **refused(famille(["r8", "y9"], ["g3"]).play, "foo").details
    )
