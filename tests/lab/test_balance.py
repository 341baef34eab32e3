"""`balance`, as a designer runs it: the same numbers whatever the workers, interrupted or not; variants on the same
deals; files as promised.
"""

from __future__ import annotations

import json
import signal
import subprocess
import time
from functools import partial

import pytest

from tests.commands.running import PROGRAM, tuilerie
from tests.lab.planning import NoProgress, plan_of
from tuilerie.engine.registry import BUILT_IN
from tuilerie.kernel.places import cache_folder
from tuilerie.lab.balance import balance
from tuilerie.lab.checkpoint import Checkpoint, Saved
from tuilerie.lab.luck import study_luck
from tuilerie.lab.marks import marks_of
from tuilerie.lab.study import StudyRequest
from tuilerie.lab.worker_pool import WorkerPool

KEYS = [
    "game",
    "players",
    "bots",
    "variant",
    "seed",
    "games",
    "half_width",
    "seats",
    "order",
    "length",
    "scores",
    "distributions",
    "reasons",
    "closeness",
]


def numbers(*arguments, **environment):
    done = tuilerie("balance", *arguments, "--json", **environment)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("seconds") >= 0
    return found


def study(plan, folder, **request):
    return balance(StudyRequest(plan, **request), WorkerPool(), NoProgress(), Checkpoint({}, False, folder))


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_figure_has_an_interval_and_its_number_of_games(game):
    found = numbers(game, "--players", 3, "--games", 300, "--bots", "random", "--deals", 4, "--positions", 2)
    assert list(found) == [*KEYS, "choices", "marks", "compare", "luck", "decisions"]
    figures = [
        *found["seats"],
        *found["order"],
        *found["length"].values(),
        *found["scores"].values(),
        *found["reasons"].values(),
        *found["choices"].values(),
    ]
    figures += [figure for figure in found["closeness"].values() if isinstance(figure, dict)]
    for figure in figures:
        assert figure["low"] <= figure["value"] <= figure["high"]
        assert 0 <= figure["games"] <= found["games"] == 300
    assert {row["mark"] for row in found["marks"]} == {mark.name for mark in marks_of(plan_of(game, 3))}
    assert found["luck"]["games"] == 4 * 3 * 2
    assert found["decisions"]["positions"] == 2
    # parts cut at 0 may add up to more with so few deals
    assert 0.9 < sum(part["value"] for part in found["luck"]["parts"].values()) < 1.6


def test_the_same_seed_gives_the_same_json_whatever_the_workers():
    asked = (
        "restart",
        "--games",
        9000,
        "--bots",
        "random",
        "--deals",
        10,
        "--positions",
        4,
        "--seed",
        3,
        "--compare",
        "last_tile=placed",
    )
    assert numbers(*asked, "--workers", 1) == numbers(*asked, "--workers", 2)


def test_precision_stops_the_run_by_itself():
    found = numbers("famille", "--precision", 1.0, "--bots", "random", "--deals", 0, "--positions", 0)
    assert found["half_width"] <= 1.0
    assert 8192 <= found["games"] <= 16384
    assert "luck" not in found


def test_a_changed_target_is_found_and_an_unchanged_figure_is_not(tmp_path):
    plan = plan_of("restart", target=100)
    other = plan_of("restart", target=50)
    found = study(plan, tmp_path, others={"target=50": other}, games=2000, deals=0, positions=0)
    rounds = {change.figure: change for change in found.compare[0].figures}["rounds"]
    assert rounds.real
    assert rounds.high < 0
    assert rounds.other - rounds.base == pytest.approx(rounds.change)
    alone = study(other, tmp_path, games=2000, deals=0, positions=0)
    assert rounds.other == pytest.approx(alone.length.rounds.value)


def test_comparing_a_rule_that_never_matters_finds_nothing(tmp_path):
    """ReStart with the same target written twice would be refused; here a rule that greedy play hardly ever meets."""
    plan, other = plan_of("junior", first=0), plan_of("junior", first=0)
    found = study(plan, tmp_path, others={"same": other}, games=500, deals=0, positions=0)
    assert not any(change.real or change.change for change in found.compare[0].figures)


def test_the_first_seat_variant_moves_the_seat_not_the_order(tmp_path):
    plan, other = plan_of("junior"), plan_of("junior", first=1)
    found = study(plan, tmp_path, others={"first=1": other}, games=3000, deals=0, positions=0)
    assert abs(found.compare[0].figures[0].change) < 0.1
    fixed = study(other, tmp_path, games=500, deals=0, positions=0)
    assert fixed.seats[1].value == fixed.order[0].value


def test_two_decks_are_compared(tmp_path):
    from tuilerie.games.romirami.deck import real_deck

    deck = json.loads(json.dumps(real_deck()))
    for contract in deck["contracts"]:
        contract["points"] += 10
    file = tmp_path / "rich.json"
    file.write_text(json.dumps(deck))
    found = numbers(
        "romirami", "--games", 300, "--bots", "random", "--deals", 0, "--positions", 0, "--compare-deck", file
    )
    rows = {row["figure"]: row for row in found["compare"][0]["figures"]}
    assert rows["winner-score"]["change"] > 50
    assert rows["winner-score"]["real"]


def test_a_game_of_luck_has_no_skill_and_a_player_beats_chance():
    luck = study_luck(
        plan_of("junior"),
        *(plan_of("junior", bots=name).bots[0][0] for name in ("greedy", "random")),
        200,
        worker_pool=WorkerPool(),
        progress=lambda _: None,
    )
    assert luck.parts["player"].low == 0
    assert luck.parts["player"].value < 0.05
    skill = study_luck(
        plan_of("restart"),
        *(plan_of("restart", bots=name).bots[0][0] for name in ("greedy", "random")),
        200,
        worker_pool=WorkerPool(),
        progress=lambda _: None,
    )
    assert skill.parts["player"].low > 0.8
    assert skill.edge.low > 0.4


