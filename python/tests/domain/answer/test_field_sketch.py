"""Tests for the short form of a schema, without descriptions that the prompt already gives."""

from typing import Any

from questfoundry.domain.answer.request_schema import sketch_fields
from tests.support.stage_runs import shipped_prompts

TEXT = {"type": "string", "maxLength": 500}
PLACE = {"type": "string", "enum": ["location::the-bank", "location::the-boat"]}
BEAT = {"type": "object", "properties": {"summary": TEXT, "location": PLACE}}
HOW = {"type": "string", "enum": ["heavy", "light"]}


def told(schema: dict[str, Any], *ids: str) -> list[str]:
    return sketch_fields(schema, shipped_prompts().wording("feedback"), ids=ids).splitlines()


def test_fields_of_one_object_stand_in_a_line_and_the_same_ones_once() -> None:
    """A repeated object costs tokens each time, so the sketch refers to its first description."""
    schema = {
        "properties": {
            "title": TEXT,
            "setup": {"type": "array", "minItems": 1, "maxItems": 1, "items": BEAT},
            "paths": {"properties": {"path::a": {"properties": {"commit": BEAT, "how": HOW}}}},
        }
    }
    assert told(schema, "path::a") == [
        "The form of the JSON object. A part with ids is an object with one entry for each id:",
        "- title (text, at most 500 characters)",
        "- setup (list of 1): summary (text, at most 500 characters), location (an id)",
        '- paths: how (one of: "heavy", "light")',
        "- paths.commit: as setup",
    ]


def test_an_id_that_may_be_left_out_is_one_that_may_be_nothing() -> None:
    """A model must see whether it leaves an id empty or writes null."""
    schema = {
        "properties": {
            "clue": {"type": "string", "enum": ["", "clue::a"]},
            "entity": {"anyOf": [PLACE, {"type": "null"}]},
        }
    }
    assert told(schema) == [
        "The form of the JSON object:",
        "- clue (an id or empty), entity (an id or null)",
    ]
