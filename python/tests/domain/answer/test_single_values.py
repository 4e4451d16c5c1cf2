"""Tests that fields with one legal value are not requested, but filled in."""

from questfoundry.domain.answer.short_ids import fill_single_values, omit_single_values

ONE = {"type": "string", "enum": ["hard"]}
TWO = {"type": "string", "enum": ["both", "default"]}
DECISION = {
    "type": "object",
    "properties": {"weight": ONE, "explore": TWO},
    "required": ["weight", "explore"],
}
SCHEMA = {
    "type": "object",
    "$defs": {"decision": DECISION},
    "properties": {
        "size": ONE,
        "list": {"type": "array", "items": {"$ref": "#/$defs/decision"}},
        "alone": {"type": "object", "properties": {"weight": ONE}, "required": ["weight"]},
        "free": {"type": "string", "enum": ["maybe"]},
    },
    "required": ["size", "list", "alone"],
}


def test_a_required_field_with_one_value_is_left_out_unless_it_stands_alone() -> None:
    """A model that writes the only legal value wastes tokens; an empty object fits no schema."""
    asked = omit_single_values(SCHEMA)
    assert asked["required"] == ["list", "alone"]
    assert [*asked["properties"]] == ["list", "alone", "free"]
    assert asked["$defs"]["decision"]["properties"] == {"explore": TWO}
    assert asked["properties"]["alone"] == SCHEMA["properties"]["alone"]


def test_the_value_is_filled_in_at_every_depth() -> None:
    """The artifact needs the value, and an optional field stays open."""
    answer = {"list": [{"explore": "both"}, "no object"], "alone": {}}
    assert fill_single_values(answer, SCHEMA) == {
        "size": "hard",
        "list": [{"weight": "hard", "explore": "both"}, "no object"],
        "alone": {},
    }


def test_another_value_is_replaced() -> None:
    """A retry could only ask for the one legal value."""
    assert fill_single_values({"size": "soft"}, SCHEMA)["size"] == "hard"
