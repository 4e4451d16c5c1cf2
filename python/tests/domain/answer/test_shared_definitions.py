"""Tests for sharing the repeated definitions of a schema and inlining the rare ones."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.subschema import inline_rare_definitions, share_definitions
from questfoundry.domain.text.wording import as_json
from tests.support.stage_runs import spelt_out

TEXT = {"type": "string", "minLength": 1, "maxLength": 500}
LEAVES = st.sampled_from([TEXT, {"type": "boolean"}, {"$ref": "#/$defs/Weight"}])
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.builds(
            lambda fields: {"type": "object", "properties": fields},
            st.dictionaries(st.sampled_from("abcd"), inner, min_size=1),
        ),
    ),
    max_leaves=12,
)
WEIGHT = {"enum": ["hard", "soft"], "type": "string"}


def whole(schema: dict[str, Any]) -> Any:
    return spelt_out({key: each for key, each in schema.items() if key != "$defs"}, schema["$defs"])


@given(SCHEMAS)
def test_it_says_the_same_in_no_more_letters(node: dict[str, Any]) -> None:
    """Sharing definitions must not change any schema's meaning or make it longer."""
    schema = {"$defs": {"Weight": WEIGHT}, "type": "object", "properties": {"x": node}}
    told = inline_rare_definitions(share_definitions(schema, schema, min_saving=1))

    assert whole({"$defs": {}, **told}) == whole(schema)
    assert len(as_json(told)) <= len(as_json(schema))


def test_what_one_place_alone_refers_to_stands_there() -> None:
    """A definition with one reference is inlined, and keywords beside the reference stay."""
    once = {"$ref": "#/$defs/Weight", "description": "How much."}
    schema = {"$defs": {"Weight": WEIGHT}, "properties": {"x": once}}
    assert inline_rare_definitions(schema) == {
        "properties": {"x": {**WEIGHT, "description": "How much."}}
    }


def test_what_holds_itself_keeps_its_name() -> None:
    """Inlining a recursive definition would never end."""
    tree = {"properties": {"below": {"$ref": "#/$defs/Tree"}}}
    schema = {"$defs": {"Tree": tree}, "properties": {"x": {"$ref": "#/$defs/Tree"}}}
    assert inline_rare_definitions(schema) == schema
