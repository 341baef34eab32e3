"""The schema of records: what is published is what the code says, every golden game fits, and damage is noticed."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from tuilerie.engine.record_schema import schema
from tuilerie.engine.records import from_line, read_lines

ROOT = Path(__file__).parent.parent.parent
VALIDATOR = jsonschema.Draft202012Validator(schema())
FILES = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))


def first_record(path):
    return from_line(next(line for _, line in read_lines(path)))


def test_the_published_schema_is_the_codes():
    published = json.loads((ROOT / "docs" / "api" / "record.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), "run: make record-schema"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_records_fit(path):
    jsonschema.Draft202012Validator.check_schema(schema())
    for _, line in read_lines(path):
        VALIDATOR.validate(from_line(line))


@pytest.mark.parametrize(
    "damage",
    [
        lambda record: record.pop("seed"),
        lambda record: record.update(more=1),
        lambda record: record["events"].append(["move", 0]),
        lambda record: record["events"].append(["shuffle", 1]),
        lambda record: record["players"][0].update(kind="human"),
        lambda record: record.update(commitment="00"),
    ],
)
def test_damage_is_noticed(damage):
    record = first_record(FILES[0])
    VALIDATOR.validate(record)
    damage(record)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(record)
