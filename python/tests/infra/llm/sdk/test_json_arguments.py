"""Tests of tool arguments as models write them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.llm.sdk.json_reading import parse_tool_call
from tests.support.examples import examples

SCOPE = {"type": "object", "properties": {"words": {"type": "integer"}}}
PARAMETERS: dict[str, Any] = {
    "type": "object",
    "$defs": {"Scope": SCOPE},
    "properties": {
        "title": {"type": "string"},
        "scope": {"$ref": "#/$defs/Scope"},
        "maybe": {"anyOf": [{"$ref": "#/$defs/Scope"}, {"type": "null"}]},
        "either": {"anyOf": [{"type": "string"}, SCOPE]},
        "beats": {"type": "array", "items": SCOPE},
    },
}

text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | text,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(text, inner),
    max_leaves=5,
)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"scope": '{"words": 9}'}, {"scope": {"words": 9}}),
        ({"maybe": '{"words": 9}'}, {"maybe": {"words": 9}}),
        ({"beats": '[{"words": 9}]'}, {"beats": [{"words": 9}]}),
        ({"beats": ['{"words": 9}']}, {"beats": [{"words": 9}]}),
        ({"title": '{"words": 9}'}, {"title": '{"words": 9}'}),
        ({"either": '{"words": 9}'}, {"either": '{"words": 9}'}),
        ({"scope": "nine words"}, {"scope": "nine words"}),
        ({"scope": "9"}, {"scope": "9"}),
        ({"unknown": "[1]"}, {"unknown": "[1]"}),
    ],
)
def test_encoded_objects_are_decoded(written: dict[str, Any], read: dict[str, Any]) -> None:
    """Small models encode arguments twice, and text that looks like JSON must stay text."""
    call = parse_tool_call("1", "submit", written, PARAMETERS)
    assert call.arguments == read
    assert call.is_decoded_twice is (written != read)
    twice = json.dumps(json.dumps(written))
    assert parse_tool_call("1", "submit", twice, PARAMETERS).is_decoded_twice
    assert parse_tool_call("1", "submit", json.dumps(written), PARAMETERS).arguments == read


@pytest.mark.parametrize("nothing", ["", "  ", {}, "{}"])
def test_no_arguments_are_an_empty_object(nothing: Any) -> None:
    """Many providers send an empty string for a tool without arguments."""
    call = parse_tool_call("1", "ready", nothing, {})
    assert (call.arguments, call.malformed) == ({}, None)


@pytest.mark.parametrize(
    "text", ['{"a": 1', "[1]", '"word"', "null", '{"a": NaN}', '{"a": 1e999}', "[" * 100_000]
)
def test_what_is_no_object_is_kept_as_malformed(text: str) -> None:
    """The model can only correct broken arguments if the raw text reaches the validation."""
    call = parse_tool_call("1", "submit", text, PARAMETERS)
    assert (call.arguments, call.malformed) == ({}, text)


@examples(60)
@given(st.dictionaries(text, plain))
def test_arguments_of_a_tool_without_a_schema_arrive_as_they_are(arguments: Any) -> None:
    """Without a schema, decoding would change texts that were meant as texts."""
    assert parse_tool_call("1", "any", json.dumps(arguments), {}).arguments == arguments