# --- interrupted runs ----------------------------------------------------------------------------------

INTERRUPTED_GAMES = 150_000  # seconds of work: there is time to interrupt it after its first checkpoint
INTERRUPTED = ["restart", "--games", INTERRUPTED_GAMES, "--bots", "random", "--deals", 0, "--positions", 0]


@pytest.fixture(scope="module")
def whole():
    """The same run, never interrupted."""
    return numbers(*INTERRUPTED, "--workers", 2)


@pytest.mark.parametrize(("ending", "said"), [(signal.SIGINT, "--resume"), (signal.SIGKILL, "")])
def test_an_interrupted_run_goes_on_where_it_stopped(ending, said, whole, tmp_path, monkeypatch):
    """The sums and the rows written so far are taken up: the end is that of a run never interrupted."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow (pip install 'tuilerie[lab]')")
    asked = ["balance", *map(str, INTERRUPTED), "--parquet", str(tmp_path / "games.parquet"), "--json"]
    runs = _own_runs(tmp_path, monkeypatch)
    # a shell's background jobs are started with Ctrl-C ignored
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(
        [PROGRAM, *asked, "--lang", "en", "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heeding,
    )
    while process.poll() is None and not any(runs.glob("*.json")):
        time.sleep(0.01)
    process.send_signal(ending)
    out, err = process.communicate(timeout=300)
    assert out == ""
    assert process.returncode != 0
    assert said in err
    done = tuilerie(*asked, "--resume")
    assert done.returncode == 0, done.stderr
    assert "Going on after" in done.stderr
    resumed = json.loads(done.stdout)
    resumed.pop("seconds")
    assert resumed == whole
    rows = parquet.read_table(tmp_path / "games.parquet", columns=["game", "share_0"])
    assert rows.column("game").to_pylist() == list(range(INTERRUPTED_GAMES))
    mean = sum(rows.column("share_0").to_pylist()) / INTERRUPTED_GAMES
    assert mean == pytest.approx(whole["seats"][0]["value"])
    assert not list(tmp_path.glob(".*parts"))


def _own_runs(tmp_path, monkeypatch):
    """Where this test's programs leave their checkpoints, apart from those of other tests; the compiled kernels are the
    same.
    """
    compiled = cache_folder()
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / compiled.name).symlink_to(compiled)
    monkeypatch.setenv("TUILERIE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "runs"


def test_a_checkpoint_of_other_arguments_is_not_taken_up(tmp_path):
    Checkpoint({"games": 1}, False, tmp_path).save(5, {"sum": 7})
    assert Checkpoint({"games": 1}, True, tmp_path).found == Saved(5, {"sum": 7})
    assert Checkpoint({"games": 2}, True, tmp_path).found is None
    assert Checkpoint({"games": 1}, False, tmp_path).found is None


def test_a_broken_checkpoint_is_ignored(tmp_path):
    one = Checkpoint({"games": 1}, False, tmp_path)
    one.save(5, {"sum": 7})
    one.path.write_text(one.path.read_text()[:20])
    assert Checkpoint({"games": 1}, True, tmp_path).found is None


# --- raw games -------------------------------------------------------------------------------------------


def test_raw_games_have_one_row_per_game_and_variant(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow (pip install 'tuilerie[lab]')")
    file = tmp_path / "games.parquet"
    found = numbers(
        "restart", "--games", 500, "--deals", 0, "--positions", 0, "--compare", "target=50", "--parquet", file
    )
    rows = parquet.read_table(file).to_pylist()
    assert len(rows) == 1000
    base = [row for row in rows if row["variant"] == "base"]
    assert {row["variant"] for row in rows} == {"base", "target=50"}
    assert sum(row["rounds"] for row in base) / 500 == pytest.approx(found["length"]["rounds"]["value"])
    assert {row["reason"] for row in base} == set(found["reasons"])
    assert (
        sum(row["used-bin_0"] + row["used-bin_1"] for row in base)
        == {row["mark"]: row["times"] for row in found["marks"]}["used-bin"]
    )


BAD = [
    (["restart", "--precision", "0"], 2, "0.01"),
    (["restart", "--compare", "target"], 2, "KEY=VALUE"),
    (["restart", "--compare", "target=100"], 2, "already"),
    (["restart", "--compare", "target=0"], 2, "1..1000"),
    (["restart", "--compare-deck", "x.json"], 2, "fixed set"),
    (["restart", "--skill", "greedy"], 2, "two different bots"),
    (["restart", "--skill", "greedy,deep-blue"], 2, "deep-blue"),
    (["restart", "--players", "7"], 2, "2 to 4 players"),
    (["restart", "--report", "no/such/folder/x.html"], 1, "cannot be written"),
    (["restart", "--parquet", "no/such/folder/x.parquet"], 1, "cannot be written"),
    (["restart", "--report", "x", "--parquet", "x"], 2, "two different files"),
]


@pytest.mark.parametrize(
    ("command", "code", "words"), BAD, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_bad_usage_is_one_sentence(command, code, words):
    done = tuilerie("balance", *command)
    assert done.returncode == code
    assert words in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) <= 2


@pytest.mark.parametrize(("lang", "words"), [("de", "Anfangen"), ("fr", "Commencer"), ("en", "Beginning")])
def test_the_terminal_says_it_in_plain_words(lang, words):
    done = tuilerie(
        "balance", "romirami", "--games", 200, "--bots", "random", "--deals", 2, "--positions", 1, "--lang", lang
    )
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
