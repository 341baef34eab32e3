"""Train a small network to play ReStart on a CPU, with MaskablePPO from sb3-contrib; about eight minutes. Run it with
`make test-learn`.

Half of the lanes play against `random`, where a beginner wins often enough to learn anything at all, half against
`greedy`. The curve is measured on deals that training never sees, each played from both seats; the last line says
whether the agent beats `random` beyond doubt.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env

sys.path.insert(0, str(Path(__file__).parent))

from lanes import Lanes

from tuilerie.envs.single import TuilerieEnv
from tuilerie.envs.vector import TuilerieVectorEnv
from tuilerie.lab.intervals import Mean

EVALUATION_SEED = 1_000_000


def shares_against(model: MaskablePPO, game: str, opponent: str, deals: int) -> np.ndarray:
    """The share of the victory, deal by deal, averaged over the two seats."""
    shares = np.zeros((2, deals))
    for seat in range(2):
        envs = TuilerieVectorEnv(game, deals, opponents=opponent, seat=seat)
        observations, _ = envs.reset(seed=EVALUATION_SEED)
        waiting = np.ones(deals, bool)
        while waiting.any():
            actions, _ = model.predict(observations, action_masks=envs.action_masks(), deterministic=True)
            observations, rewards, terminated, truncated, _ = envs.step(actions)
            ended = waiting & (terminated | truncated)
            shares[seat, ended] = rewards[ended] + 0.5 * terminated[ended]
            waiting &= ~ended
    return shares.mean(axis=0)


class Curve(BaseCallback):
    """Measures now and then, and stops when the time is up."""

    def __init__(self, game: str, seconds: float, points: int) -> None:
        super().__init__()
        self.game, self.seconds, self.points = game, seconds, points
        self.rows: list[tuple[int, float, float, float]] = []

    def _on_training_start(self) -> None:
        self._begun = time.perf_counter()
        self.measure()

    def _on_rollout_end(self) -> None:
        if time.perf_counter() - self._begun >= len(self.rows) * self.seconds / self.points:
            self.measure()

    def _on_step(self) -> bool:
        return time.perf_counter() - self._begun < self.seconds

    def measure(self) -> None:
        against = [float(shares_against(self.model, self.game, name, 200).mean()) for name in ("random", "greedy")]
        self.rows.append((self.num_timesteps, time.perf_counter() - self._begun, *against))
        steps, seconds, random, greedy = self.rows[-1]
        print(
            f"{steps:>9,} steps {seconds:>5.0f} s   random {random:5.3f} {'#' * round(40 * random):40}   "
            f"greedy {greedy:5.3f}",
            flush=True,
        )


def draw(rows: list[tuple[int, float, float, float]], path: Path) -> None:
    """The curve as a picture: win share against random (solid) and greedy (dashed) over training steps."""
    most = max(steps for steps, *_ in rows) or 1

    def line(column: int) -> str:
        return " ".join(f"{60 + 520 * row[0] / most:.0f},{240 - 200 * row[column]:.0f}" for row in rows)

    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 290" font-family="sans-serif" font-size="13">\n'
        '<rect width="640" height="290" fill="#fff"/><path d="M60 40V240H580M60 140H580" stroke="#999" fill="none"/>\n'
        f'<polyline points="{line(2)}" fill="none" stroke="#1b6ca8" stroke-width="2"/>\n'
        f'<polyline points="{line(3)}" fill="none" stroke="#b5482a" stroke-width="2" stroke-dasharray="6 4"/>\n'
        '<text x="52" y="44" text-anchor="end">1</text><text x="52" y="144" text-anchor="end">0.5</text>'
        '<text x="52" y="244" text-anchor="end">0</text>\n'
        f'<text x="580" y="262" text-anchor="end">{most:,} steps</text>\n'
        '<text x="60" y="24">share of victories: against random (solid), against greedy (dashed)</text>\n</svg>\n'
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="restart")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument(
        "--deals", type=int, default=1000, help="deals of the last measurement, each played from both seats"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="write the curve to this SVG file")
    options = parser.parse_args()

    check_env(TuilerieEnv(options.game), warn=True)
    print("Stable-Baselines3's checker: passed")
    torch.set_num_threads(1)  # a small network: more threads only wait for each other
    lanes = Lanes(
        [
            TuilerieVectorEnv(options.game, 64, opponents=name, autoreset_mode="SameStep")
            for name in ("random", "greedy")
        ],
        options.seed,
    )
    model = MaskablePPO(
        "MlpPolicy",
        lanes,
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        seed=options.seed,
        device="cpu",
        policy_kwargs={"net_arch": [256, 128]},
    )
    curve = Curve(options.game, 60 * options.minutes, 16)
    model.learn(10**9, callback=curve)
    curve.measure()
    if options.picture:
        draw(curve.rows, options.picture)

    beaten = True
    for name in ("random", "greedy"):
        result = Mean()
        result.add(shares_against(model, options.game, name, options.deals))
        low, high = result.interval()
        print(
            f"against {name}: wins {result.mean:.3f} of the games, 95% interval {low:.3f} to {high:.3f} "
            f"({options.deals} deals from both seats)"
        )
        beaten &= name != "random" or low > 0.5
    print("beats random beyond doubt" if beaten else "does not beat random beyond doubt")
    return 0 if beaten else 1


if __name__ == "__main__":
    sys.exit(main())
