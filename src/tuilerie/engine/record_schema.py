"""The record format as a JSON Schema, made from the same facts that `check` uses.

`python -m tuilerie.engine.record_schema FILE` writes it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tuilerie.engine.record_check import FORMAT, KEYS, OPTIONAL, STOPPED
from tuilerie.engine.registry import BUILT_IN, game_named

Schema = dict[str, Any]
PIECE: Schema = {"type": "string", "minLength": 1}
PIECES: Schema = {"type": "array", "items": PIECE}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 3}
NUMBERS: Schema = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 4}
HEX: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def schema() -> Schema:
    """For one record; a file of records has one per line."""
    reasons = sorted({reason for name in BUILT_IN for reason in game_named(name).reasons[1:]} | set(STOPPED))
    properties: Schema = {
        "format": {"const": FORMAT},
        "game": {"type": "string", "description": f"one of ours ({', '.join(BUILT_IN)}), or a plugin's"},
        "variant": {
            "type": "object",
            "additionalProperties": {"type": ["string", "integer"]},
            "description": "only what differs from the default",
        },
        "players": {"type": "array", "items": _player(), "minItems": 2, "maxItems": 4},
        "commitment": HEX | {"description": "SHA-256 of the seed, published before the deal"},
        "seed": HEX | {"description": "the server's secret, revealed at the end"},
        "nonces": {
            "type": "array",
            "items": {"anyOf": [{"const": ""}, HEX]},
            "minItems": 2,
            "maxItems": 4,
            "description": "by seat; empty for bots",
        },
        "deck": {"type": "object", "description": "Romi Rami with another deck: the whole deck"},
        "events": {"type": "array", "items": {"oneOf": _events(reasons)}, "minItems": 1},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "One finished game. Keys stand in the order of `properties`.",
        "type": "object",
        "properties": {key: properties[key] for key in KEYS},
        "required": [key for key in KEYS if key not in OPTIONAL],
        "additionalProperties": False,
    }


def _player() -> Schema:
    fields = {"name": {"type": "string"}, "kind": {"enum": ["human", "bot"]}, "bot": {"type": ["string", "null"]}}
    human: Schema = {"properties": {"kind": {"const": "human"}, "bot": {"type": "null"}}}
    bot: Schema = {"properties": {"kind": {"const": "bot"}, "bot": {"type": "string"}}}
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
        "oneOf": [human, bot],
    }


def _events(reasons: list[str]) -> list[Schema]:
    end = {
        "scores": NUMBERS,
        "winners": {"type": "array", "items": SEAT},
        "reason": {"anyOf": [{"enum": reasons}, {"type": "string"}]},
    }
    deal: Schema = {
        "type": "object",
        "properties": {"first": SEAT},
        "required": ["first"],
        "description": "what else it holds depends on the game",
    }
    market = {"values": PIECES, "contracts": {"type": "array", "items": {"type": "integer"}}}
    return [
        _event("deal", deal),
        _event("move", SEAT, PIECE, least=3)
        | {"maxItems": 4, "description": "a fourth field, when asked for: all legal moves, sorted"},
        _event("draw", SEAT, PIECES),
        _event("reveal", SEAT, PIECE),
        _event("market", _object(market)),
        _event("shuffle"),
        _event("round", _object({"points": NUMBERS, "totals": NUMBERS})),
        _event("end", _object(end)),
    ]


def _event(kind: str, *fields: Schema, least: int = 0) -> Schema:
    size = least or 1 + len(fields)
    more: Schema = {"items": PIECES} if least else {"items": False}
    return {"type": "array", "prefixItems": [{"const": kind}, *fields], "minItems": size, **more}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
