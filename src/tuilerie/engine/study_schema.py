"""The study format as a JSON Schema, made from the same facts that `check` uses.

`python -m tuilerie.engine.study_schema FILE` writes it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tuilerie.engine import studies
from tuilerie.engine.record_schema import SEAT, Schema
from tuilerie.engine.record_schema import schema as record_schema

PLACE: Schema = {"type": "integer", "minimum": 0, "description": "how many events of the record led to the position"}
CHANCE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
MOVE: Schema = {"type": "string", "maxLength": studies.LONGEST_TITLE}
CODE: Schema = {"type": "string", "maxLength": studies.LONGEST_CODE}


def schema() -> Schema:
    """For one study; a file of studies has one per line."""
    properties: Schema = {
        "format": {"const": studies.FORMAT},
        "title": {"type": "string", "maxLength": studies.LONGEST_TITLE},
        "record": record_schema()
        | {"description": "a record, or the part of one up to an event after which a move is due"},
        "at": PLACE,
        "seat": SEAT | {"description": "with whose eyes the position is looked at"},
        "branches": _list(_branch(), studies.MOST_BRANCHES),
        "comments": _list(_comment(), studies.MOST_COMMENTS),
        "puzzle": _puzzle(),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": studies.FORMAT,
        "description": "A place in a game, with branches and comments. Keys stand in the order of `properties`.",
        "type": "object",
        "properties": {key: properties[key] for key in studies.KEYS},
        "required": [key for key in studies.KEYS if key not in studies.OPTIONAL],
        "additionalProperties": False,
    }


def _branch() -> Schema:
    return _object(
        {
            "name": {"type": "string", "maxLength": studies.LONGEST_TITLE},
            "at": PLACE,
            "moves": _list(MOVE, studies.MOST_MOVES),
            "level": {"anyOf": [CODE, {"type": "null"}], "description": "the bot that answered in the other seats"},
            "chances": {"anyOf": [_list(CHANCE, 4), {"type": "null"}], "description": "by seat, after the last move"},
            "comment": {"type": "string", "maxLength": studies.LONGEST_COMMENT},
        }
    )


def _comment() -> Schema:
    return _object({"at": PLACE, "text": {"type": "string", "maxLength": studies.LONGEST_COMMENT}})


def _puzzle() -> Schema:
    tried = _object({"move": MOVE, "chance": CHANCE, "error": CHANCE | {"description": "half of its 95% interval"}})
    return _object(
        {
            "id": CODE,
            "answers": _list(MOVE, studies.MOST_BRANCHES)
            | {"minItems": 1, "description": "right moves, the best first"},
            "tempting": MOVE | {"description": "the wrong move that looks good"},
            "categories": _list(CODE, 8),
            "found": _list(CODE, 8) | {"description": "the levels of bots that find it"},
            "proof": {"enum": list(studies.PROOFS)},
            "worlds": {"type": "integer", "minimum": 0, "description": "deals in which each move was tried"},
            "tried": _list(tried, studies.MOST_MOVES),
        }
    )


def _list(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
