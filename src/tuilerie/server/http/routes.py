"""Which function answers which route of `api.ROUTES`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from tuilerie.server.http import branch_routes, daily_routes, people_routes, puzzle_routes, table_routes

Answer = Callable[[web.Request, str, Any], Awaitable[Any]]

# by the name of the route
ANSWERS: dict[str, Answer] = {
    "games": table_routes.games,
    "tables": table_routes.tables,
    "create": table_routes.create,
    "table": table_routes.table,
    "code": table_routes.code,
    "sit": table_routes.sit,
    "keys": table_routes.keys,
    "record": table_routes.record,
    "replay": table_routes.replay,
    "review": table_routes.review,
    "rules": table_routes.rules,
    "qr": table_routes.qr,
    "puzzles": puzzle_routes.shelf,
    "puzzle": puzzle_routes.sheet,
    "try": puzzle_routes.judge,
    "answer": puzzle_routes.answer,
    "study": puzzle_routes.study,
    "daily": daily_routes.today,
    "daily_archive": daily_routes.archive,
    "daily_chain": daily_routes.chain,
    "play_daily": daily_routes.play,
    "daily_board": daily_routes.board,
    "branch": branch_routes.branch,
    "me": people_routes.me,
    "change": people_routes.change,
    "forget": people_routes.forget,
    "keep": people_routes.keep,
    "login": people_routes.login,
    "passphrase": people_routes.passphrase,
    "log_out": people_routes.log_out,
    "log_out_everywhere": people_routes.log_out_everywhere,
    "move_code": people_routes.move_code,
    "move_here": people_routes.move_here,
    "history": people_routes.history,
    "running": people_routes.running,
    "leaderboard": people_routes.leaderboard,
    "report": people_routes.report,
    "block": people_routes.block,
    "unblock": people_routes.unblock,
}
