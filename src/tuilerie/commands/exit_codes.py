"""How a command ends: 0, 1 for a failed check or work that could not be done, 2 for bad usage; never a traceback for
what can be foreseen.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import typer

from tuilerie.words import LANGUAGES, say


class Failed(Exception):
    """The work was done and the answer is no (a record is wrong): exit code 1. What there is to say has been said."""


def run(app: typer.Typer, lang: str) -> int:
    try:
        return _run(app, lang)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(app: typer.Typer, lang: str) -> int:
    try:
        outcome: Any = app(standalone_mode=False)
        sys.stdout.flush()
        return outcome if isinstance(outcome, int) else 0
    except Failed:
        return 1
    except typer.Exit as left:
        return left.exit_code
    except typer.Abort:
        return 1
    except Exception as error:
        return _explain(error, lang)


def _explain(error: Exception, lang: str) -> int:
    """A sentence for errors that carry one; anything else is a bug and keeps its traceback."""
    from tuilerie.engine.errors import BadInput, TuilerieError
    from tuilerie.kernel.errors import LibraryProblem

    if isinstance(error, TuilerieError):
        complain(error.sentence(lang))
        return 2 if isinstance(error, BadInput) and not error.code.startswith("file.write") else 1
    if isinstance(error, LibraryProblem):
        complain(say(error.code, lang, **error.details))
        return 1
    usage = getattr(error, "format_message", None)
    if usage is None:
        raise error
    complain(usage())
    context = getattr(error, "ctx", None)
    if context is not None:
        print(say("cli.try-help", lang, command=context.command_path), file=sys.stderr)
    return int(getattr(error, "exit_code", 2))


def complain(sentence: str) -> None:
    print(f"tuilerie: {sentence}", file=sys.stderr)


def known_language(lang: str) -> str:
    if lang not in LANGUAGES:
        from tuilerie.engine.errors import BadInput

        raise BadInput("lang.unknown", lang=lang[:20], known=", ".join(LANGUAGES))
    return lang
