"""The figures of a study: one number per game and figure, of which means, intervals and paired differences are kept;
never the games.
"""

from __future__ import annotations

import numpy as np

from tuilerie.lab.batches import FAILED, STOPPED
from tuilerie.lab.intervals import Mean, MeanState
from tuilerie.lab.plan import Plan
from tuilerie.lab.results import Distribution, Figure, Quantile
from tuilerie.lab.study_batches import StudyBatch


def reason_names(plan: Plan) -> dict[int, str]:
    """Every way a game can end, by the code in its row."""
    return {code: name for code, name in enumerate(plan.game.reasons) if name} | {STOPPED: "limit", FAILED: "abandoned"}


def columns(plan: Plan, batch: StudyBatch) -> dict[str, np.ndarray]:
    """Per figure one number per game; nan where a game has none."""
    rows, players, games = batch.rows, plan.players, np.arange(len(batch))
    found = {f"seat.{seat}": batch.shares[:, seat] for seat in range(players)}
    found |= {f"order.{place}": batch.shares[games, (rows["first"] + place) % players] for place in range(players)}
    found |= {f"score.{seat}": batch.points[:, seat] for seat in range(players)}
    found["score"] = batch.points.mean(axis=1)
    found["winner-score"] = _ratio((batch.points * batch.shares).sum(axis=1), batch.shares.sum(axis=1))
    found |= _closeness(plan, batch)
    for name in ("turns", "moves", "rounds", "decisions", "lead_changes"):
        found[name.replace("_", "-")] = rows[name].astype(float)
    found["round-turns"] = rows["turns"] / rows["rounds"].clip(1)
    found["options"] = _ratio(rows["options"].astype(float), rows["decisions"])
    found["forced"] = _ratio(rows["forced"].astype(float), rows["forced"] + rows["decisions"])
    found |= {f"reason.{name}": (rows["reason"] == code).astype(float) for code, name in reason_names(plan).items()}
    return found


def _closeness(plan: Plan, batch: StudyBatch) -> dict[str, np.ndarray]:
    sign = 1.0 if plan.game.lowest_wins else -1.0
    ranked = np.sort(sign * batch.points, axis=1)
    margin = ranked[:, 1] - ranked[:, 0]
    ended = ~np.isin(batch.rows["reason"], (STOPPED, FAILED))
    at_once = [code for code, name in reason_names(plan).items() if name in plan.game.unscored_ends]
    counted = ended & ~np.isin(batch.rows["reason"], at_once)
    leader = batch.rows["half_leader"]
    led = ended & (leader >= 0)
    return {
        "margin": np.where(counted, margin, np.nan),
        "close": np.where(counted, margin <= plan.game.close_margin, np.nan),
        "shared": np.where(ended, (batch.shares > 0).sum(axis=1) > 1, np.nan),
        "half-leader": np.where(led, batch.shares[np.arange(len(batch)), leader.clip(0)], np.nan),
    }


def _ratio(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    ratio: np.ndarray = np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0)
    return ratio


SumsState = dict[str, MeanState]
SHARES = ("seat.", "order.", "close", "shared", "half-leader", "forced", "reason.")


def is_share(name: str) -> bool:
    """Whether a figure is a share between 0 and 1, shown in percent."""
    return name.startswith(SHARES)


class Sums:
    """Running sums of named figures: count, total, squares.

    Adding in the same order gives the same sums to the last bit.
    """

    def __init__(self) -> None:
        self.means: dict[str, Mean] = {}

    def add(self, found: dict[str, np.ndarray]) -> None:
        for name, values in found.items():
            self.means.setdefault(name, Mean()).add(values[~np.isnan(values)])

    def figure(self, name: str) -> Figure:
        mean = self.means.get(name, Mean())
        low, high = mean.share_interval() if is_share(name) else mean.interval()
        return Figure(mean.mean, low, high, mean.count)

    def state(self) -> SumsState:
        return {name: mean.state() for name, mean in self.means.items()}

    def restore(self, state: SumsState) -> None:
        self.means = {name: Mean(*row) for name, row in state.items()}


class Histogram:
    """How often each whole number from 0 on; grows with the largest number, not with the games."""

    def __init__(self) -> None:
        self.counts = np.zeros(1, np.int64)

    def add(self, values: np.ndarray) -> None:
        whole = np.rint(values[~np.isnan(values)]).astype(np.int64)
        if len(whole):
            found = np.bincount(whole.clip(0), minlength=len(self.counts))
            found[: len(self.counts)] += self.counts
            self.counts = found

    def state(self) -> list[int]:
        counts: list[int] = self.counts.tolist()
        return counts

    def restore(self, state: list[int]) -> None:
        self.counts = np.array(state, np.int64)

    def summary(self) -> Distribution:
        """Quantiles with intervals from order statistics, the least, the most, and the counts themselves."""
        total = int(self.counts.sum())
        if total == 0:
            return Distribution(0, {}, [])
        quantiles = {str(q): self._quantile(q / 100) for q in (5, 25, 50, 75, 95)}
        return Distribution(total, quantiles, self.counts.tolist())

    def _quantile(self, q: float) -> Quantile:
        """The interval's ends are the values whose ranks are 1.96 standard deviations of a binomial away."""
        below = np.cumsum(self.counts)
        total = int(below[-1])
        half = 1.959963984540054 * (total * q * (1 - q)) ** 0.5
        value, low, high = (
            int(np.searchsorted(below, min(max(rank, 1), total)))
            for rank in (total * q, total * q - half, total * q + half + 1)
        )
        return Quantile(value, low, high)
