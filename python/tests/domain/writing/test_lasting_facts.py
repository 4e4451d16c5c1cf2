"""What a writer notes below the prose, taken apart."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.story.prose import names_of_inserts
from questfoundry.domain.writing.lasting_facts import (
    LONGEST,
    MOST,
    are_unreadable,
    facts_of,
    parted,
)
from tests.support.briefings import BELL, BRIEFING, MARA, PROSE

HERE = BRIEFING.entities
THUMB = ProseFact(entity=MARA, fact="She has no left thumb.")
CRACK = ProseFact(entity=BELL, fact="It is cracked: along its lip.")
NOTES = (f"Mara: {THUMB.fact}", f"The Tide Bell: {CRACK.fact}")


@pytest.mark.parametrize(
    "line", ["[lasting facts]", "[Lasting facts]:", "**[lasting facts]**", "Lasting facts:"]
)
def test_prose_and_its_notes_are_parted(line: str) -> None:
    """PRS-6.1. In whatever way a model writes the line; no insert has its name."""
    notes = "\n".join(NOTES)
    assert parted(f"{PROSE}\n\n{line}\n{notes}\n") == (PROSE, NOTES)
    assert parted(PROSE) == (PROSE, None)
    assert names_of_inserts(f"{line}\n{notes}") == ()


@pytest.mark.parametrize("begin", ["", "- ", "* ", "1. "])
def test_facts_are_told_by_name_or_id_in_their_order(begin: str) -> None:
    """PRS-6.1."""
    for names in (("Mara", "the tide bell"), (MARA, BELL), ("**Mara**", "[The Tide Bell]")):
        said = (
            f"\n[lasting facts]\n{begin}{names[0]}: {THUMB.fact}\n{begin}{names[1]}: {CRACK.fact}"
        )
        _, lines = parted(said)
        assert facts_of(lines or (), HERE) == (THUMB, CRACK)


def test_what_is_known_said_twice_or_too_much_is_left_out() -> None:
    """PRS-6.1."""
    many = tuple(f"Mara: She has {number} scars." for number in range(20))
    assert facts_of(("Mara: MARA LIMPS.", *NOTES, *NOTES), HERE) == (THUMB, CRACK)
    assert len(facts_of(many, HERE)) == MOST
    assert facts_of((f"Mara: {'a' * (LONGEST + 1)}", "Mara:", NOTES[0]), HERE) == (THUMB,)


def test_what_is_about_nobody_here_is_no_fact() -> None:
    """PRS-6.2."""
    strangers = ("Oren: He limps.", "Marabou: It flies.")
    assert facts_of((*strangers, NOTES[0]), HERE) == (THUMB,)
    assert not are_unreadable((*strangers, NOTES[0]), HERE)
    assert are_unreadable(strangers, HERE)


def test_notes_that_say_that_there_is_nothing_are_no_fault() -> None:
    """PRS-6.3."""
    assert not are_unreadable(("None.",), HERE)
    assert not are_unreadable((), HERE)


@given(st.text())
def test_no_prose_is_lost_whatever_stands_below_it(notes: str) -> None:
    """PRS-6.3."""
    prose, lines = parted(f"{PROSE}\n\n[lasting facts]\n{notes}")
    assert prose == PROSE
    facts_of(lines or (), (*HERE, evolve(HERE[0], id="character::other")))
