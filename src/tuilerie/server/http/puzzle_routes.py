"""Answers about puzzles: nothing is stored, and everything comes with the games."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from tuilerie.engine.studies import to_document
from tuilerie.server.http import api
from tuilerie.server.http.answers import require_limit
from tuilerie.server.process import limits
from tuilerie.table import puzzles
from tuilerie.table.errors import NotAllowed
from tuilerie.words import negotiate


async def shelf(request: web.Request, me: str, body: None) -> puzzles.PuzzleShelf:
    return puzzles.shelf(_lang(request))


async def sheet(request: web.Request, me: str, body: None) -> puzzles.PuzzleSheet:
    return puzzles.sheet(*_which(request), _lang(request))


async def judge(request: web.Request, me: str, body: api.TryMove) -> puzzles.PuzzleVerdict:
    require_limit(request, me, "puzzles", limits.TRIALS)
    return puzzles.judge(*_which(request), body.move, _lang(request))


async def answer(request: web.Request, me: str, body: None) -> puzzles.PuzzleVerdict:
    return puzzles.answer(*_which(request), _lang(request))


async def study(request: web.Request, me: str, body: None) -> dict[str, Any]:
    return to_document(puzzles.study_of(*_which(request)))


def _which(request: web.Request) -> tuple[str, int]:
    number = request.match_info["number"]
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        raise NotAllowed("no-page")
    return request.match_info["game"], int(number)


def _lang(request: web.Request) -> str:
    return negotiate(request.headers.get("Accept-Language"))
