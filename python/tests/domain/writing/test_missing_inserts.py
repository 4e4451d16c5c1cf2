"""Tests for adding missing inserts to a passage that stays as it is."""

import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.story.size import Range
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Scope
from questfoundry.domain.writing.missing_inserts import (
    MissingInsert,
    add_inserts,
    correct_insert_names,
    list_missing_inserts,
    split_paragraphs,
)
from tests.support.examples import examples

NAMES = ("fed-the-dog", "rang-the-bell", "kept-the-key")
MISSING = [MissingInsert(name=each, text="You did it.") for each in NAMES]
PROSE = "The rain falls.\n\nYou wait.\n\nThe door opens."
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)
PASSAGES = st.lists(st.sampled_from(["It rains.", "“No,” she says.", "* * *", "[a-b]\nYou hum."]))


def test_an_insert_stands_after_the_paragraph_with_its_number() -> None:
    answer = "[fed-the-dog] after 1\nThe dog is at your heel.\n\n[rang-the-bell] after 2\nIt hums."
    assert split_paragraphs(add_inserts(PROSE, answer, MISSING)) == [
        "The rain falls.",
        "[fed-the-dog]\nThe dog is at your heel.",
        "You wait.",
        "[rang-the-bell]\nIt hums.",
        "The door opens.",
    ]


def test_an_insert_without_a_place_stands_before_the_last_paragraph() -> None:
    """The last paragraph leads to the choices, for all players."""
    for head in ("[fed-the-dog]", "[fed-the-dog] after 0", "**[fed-the-dog]** after 99"):
        added = add_inserts(PROSE, f"Here it is:\n\n{head}\nThe dog\nlimps.\n\nMore.", MISSING)
        assert split_paragraphs(added)[2:] == ["[fed-the-dog]\nThe dog limps.", "The door opens."]


def test_an_opening_insert_stands_first() -> None:
    opening = MissingInsert(name="fed-the-dog", text="You fed the dog.", is_opening=True)
    added = add_inserts(PROSE, "[fed-the-dog] after 3\nThe dog limps.", [opening])
    assert added == f"[fed-the-dog]\nThe dog limps.\n\n{PROSE}"


@given(PASSAGES, st.lists(st.tuples(st.sampled_from(NAMES), st.integers(0, 9), TEXTS)), TEXTS)
@examples(200)
def test_a_repair_keeps_every_word_of_the_passage(
    parts: list[str], inserts: list[tuple[str, int, str]], noise: str
) -> None:
    """A repair of 40 words must not change the other words. (FIL-4.3)"""
    prose = "\n\n".join(parts)
    answer = noise + "".join(f"\n[{name}] after {at}\n{text}\n" for name, at, text in inserts)
    added = add_inserts(prose, answer, MISSING)
    mine = {each for each in split_paragraphs(added) if each.partition("\n")[0][1:-1] in NAMES}
    rest = [each for each in split_paragraphs(added) if each not in mine]
    assert rest == split_paragraphs(prose) or not prose
    names = [each for each in find_conditional_names(added) if each in NAMES]
    assert len(names) == len({*names})
    assert re.sub(r"\s+", "", prose) in re.sub(r"\s+", "", "".join(rest)) or not prose


def test_a_level_that_some_players_have_needs_an_insert() -> None:
    """Players at the two ends of a stat read a paragraph of their own."""
    high = BriefedFact(
        kind=FactKind.LEVEL, scope=Scope.SOME, texts=("Win trusts you.",), flag="trust-up-1"
    )
    everybody = evolve(high, scope=Scope.ALL, flag="")
    briefing = Briefing(
        passage="passage::a",
        title="A",
        beats=(),
        entities=(),
        choices=(),
        words=Range(1, 2),
        facts=(high, everybody),
    )
    assert briefing.inserts == briefing.list_required_inserts(endings=True) == ("trust-up-1",)
    (missing,) = list_missing_inserts(briefing, briefing.inserts)
    assert (missing.name, missing.text) == ("trust-up-1", "Win trusts you.")


def test_an_insert_needs_no_empty_line_before_its_name() -> None:
    """Models forget the empty line, and then the text would be shown to all players."""
    prose = "All read this.\n[kept-the-key]\nSome read this.\n[fed-the-dog]\n\nOthers do."
    corrected = correct_insert_names(f"{prose}\n\n[Knock] stays.", NAMES, ())
    assert corrected.split("\n\n") == [
        "All read this.",
        "[kept-the-key]\nSome read this.",
        "[fed-the-dog]\nOthers do.",
        "[Knock] stays.",
    ]


@pytest.mark.parametrize(
    "given", ["Kept the Key", '"kept-the-key"', "KEPT_THE_KEY", "kept-the-keys", "kept-the"]
)
def test_a_name_that_fits_one_insert_alone_is_that_name(given: str) -> None:
    """A slip in a name of three words must cost no request."""
    corrected = correct_insert_names(f"**[{given}]**\nIt is cold.\n\n{PROSE}", NAMES, NAMES)
    assert corrected == f"[kept-the-key]\nIt is cold.\n\n{PROSE}"


def test_the_only_unknown_name_is_the_only_missing_insert() -> None:
    """A model that renames an insert has written it all the same."""
    prose = f"[fed-the-dog]\nIt limps.\n\n[the-bell]\nIt hums.\n\n{PROSE}"
    corrected = correct_insert_names(prose, NAMES, NAMES[:2])
    assert corrected == prose.replace("[the-bell]", "[rang-the-bell]")


def test_a_paragraph_for_no_player_is_left_out() -> None:
    """With an ambiguous name, only the missing inserts are requested, not the passage."""
    levels = ("trust-up-1", "trust-up-2")
    for name in ("trust-up", "waved"):
        prose = f"It rains.\n\n[{name}]\nShe smiles.\n\nShe goes."
        assert correct_insert_names(prose, levels, levels) == "It rains.\n\nShe goes."


@given(PASSAGES, st.lists(st.sampled_from(NAMES), unique=True))
@examples(200)
def test_correct_names_stay_as_they_are(parts: list[str], names: list[str]) -> None:
    """A correction must not change an answer that is right. (FIL-4.3)"""
    prose = "\n\n".join([*parts, *(f"[{each}]\nIt is cold." for each in names), "She goes."])
    assert correct_insert_names(prose, (*NAMES, "a-b"), NAMES) == prose


@given(TEXTS, st.lists(st.sampled_from(["\n", "[", "]", "[Fed the dog]\n", "*", " "])))
@examples(200)
def test_words_without_a_name_are_kept(text: str, parts: list[str]) -> None:
    """Only a paragraph below an unknown name may be left out."""
    prose = "".join((*parts, text.replace("]", "")))
    kept = correct_insert_names(prose, (), ())
    assert [each for each in kept if each.isalnum()] == [each for each in prose if each.isalnum()]
