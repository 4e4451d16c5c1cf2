"""Tests for adding missing inserts to a passage that stays as it is."""

import re

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
