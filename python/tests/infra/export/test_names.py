"""Tests of the names in exported files, which every tool must be able to read."""

from unicodedata import category

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.infra.export.variables import (
    InitialValue,
    initial_values,
    knot_names,
    list_condition_flags,
    passage_names,
    variables_of,
)
from tests.strategies.hostile import hostile_text
from tests.support.editions import told, with_inserts
from tests.support.stat_story import AIR, TRUST, stat_edition
from tests.support.structures import choice, joined


def names(*titles: str) -> list[str]:
    passages = tuple(
        Passage(id=f"passage::{number}", title=title) for number, title in enumerate(titles)
    )
    structure = Structure(start="passage::0", passages=passages, choices=())
    return list(passage_names(structure).values())


@given(st.lists(hostile_text(least=0), min_size=1, max_size=12))
def test_passage_names_are_distinct_and_of_few_characters(titles: list[str]) -> None:
    """Characters with a meaning in Twee would break links to a passage. (EXP-3.1)"""
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
    """Authors recognise passages by their titles, and reserved names would break the story."""
    assert names(*titles) == expected


def test_knots_are_named_by_titles() -> None:
    """Ink only accepts plain names for knots, and authors should still recognise the title."""
    titles = (
        "The Empty Hook",
        "End",
        "90 Days",
        "Falk's List",
        "Falk\u2019s list",
        "漢字",
        "Zürich!",
    )
    passages = tuple(Passage(id=f"passage::{at}", title=each) for at, each in enumerate(titles))
    structure = Structure(start="passage::0", passages=passages, choices=())
    assert list(knot_names(structure).values()) == [
        "the_empty_hook",
        "passage_end",
        "passage_90_days",
        "falks_list",
        "falks_list_2",
        "passage_5",
        "zurich",
    ]


LONG = "Nobody but Ilse has heard the waltz to its very end"


def test_variables_are_named_after_what_they_mean() -> None:
    """An author who edits the exported file understands a variable by its name."""
    flags = {
        "flag::a": "Mara's boots are wet.",
        "flag::b": "Mara's boots are wet!",
        "flag::Ünder": "",
        "flag::漢字": "漢字",
        "flag::long": LONG,
    }
    ways = [
        choice(each.partition("::")[2], "a", "a", requires=[each.partition("::")[2]])
        for each in flags
    ]
    edition = told(joined(*ways), flags=flags)
    assert list(variables_of(edition).values()) == [
        "flag_maras_boots_are_wet",
        "flag_maras_boots_are_wet_2",
        "flag_under",
        "flag_4",
        "flag_nobody_but_ilse_has_heard_the_waltz_to",
    ]


def test_flags_that_are_never_apart_are_one_variable_and_what_nobody_reads_is_none() -> None:
    """Needless variables make the exported file harder to read and edit."""
    edition = told(
        joined(
            choice("a", "a", "b", grants=["x", "y", "unread"]),
            choice("b", "b", "c", requires=["x", "y"], forbids=["z"]),
        ),
        flags={"flag::x": "It rained.", "flag::y": "It was wet.", "flag::z": "It was dry."},
    )
    variables = variables_of(edition)
    assert variables == {
        "flag::x": "flag_it_rained",
        "flag::y": "flag_it_rained",
        "flag::z": "flag_it_was_dry",
    }
    assert initial_values(edition, variables) == (
        InitialValue("flag_it_rained", "false", "It rained. / It was wet."),
        InitialValue("flag_it_was_dry", "false", "It was dry."),
    )


def test_flags_stand_in_the_order_of_the_choices_that_read_them() -> None:
    structure = joined(
        choice("a", "a", "a", requires=["b"], forbids=["a"]), choice("b", "a", "a", grants=["0"])
    )
    edition = told(structure, flags={"flag::c": "It was so.", "flag::b": "It was not so."})
    assert list_condition_flags(edition) == ("flag::a", "flag::b")
    assert list_condition_flags(with_inserts(edition)) == ("flag::a", "flag::b", "flag::c")


def test_stats_have_their_names_unless_a_language_could_reserve_them() -> None:
    """A variable named like a keyword, a flag or a knot would break the exported story."""
    edition = stat_edition()
    variables = variables_of(edition)
    assert variables[TRUST.id] == "wins_trust"
    assert variables[AIR.id] == "stat_air"
    renamed = evolve(edition, stats=(evolve(TRUST, name="Choice of flag"), evolve(AIR, name="2 3")))
    assert [*variables_of(renamed).values()][-2:] == ["stat_choice_of_flag", "stat_2_3"]
    titled = evolve(edition.structure.passages[0], title="Win's Trust")
    structure = evolve(edition.structure, passages=(titled,))
    assert knot_names(structure, {"wins_trust"}) == {titled.id: "passage_wins_trust"}
