"""`balance`: is the game fair, how long, how close, what decides it, luck or skill, and what another variant would
change.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TypedDict, cast

from tuilerie.bots.kinds import BEGINNER, GREEDY
from tuilerie.bots.roster import Bot, bot_named
from tuilerie.lab.batches import PlayGames, batch_size, spans
from tuilerie.lab.checkpoint import Checkpoint
from tuilerie.lab.decisions import study_decisions
from tuilerie.lab.luck import study_luck
from tuilerie.lab.parquet import ParquetFile
from tuilerie.lab.progress import Progress
from tuilerie.lab.results import Decisions, Luck, StudyResult
from tuilerie.lab.study import Study, StudyRequest, StudyState
from tuilerie.lab.study_batches import StudyBatch
from tuilerie.lab.worker_pool import ALONE, WorkerPool

DEALS, DEALS_OF_BEGINNERS, DEALS_FROM_PYTHON = 2000, 300, 40  # replayed for luck and skill
POSITIONS_FROM_PYTHON = 40  # decisions judged, of bots that search or come from outside
RIVALS = {"random": ("greedy", "beginner"), "greedy": ("greedy", "beginner"), "beginner": ("greedy", "beginner")}


class BalanceState(TypedDict):
    """What a checkpoint keeps: the study, and the number of whole parts of the Parquet file."""

    study: StudyState
    parts: int


def rivals(request: StudyRequest) -> tuple[Bot, Bot]:
    """Who is compared for skill: as asked, or two different bots of the table, or the bot against a weaker one."""
    names = list(dict.fromkeys(bot.name for bot in request.plan.bots[0]))
    if request.skill is not None:
        names = list(request.skill)
    elif len(names) == 1:
        names = list(RIVALS.get(names[0], (names[0], "greedy")))
    return bot_named(names[0]), bot_named(names[1])


def balance(
    request: StudyRequest,
    worker_pool: WorkerPool,
    progress: Progress,
    checkpoint: Checkpoint,
    parquet: ParquetFile | None = None,
) -> StudyResult:
    """The games (until their number or the precision is reached), then luck and skill, then the decisions."""
    study = Study(request)
    if worker_pool.ray is None:
        next(ALONE.do(_job(request), [(0, 1)]))  # compile or load before the clock starts
    begun = time.perf_counter()
    _play(study, worker_pool, progress, checkpoint, parquet)
    luck, decisions = _luck(request, worker_pool, progress), _decisions(request, worker_pool, progress)
    return replace(study.result(), luck=luck, decisions=decisions, seconds=time.perf_counter() - begun)


def _job(request: StudyRequest) -> PlayGames[StudyBatch]:
    return PlayGames([request.plan, *request.others.values()], StudyBatch)


def _luck(request: StudyRequest, worker_pool: WorkerPool, progress: Progress) -> Luck | None:
    deals = request.sample(request.deals, DEALS, DEALS_FROM_PYTHON)
    if not deals:
        return None
    pair = rivals(request)
    if request.deals is None and any(bot.kind > GREEDY or bot.command is not None for bot in pair):
        easy = all(bot.kind <= BEGINNER and bot.command is None for bot in pair)
        deals = min(deals, DEALS_OF_BEGINNERS if easy else DEALS_FROM_PYTHON)
    progress.phase("luck", 2 * deals * request.plan.players)
    return study_luck(
        request.plan, *pair, deals, worker_pool=worker_pool, progress=lambda batch: progress.advance(len(batch))
    )


def _decisions(request: StudyRequest, worker_pool: WorkerPool, progress: Progress) -> Decisions | None:
    positions = request.sample(request.positions, request.plan.game.effort.decisions, POSITIONS_FROM_PYTHON)
    if not positions:
        return None
    progress.phase("decisions", positions)
    return study_decisions(request.plan, positions, worker_pool, progress.advance)


def _play(
    study: Study, worker_pool: WorkerPool, progress: Progress, checkpoint: Checkpoint, parquet: ParquetFile | None
) -> None:
    request, parts = study.request, 0
    if checkpoint.found is not None:
        saved = cast(BalanceState, checkpoint.found.state)
        study.restore(saved["study"])
        parts = saved["parts"]
    if parquet is not None:
        parquet.begin(parts)
    progress.phase("games", request.expected_games)
    progress.advance(study.games)

    def state() -> BalanceState:
        return {"study": study.state(), "parts": parquet.commit() if parquet is not None else 0}

    if not (study.games and study.precise):
        pieces = spans(request.most_games, batch_size(request.plan), study.games)
        for batches in worker_pool.do(_job(request), pieces):
            study.add(batches)
            if parquet is not None:
                parquet.add(batches)
            progress.advance(len(batches[0]))
            progress.fail([failure for batch in batches for failure in batch.failures])
            checkpoint.offer(study.games, state)
            if request.precision is not None:
                ratio = study.half_width / request.precision
                progress.expect(min(request.most_games, int(study.games * ratio**2)))
            if study.precise:
                break
    checkpoint.save(study.games, state())
