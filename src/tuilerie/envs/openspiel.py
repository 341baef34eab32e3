"""OpenSpiel: every game as `tuilerie_NAME`, e.g. `pyspiel.load_game("tuilerie_restart(players=3,target=50)")`.
Importing this registers them.

Chance draws the seed of the deal, one byte at a time, in the first DEAL_BYTES nodes; all later draws follow from the
seed. A history is therefore a whole game, the seed included, and every algorithm that samples chance nodes works.
Returns are the share of the victory less a fair share: zero-sum. A game stopped by `turn_limit` (turns per player) pays
nothing.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tuilerie.engine.game import Game
from tuilerie.engine.options import Option
from tuilerie.engine.registry import game_named, known_games
from tuilerie.envs.observer import TuilerieObserver
from tuilerie.envs.position import Position
from tuilerie.envs.table import TURN_LIMIT, Table
from tuilerie.kernel.arrays import address

DEAL_BYTES = 4
CHANCE, OVER = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL
LONGEST_TURN = 64  # actions; a test plays many games and finds none longer


def short_name(game: str) -> str:
    return f"tuilerie_{game}"


def _parameter(option: Option) -> int | str:
    """Options that are numbers only are ints, all others texts."""
    return option.default if isinstance(option.default, int) else str(option.default)


def game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(game.id),
        long_name=f"Tuilerie: {game.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": 2, "turn_limit": TURN_LIMIT}
        | {option.key: _parameter(option) for option in game.options},
    )


class TuilerieGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel brings no types
    """One game with its settings; a subclass per game says which."""

    kind: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        kind = self.kind
        values = dict(params or {})
        players = int(values.get("players", 2))
        variant = {option.key: values[option.key] for option in kind.options if option.key in values}
        self.table = Table(kind.id, players, variant, turn_limit=int(values.get("turn_limit", TURN_LIMIT)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=256,
            num_players=players,
            min_utility=-1.0 / players,
            max_utility=1.0 - 1.0 / players,
            utility_sum=0.0,
            max_game_length=self.table.limit * LONGEST_TURN,
        )
        super().__init__(game_type(kind), info, values)

    def new_initial_state(self, text: str | None = None) -> TuilerieState:
        return TuilerieState(self)

    def max_chance_nodes_in_history(self) -> int:
        return DEAL_BYTES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TuilerieObserver:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        return TuilerieObserver(self.table, iig_obs_type)


class TuilerieState(pyspiel.State):  # type: ignore[misc]  # pyspiel brings no types
    """Python attributes are what OpenSpiel copies and pickles: the bytes drawn so far, then the position."""

    def __init__(self, game: TuilerieGame) -> None:
        super().__init__(game)
        self.drawn = b""
        self.position: Position | None = None

    @property
    def table(self) -> Table:
        game: TuilerieGame = self.get_game()
        return game.table

    # --- what OpenSpiel asks for ------------------------------------------------------------------

    def current_player(self) -> int:
        if self.position is None:
            return int(CHANCE)
        return int(OVER) if self._is_over(self.position) else self.position.turn

    def is_terminal(self) -> bool:
        return self.position is not None and self._is_over(self.position)

    def _is_over(self, position: Position) -> bool:
        return not position.choices or position.turns >= self.table.limit

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return self.position.choices

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(byte, 1 / 256) for byte in range(256)]

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position.do(action)
            return
        self.drawn += bytes([action])
        if len(self.drawn) == DEAL_BYTES:
            self.position = Position(
                self.table.game, self.table.players, self.table.ruleset, int.from_bytes(self.drawn, "little")
            )

    def _action_to_string(self, player: int, action: int) -> str:
        """A move of one action in its notation; the parts of longer moves by number; the seed's bytes by place."""
        if self.position is None:
            return f"seed[{len(self.drawn)}] = {action}" if player == CHANCE else f"action {action}"
        if player != CHANCE and not self.position.path and action in self.position.choices:
            after = self.position.__deepcopy__({})
            after.do(action)
            if not after.path:
                return self.table.game.spell(self.position.state, (action,))
        return f"action {action}"

    def returns(self) -> list[float]:
        players = self.table.players
        if self.position is None or self.position.choices:
            return [0.0] * players
        shares, points = np.zeros(4), np.zeros(4)
        self.table.game.library.result(self.position.state.address, address(shares), address(points))
        return [float(share) - 1.0 / players for share in shares[:players]]

    def __str__(self) -> str:
        if self.position is None:
            return f"seed bytes drawn: {list(self.drawn)}"
        views = [self.table.game.view(self.position.state, seat) for seat in range(self.table.players)]
        return "\n".join(
            [
                *(json.dumps(view) for view in views),
                f"move so far: {list(self.position.path)}, actions: {self.position.count}",
            ]
        )

    # --- resampling, for ISMCTS ---------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Any) -> TuilerieState:
        """A state that `player` cannot tell from this one; everything else is dealt again, the seed in the history
        included.
        """
        assert self.position is not None
        dice = int(sampler() * 2**53)
        drawn = np.random.default_rng(dice).bytes(DEAL_BYTES)
        past = [(int(CHANCE), byte) for byte in drawn] + [
            (item.player, item.action) for item in self.full_history()[DEAL_BYTES:]
        ]
        attributes = {"drawn": drawn, "position": self.position.imagined(player, dice)}
        packed = base64.b64encode(pickle.dumps(attributes)).decode()
        history = ",".join(f"{who}:{what}" for who, what in past)
        other: TuilerieState = self.get_game().deserialize_state(
            f"history={history}\nmove_number={self.move_number()}\n__dict__={packed}"
        )
        return other

    # --- structs --------------------------------------------------------------------------------------

    def _to_struct(self) -> dict[str, Any]:
        if self.position is None:
            return {"drawn": list(self.drawn)}
        return {
            "views": [self.table.game.view(self.position.state, seat) for seat in range(self.table.players)],
            "move_so_far": list(self.position.path),
        }

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return {} if self.position is None else self.table.game.view(self.position.state, player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"player": player, "action": action, "move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return [int(struct["action"])]


def _register() -> None:
    there = set(pyspiel.registered_names())
    for name in known_games():
        if short_name(name) not in there:
            kind = game_named(name)
            # A class, not a function: OpenSpiel lets go of what it was given only after Python has ended, and a
            # function would be freed then.
            pyspiel.register_game(
                game_type(kind), type(f"Tuilerie{name.capitalize()}Game", (TuilerieGame,), {"kind": kind})
            )


_register()
