"""Tests for answers that give a name where an id is expected."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.answer.payload import resolve_references

IDS = ["location::the-vault", "character::ada", "location::cove-1", "location::cove-11"]
VALUE = {"enum": IDS}
SCHEMA: dict[str, Any] = {
    "properties": {
        "at": VALUE,
        "who": {"items": {"anyOf": [{"$ref": "#/$defs/id"}, {"type": "null"}]}},
        "by_id": {"properties": {each: {"properties": {"in": VALUE}} for each in IDS}},
    },
    "$defs": {"id": VALUE},
}


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("The Vault", "location::the-vault"),
        ("the_vault", "location::the-vault"),
        ("place::the-vault", "location::the-vault"),
        (" ADA ", "character::ada"),
        ("cove 1", "location::cove-1"),
        ("vault", "vault"),
        ("The Vaults", "The Vaults"),
        ("::", "::"),
        ("", ""),
        (7, 7),
    ],
)
def test_what_can_only_mean_one_id_is_that_id(said: Any, means: Any) -> None:
    """A name that matches only one id is understood, which saves a retry."""
    answer = {"at": said, "who": [said, None], "by_id": {"location::cove-1": {"in": said}}}

    assert resolve_references(answer, SCHEMA) == {
        "at": means,
        "who": [means, None],
        "by_id": {"location::cove-1": {"in": means}},
    }


def test_what_may_mean_two_ids_stays_as_it_is() -> None:
    """Code must not guess between two ids, since a wrong guess changes the story."""
    schema = {"properties": {"at": {"enum": ["location::ada", "character::ada"]}}}

    assert resolve_references({"at": "Ada"}, schema) == {"at": "Ada"}


def test_keys_are_ids_too_unless_both_are_there() -> None:
    """A key that is renamed to an existing id would overwrite the entry of that id."""
    assert resolve_references({"by_id": {"Ada": {}}}, SCHEMA) == {"by_id": {"character::ada": {}}}

    both = {"by_id": {"Ada": {}, "character::ada": {}}}
    assert resolve_references(both, SCHEMA) == both


@given(st.lists(st.text(), unique=True), st.data())
def test_a_listed_value_is_never_another(values: list[str], data: st.DataObject) -> None:
    """A value that the schema lists must stay, even when it resembles another listed value."""
    said = data.draw(st.sampled_from(values) if values else st.text())

    assert resolve_references({"at": said}, {"properties": {"at": {"enum": values}}}) == {
        "at": said
    }
