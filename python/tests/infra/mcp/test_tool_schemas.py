"""Tests of fitting the tools of MCP servers to what providers of models accept."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.infra.mcp.tool_schemas import FittedSchema, fit_name
from tests.support.examples import examples

KEY = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
LONG = "a_very_long_tool_name_of_a_generated_server_that_continues_and_continues_"


def test_long_names_stay_apart() -> None:
    """All APIs refuse a request in which two tools have the same name."""
    first = fit_name(f"{LONG}first")
    second = fit_name(f"{LONG}second", [first])
    assert first != second
    assert {len(first), len(second)} == {64}
    assert fit_name(f"{LONG}first") == first
    assert fit_name("shop__list.items") == "shop__list_items"
    assert fit_name("shop__list.items", ["shop__list_items"]) != "shop__list_items"


def test_refused_keys_are_renamed_and_restored() -> None:
    """One such key would make Anthropic refuse every request that offers the tool."""
    server = {
        "type": "object",
        "properties": {
            "filter[id]": {"type": "string"},
            "filter_id_": {"type": "string"},
            "größe": {"type": "object", "properties": {"a b": {"type": "array"}}},
            "x" * 80: {"type": "string"},
        },
        "required": ["filter[id]"],
    }
    fitted = FittedSchema.from_server(server)
    sent = fitted.schema["properties"]
    assert all(map(KEY.fullmatch, sent))
    assert len(sent) == 4
    assert "filter_id_" in sent, "an allowed key keeps its name"
    renamed = next(key for key in fitted.schema["required"])
    size = next(key for key in sent if key.startswith("gr"))
    assert fitted.restore({renamed: "7", "filter_id_": "8", size: {"a_b": [1]}, "new": 1}) == {
        "filter[id]": "7",
        "filter_id_": "8",
        "größe": {"a b": [1]},
        "new": 1,
    }


@pytest.mark.parametrize("key", ["anyOf", "oneOf", "allOf"])
def test_alternatives_at_the_top_become_properties(key: str) -> None:
    """Anthropic and OpenAI refuse alternatives at the top level of a tool's schema."""
    by_id = {"properties": {"id": {"type": "string"}, "v": {"type": "number"}}, "required": ["id"]}
    by_name = {"properties": {"name": {"type": "string"}}, "required": ["name"]}
    schema = FittedSchema.from_server(
        {
            "properties": {"deep": {"type": "boolean"}},
            "required": ["deep"],
            key: [by_id, {"$ref": "#/definitions/N"}],
            "definitions": {"N": by_name},
            "not": {"required": ["v"]},
        }
    ).schema
    assert schema["type"] == "object"
    assert set(schema["properties"]) == {"deep", "id", "v", "name"}
    assert set(schema["required"]) == ({"deep", "id", "name"} if key == "allOf" else {"deep"})
    assert schema.keys() <= {"type", "properties", "required"}


def test_an_array_says_what_it_holds() -> None:
    """OpenAI refuses an array without items, and old drafts list the items of a tuple."""
    tuples = {"type": "array", "items": [{"type": "string"}]}
    fields = {"a": {"type": "array"}, "b": tuples, "c": {"type": ["array", "null"]}}
    schema = FittedSchema.from_server({"type": "object", "properties": fields}).schema
    assert [each["items"] for each in schema["properties"].values()] == [{}, {}, {}]


def test_a_recursive_schema_is_restored_at_each_depth() -> None:
    """A tree of filters is common, and its keys are renamed in the definition."""
    node = {
        "type": "object",
        "properties": {
            "is?": {"type": "string"},
            "and": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
        },
    }
    server = {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}}
    fitted = FittedSchema.from_server({**server, "$defs": {"Node": node}})
    restored = fitted.restore({"root": {"is_": "a", "and": [{"is_": "b"}]}})
    assert restored == {"root": {"is?": "a", "and": [{"is?": "b"}]}}


KEYS = st.text("ab_.[]é ", min_size=1, max_size=4)
LEAVES = st.sampled_from([{"type": "string"}, {"type": "integer", "minimum": 1}, True])
NODES = st.recursive(
    LEAVES,
    lambda inner: st.dictionaries(KEYS, inner, min_size=1, max_size=3).map(
        lambda fields: {"type": "object", "properties": fields}
    ),
    max_leaves=8,
)


def fill(node: Any) -> Any:
    """Return an object with each key of ``node``, down to a number as its leaf."""
    if not isinstance(node, Mapping) or "properties" not in node:
        return 1
    return {key: fill(inner) for key, inner in node["properties"].items()}


@given(st.dictionaries(KEYS, NODES, max_size=4))
@examples(100)
def test_a_call_reaches_the_server_with_its_own_keys(fields: dict[str, Any]) -> None:
    """Whatever keys a server has, its arguments survive the way to the model and back."""
    server = {"type": "object", "properties": fields}
    fitted = FittedSchema.from_server(server)
    assert fitted.restore(fill(fitted.schema)) == fill(server)
