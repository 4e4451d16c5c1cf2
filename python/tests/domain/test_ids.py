"""Tests for the grammar of ids and the sizes of stories."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.ids import (
    MAX_SLUG_LENGTH,
    is_id,
    kind_of,
    make_id,
    make_unique_id,
    slug_of,
    slugify,
)

KINDS = ("character", "location", "object", "faction", "dilemma")
kinds = st.sampled_from(KINDS)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mara Voss", "mara-voss"),
        ("  The   Sunken_Bank! ", "the-sunken-bank"),
        ("Élodie Ångström", "elodie-angstrom"),
        ("Straße 9", "strasse-9"),
        ("沈んだ 銀行", "沈んた-銀行"),
        ("℡ Exchange", "tel-exchange"),
        ("character::mara", "character-mara"),
        ("?!", ""),
        ("word " * 30, "-".join(["word"] * 9)),
        ("x" * 99, "x" * MAX_SLUG_LENGTH),
    ],
)
def test_a_slug_is_the_plain_words_of_a_name(name: str, expected: str) -> None:
    """Accents and punctuation in an id would make it hard to type and to find. (STY-1.1)"""
    assert slugify(name) == expected


@given(st.text())
def test_a_slug_of_any_text_is_plain_and_stays_as_it_is(text: str) -> None:
    """Any name must give a valid id, and an id must not change when it is read again. (STY-1.1)"""
    found = slugify(text)
    assert slugify(found) == found
    assert len(found) <= MAX_SLUG_LENGTH
    assert not re.search(r"[\s:_.]|--|^-|-$", found)
    assert found == found.casefold()


@given(kinds, st.text())
def test_prefixing_twice_is_prefixing_once(kind: str, text: str) -> None:
    made = make_id(kind, text)
    assert make_id(kind, made) == made
    assert make_id(kind, f"{kind}::{made}") == made


@given(kinds, st.text().filter(slugify))
def test_an_id_gives_back_its_kind_and_slug(kind: str, text: str) -> None:
    made = make_id(kind, text)
    assert (kind_of(made), slug_of(made)) == (kind, slug_of(made))
    assert make_id(kind_of(made), slug_of(made)) == made
    assert is_id(made, kind)
    assert not any(is_id(made, other) for other in KINDS if other != kind)


@given(kinds, st.text())
def test_only_what_is_spelled_as_an_id_is_one(kind: str, text: str) -> None:
    assert is_id(text, kind) == (text == make_id(kind, text) and bool(slug_of(text)))
    assert not is_id(f"{kind}::", kind)


@pytest.mark.parametrize("name", ["lamp", "word " * 30, "x" * 99, "a-2"])
def test_of_two_ids_alike_the_second_has_a_number_however_long_they_are(name: str) -> None:
    """The number must fit into the limit of 48 characters, or two long names would share an id."""
    first = make_id("mark", name)
    second = make_unique_id(first, {slug_of(first)})
    assert second == f"{first}-2"
    assert make_unique_id(first, {slug_of(first), slug_of(second)}) == f"{first}-3"
    assert is_id(first, "mark")
    assert is_id(second, "mark")
    assert make_unique_id(first, ()) == first
