"""Names that every tool can read."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.infra.export.names import flags_of, identifiers, passage_names
from tests.strategies.hostile import hostile_text
from tests.support.editions import told, with_inserts
from tests.support.structures import choice, joined


def names(*titles: str) -> list[str]:
    passages = tuple(
        Passage(id=f"passage::{number}", title=title) for number, title in enumerate(titles)
    )
    structure = Structure(start="passage::0", passages=passages, choices=())
    return list(passage_names(structure).values())


@given(st.lists(hostile_text(least=0), min_size=1, max_size=12))
def test_passage_names_are_distinct_and_of_few_characters(titles: list[str]) -> None:
    """EXP-3.1."""
    found = names(*titles)
    assert len(set(found)) == len(titles)
    for name in found:
        assert name[0].isalnum()
        assert all(each in " _.'-" or category(each)[0] in "LMN" for each in name)


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (["The Tide Bell"], ["The Tide Bell"]),
        (["Café «Zürich», n° 5"], ["Café Zürich n 5"]),
        (["Same", "Same", "Same 2", "Same"], ["Same", "Same 2", "Same 2 2", "Same 3"]),
        (["", "漢字", "«»"], ["0", "漢字", "Passage 3"]),
        (["Cafe\u0301", "\u0301x", "हिन्दी"], ["Café", "x", "हिन्दी"]),
        (["x" * 100], ["x" * 60]),
        (["StoryData", "PassageHeader"], ["StoryData 2", "PassageHeader 2"]),
    ],
)
def test_passage_names_keep_the_words_of_the_title(titles: list[str], expected: list[str]) -> None:
    """EXP-3.2. Names that Twee or SugarCube read themselves are never given."""
    assert names(*titles) == expected


def test_variables_are_made_of_ids() -> None:
    """EXP-3.3."""
    ids = ("flag::the-last-air-1", "flag::the_last air 1", "flag::Ünder", "flag::漢字", "flag::漢")
    assert list(identifiers(ids, "flag").values()) == [
        "flag_the_last_air_1",
        "flag_the_last_air_1_2",
        "flag_under",
        "flag_4",
        "flag_5",
    ]


def test_flags_stand_in_the_order_of_the_choices_that_speak_of_them() -> None:
    structure = joined(
        choice("a", "a", "a", requires=["b"], forbids=["a"]), choice("b", "a", "a", grants=["0"])
    )
    edition = told(structure, flags={"flag::c": "It was so.", "flag::b": "It was not so."})
    assert flags_of(edition) == ("flag::a", "flag::b", "flag::0")
    assert flags_of(with_inserts(edition)) == ("flag::a", "flag::b", "flag::0", "flag::c")
