"""Tests of schemas in the dialects of native structured output, and of reading the answers back."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.schema import Schema, resolve_reference
from questfoundry.infra.llm.sdk.json_schema import (
    ANTHROPIC,
    OPENAI,
    build_strict_schema,
    drop_added_nulls,
    inline_references,
)
from tests.support.examples import examples

TEXT = {"type": "string", "minLength": 1}
BEAT = {
    "type": "object",
    "properties": {"id": TEXT, "mood": {"enum": ["calm", "tense"], "default": "calm"}},
    "required": ["id"],
}
STORY: dict[str, Any] = {
    "type": "object",
    "$defs": {"Beat": BEAT},
    "properties": {
        "title": TEXT,
        "opening": {"$ref": "#/$defs/Beat", "description": "Where it begins."},
        "beats": {"type": "array", "items": {"$ref": "#/$defs/Beat"}, "minItems": 2},
        "end": {"anyOf": [{"$ref": "#/$defs/Beat"}, {"type": "null"}], "default": None},
    },
    "required": ["title", "beats"],
}

beats = st.fixed_dictionaries(
    {"id": st.text(min_size=1, max_size=5)}, optional={"mood": st.sampled_from(["calm", "tense"])}
)
stories = st.fixed_dictionaries(
    {"title": st.text(min_size=1, max_size=5), "beats": st.lists(beats, min_size=2, max_size=3)},
    optional={"opening": beats, "end": beats | st.none()},
)


def objects_in(schema: Any) -> list[dict[str, Any]]:
    """Return all object schemas inside a schema, at any depth."""
    if isinstance(schema, list):
        return [found for item in schema for found in objects_in(item)]
    if not isinstance(schema, dict):
        return []
    inner = [found for item in schema.values() for found in objects_in(item)]
    return [schema, *inner] if schema.get("type") == "object" else inner


def test_openai_gets_closed_objects_with_every_property_required() -> None:
    """OpenAI refuses others; repeated definitions cost tokens."""
    schema = build_strict_schema(STORY, OPENAI)
    assert schema is not None
    assert len(objects_in(schema)) == 3
    assert schema["properties"]["beats"]["items"] == {"$ref": "#/$defs/Beat"}
    for found in objects_in(schema):
        assert found["additionalProperties"] is False
        assert found["required"] == list(found["properties"])


def test_the_words_beside_a_reference_are_kept() -> None:
    schema = build_strict_schema(STORY, OPENAI)
    assert schema is not None
    opening = schema["properties"]["opening"]["anyOf"][0]
    assert opening["description"] == "Where it begins."
    assert opening["properties"]["id"] == {"type": "string"}


def test_anthropic_keeps_optional_properties_and_no_bounds() -> None:
    """Anthropic refuses bounds in a schema, so validation must check them after the answer."""
    spare = {"$defs": {"Any": {}}} | STORY["$defs"]
    assert build_strict_schema(
        STORY | {"$defs": STORY["$defs"] | spare}, ANTHROPIC
    ) == build_strict_schema(STORY, ANTHROPIC)
    schema = build_strict_schema(STORY, ANTHROPIC)
    assert schema is not None
    assert schema["required"] == ["title", "beats"]
    assert all(found["additionalProperties"] is False for found in objects_in(schema))
    assert "minItems" not in json.dumps(schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "object", "properties": {"any": {}}},
        {"type": "array", "items": TEXT},
        {
            "type": "object",
            "$defs": {
                "Tree": {"type": "object", "properties": {"below": {"$ref": "#/$defs/Tree"}}}
            },
            "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        },
    ],
)
def test_what_a_dialect_cannot_say_is_not_bent(schema: dict[str, Any]) -> None:
    """A schema forced into a dialect would silently forbid valid answers."""
    assert build_strict_schema(schema, OPENAI) is None


def test_a_definition_that_holds_itself_keeps_its_reference() -> None:
    """Replacing a recursive definition would never end."""
    tree = {"type": "object", "properties": {"below": {"$ref": "#/$defs/Tree"}}}
    schema = {"$ref": "#/$defs/Tree", "$defs": {"Tree": tree}}
    assert inline_references(schema) == {**tree, "$defs": {"Tree": tree}}


@examples(60)
@given(stories)
def test_what_fits_the_schema_survives_the_strict_form_and_back(story: dict[str, Any]) -> None:
    """Only nulls that the strict form adds may vanish. (PRV-5.5)"""
    schema = build_strict_schema(STORY, OPENAI)
    assert schema is not None
    filled = filled_with_nulls(story, schema, schema)
    jsonschema.validate(filled, schema)
    back = json.loads(drop_added_nulls(json.dumps(filled), STORY))
    assert back == {"end": None} | story
    jsonschema.validate(back, STORY)
    fence = "Here it is:\n```json\n{}\n```\n"
    fenced = drop_added_nulls(fence.format(json.dumps(filled, ensure_ascii=False)), STORY)
    assert fenced == fence.format(json.dumps(back, ensure_ascii=False))


def filled_with_nulls(value: Any, schema: Schema, root: Schema) -> Any:
    """Fill the value with null for each missing property, as a strict decoder writes it."""
    schema = resolve_reference(schema, root)
    if isinstance(value, list):
        return [filled_with_nulls(item, schema["items"], root) for item in value]
    if not isinstance(value, dict):
        return value
    if "anyOf" in schema:
        return filled_with_nulls(value, schema["anyOf"][0], root)
    return {
        name: filled_with_nulls(value.get(name), part, root)
        for name, part in schema["properties"].items()
    }
