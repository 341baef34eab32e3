"""What the commands of the laboratory answer: one dataclass per figure, contrast and section.

The terminal, the reports and `--json` read the same objects; `to_json` gives the documented keys in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass

from tuilerie.engine.options import Value


@dataclass(frozen=True)
class Interval:
    """A value with its 95% interval."""

    value: float
    low: float
    high: float

    @property
    def triple(self) -> tuple[float, float, float]:
        return self.value, self.low, self.high


@dataclass(frozen=True)
class Figure(Interval):
    """A mean over this many games."""

    games: int


OPTIONAL = {"optional": True}  # a field that the JSON leaves out when there is nothing to say


def figures_of(section: Length | Scores | Closeness | Choices) -> Iterator[tuple[str, Figure]]:
    """The figures of a section by the name of their column."""
    for one in fields(section):
        value = getattr(section, one.name)
        if isinstance(value, Figure):
            yield one.metadata.get("column", one.metadata.get("name", one.name)), value


# --- the sections of a study ------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatFigure(Figure):
    """The share of victory of one seat, and its mean score."""

    mean_score: Figure


@dataclass(frozen=True)
class Length:
    turns: Figure
    moves: Figure
    rounds: Figure
    round_turns: Figure = field(metadata={"name": "round-turns"})
    decisions: Figure


@dataclass(frozen=True)
class Scores:
    mean: Figure = field(metadata={"column": "score"})
    winner: Figure = field(metadata={"column": "winner-score"})


@dataclass(frozen=True)
class Closeness:
    """A game is close if the margin is at most `close_at`."""

    margin: Figure
    close: Figure
    shared: Figure
    half_leader: Figure = field(metadata={"name": "half-leader"})
    lead_changes: Figure = field(metadata={"name": "lead-changes"})
    close_at: int


@dataclass(frozen=True)
class Choices:
    options: Figure
    forced: Figure


@dataclass(frozen=True)
class Quantile:
    value: int
    low: int
    high: int

    @property
    def triple(self) -> tuple[int, int, int]:
        return self.value, self.low, self.high


@dataclass(frozen=True)
class Distribution:
    """How often each whole number from 0 on; quantiles by percent ("25")."""

    count: int
    quantiles: Mapping[str, Quantile]
    counts: Sequence[int]


@dataclass(frozen=True)
class MarkContrast:
    """Seats that had a mark against seats that did not. None where too few games tell."""

    mark: str
    kind: str
    games: int
    times: int
    share: Interval  # of the seats that had it
    decides: Interval  # share of games that it decided
    with_: Interval | None  # victory of those who had it
    without: Interval | None
    victory: Interval | None  # the difference of the two
    with_score: Interval | None
    without_score: Interval | None
    score: Interval | None
    p: float  # adjusted for all marks together
    real: bool


@dataclass(frozen=True)
class Change:
    """One figure under the study's rules and under other rules, on the same deals."""

    figure: str  # a column of `figures.columns`
    percent: bool
    base: float
    other: float
    change: float
    low: float
    high: float
    games: int
    p: float  # adjusted for all questions together
    real: bool

    @property
    def strength(self) -> float:
        """The change in half-widths of its interval; a change without any spread is the strongest."""
        half = (self.high - self.low) / 2
        return abs(self.change) / half if half > 0 else (float("inf") if self.change else 0.0)


@dataclass(frozen=True)
class Comparison:
    variant: str
    figures: Sequence[Change]


@dataclass(frozen=True)
class Luck:
    """`parts` of who wins: player, deal, matching, play. Empty, and without games, if nobody ever won alone."""

    player: str
    rival: str
    deals: int
    games: int | None = field(metadata=OPTIONAL)
    edge: Interval
    parts: Mapping[str, Interval]


@dataclass(frozen=True)
class Decisions:
    """Decisions judged by the search."""

    positions: int
    options: Interval
    gain: Interval
    median_gain: Interval
    matters: Interval


@dataclass(frozen=True)
class StudyResult:
    """What `balance` answers."""

    game: str
    players: int
    bots: Sequence[str]
    variant: Mapping[str, Value]
    seed: int
    games: int
    half_width: float
    seats: Sequence[SeatFigure]
    order: Sequence[Figure]
    length: Length
    scores: Scores
    distributions: Mapping[str, Distribution]
    reasons: Mapping[str, Figure]
    closeness: Closeness
    choices: Choices
    marks: Sequence[MarkContrast]
    compare: Sequence[Comparison]
    luck: Luck | None = field(default=None, metadata=OPTIONAL)
    decisions: Decisions | None = field(default=None, metadata=OPTIONAL)
    seconds: float = 0.0


# --- the other commands -----------------------------------------------------------------------------


@dataclass(frozen=True)
class SeatShare:
    """The share of victory of a seat with its interval, and its mean score."""

    share: float
    low: float
    high: float
    mean_score: float


@dataclass(frozen=True)
class SimulationResult:
    """What `simulate` answers."""

    game: str
    players: int
    games: int
    moves: int
    seconds: float
    seats: Sequence[SeatShare]
    mean_moves: float
    reasons: Mapping[str, int]


@dataclass(frozen=True)
class BotShare:
    """The share of victory of a bot with its interval, and its mean score."""

    name: str
    share: float
    low: float
    high: float
    mean_score: float


@dataclass(frozen=True)
class MatchResult:
    """What `match` answers."""

    game: str
    players: int
    deals: int
    games: int
    bots: Sequence[BotShare]
    seconds: float


@dataclass(frozen=True)
class PairResult:
    """The share of victory of bot `one` against bot `two`, with its interval."""

    one: str
    two: str
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class BotRating:
    """`against`: the share of victory against each other bot."""

    name: str
    rating: float
    low: float
    high: float
    against: Mapping[str, float]


@dataclass(frozen=True)
class LadderResult:
    """What `ladder` answers, the best bot first."""

    game: str
    deals: int
    bots: Sequence[BotRating]
    pairs: Sequence[PairResult]
    seconds: float


@dataclass(frozen=True)
class Speed:
    games_per_s: float
    moves_per_s: float


# --- JSON ---------------------------------------------------------------------------------------------


def to_json(value: object) -> object:
    """The value as objects, arrays, numbers and texts."""
    if is_dataclass(value):
        return {
            one.metadata.get("name", one.name.rstrip("_")): to_json(found)
            for one in fields(value)
            if (found := getattr(value, one.name)) is not None or "optional" not in one.metadata
        }
    if isinstance(value, Mapping):
        return {key: to_json(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_json(one) for one in value]
    return value
