"""Tests for parsing the notes that a writer adds below the prose."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.artifacts.fill import ProseFact
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.answer_format import (
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    parse_facts,
    split_notes,
    unify_spelling,
)
from tests.support.briefings import BELL, BRIEFING, MARA, PROSE

KNOWN = BRIEFING.entities
ALL = (
    Entity(id=MARA, kind=EntityKind.CHARACTER, name="Mara", concept="A diver."),
    Entity(id=BELL, kind=EntityKind.OBJECT, name="The Tide Bell", concept="It warns."),
)
THUMB = ProseFact(entity=MARA, fact="She has no left thumb.")
CRACK = ProseFact(entity=BELL, fact="It is cracked: along its lip.")
NOTES = (f"Mara: {THUMB.fact}", f"The Tide Bell: {CRACK.fact}")


@pytest.mark.parametrize(
    "line", ["[for later]", "[For later]:", "**[for later]**", "[lasting facts]"]
)
def test_prose_and_its_notes_are_parted(line: str) -> None:
    """Notes in the story would spoil it, and models write their heading in many forms. (PRS-6.1)"""
    notes = "\n".join(NOTES)
    assert split_notes(f"{PROSE}\n\n{line}\n{notes}\n") == (PROSE, NOTES)
    assert split_notes(PROSE) == (PROSE, None)
    assert find_conditional_names(f"{line}\n{notes}") == ()


@pytest.mark.parametrize("begin", ["", "- ", "* ", "1. "])
def test_facts_are_told_by_name_or_id_in_their_order(begin: str) -> None:
    """Models give names or ids, and later notes must stay later. (PRS-6.1)"""
    for names in (("Mara", "the tide bell"), (MARA, BELL), ("**Mara**", "[The Tide Bell]")):
        said = f"\n[for later]\n{begin}{names[0]}: {THUMB.fact}\n{begin}{names[1]}: {CRACK.fact}"
        _, lines = split_notes(said)
        assert parse_facts(lines or (), ALL) == (THUMB, CRACK)


@pytest.mark.parametrize("quoted", ['"{}"', "“{}”"])
def test_notes_are_read_without_the_quotation_marks_around_them(quoted: str) -> None:
    """The request shows notes in quotation marks, so models copy these marks. (PRS-6.1)"""
    notes = "\n".join(f"- {quoted.format(each)}" for each in NOTES)
    _, lines = split_notes(f"{PROSE}\n\n[for later]\n{notes}")
    assert parse_facts(lines or (), ALL) == (THUMB, CRACK)


def test_who_is_called_by_a_part_of_a_name_is_meant_where_nobody_else_has_it() -> None:
    """A first name is enough for a note, unless two entities share the word. (PRS-6.1)"""
    said = [f"{name} now: On the stairs." for name in ("The bell", "Tide", "Mara Voss")]
    assert [each.entity for each in parse_facts(said, ALL)] == [BELL, BELL, "Mara Voss"]
    two = (*ALL, evolve(ALL[1], id="object::hand-bell", name="The Hand Bell"))
    assert [each.entity for each in parse_facts(said, two)] == ["The bell", BELL, "Mara Voss"]


def test_a_note_about_several_is_one_about_each() -> None:
    """A note about two reaches both; a name may contain "and". (PRS-6.1)"""
    said = ["Mara and the tide bell now: In the boat.", "Sand and Sons: They lend boats."]
    found = [(each.entity, each.now) for each in parse_facts(said, ALL)]
    assert found == [(MARA, True), (BELL, True), ("Sand and Sons", False)]


def test_what_is_known_said_twice_or_too_much_is_left_out() -> None:
    """Repeated or endless notes would fill every later briefing. (PRS-6.1)"""
    many = tuple(f"Mara: She has {number} scars." for number in range(20))
    assert parse_facts(("Mara: MARA LIMPS.", *NOTES, *NOTES), ALL, KNOWN) == (THUMB, CRACK)
    assert len(parse_facts(many, ALL)) == MAX_NOTES
    assert parse_facts((f"Mara: {'a' * (MAX_NOTE_LENGTH + 1)}", "Mara:", NOTES[0]), ALL) == (THUMB,)


@pytest.mark.parametrize("name", ["Mara now", "mara (now)", "**Mara now**", "Mara, now"])
def test_how_somebody_stands_is_kept_apart(name: str) -> None:
    """A temporary state must not be stored as a permanent fact."""
    (fact,) = parse_facts((f"{name}: On the stairs: wet.",), ALL, KNOWN)
    assert fact == ProseFact(entity=MARA, fact="On the stairs: wet.", now=True)


def test_who_has_no_id_is_known_by_name() -> None:
    """Prose may invent a minor character, whose facts must not be lost."""
    lines = ("Zuzi: The baker's child.", f"{'a' * (MAX_NAME_LENGTH + 1)}: It is so.", "Nothing.")
    assert parse_facts(lines, ALL) == (ProseFact(entity="Zuzi", fact="The baker's child."),)


@given(st.text())
def test_no_prose_is_lost_whatever_stands_below_it(notes: str) -> None:
    """Unreadable notes must not cost the author the prose above them."""
    prose, lines = split_notes(f"{PROSE}\n\n[for later]\n{notes}")
    assert prose == PROSE
    parse_facts(lines or (), ALL, (*KNOWN, evolve(KNOWN[0], id="character::other")))


def test_writers_who_spell_a_name_in_their_own_ways_mean_the_same_thing() -> None:
    """ "The mug" and "mug" must not become two things."""
    notes = [Fact(entity=each, text="Torn.", passage="a") for each in ("The mug", "mug", MARA)]
    assert [each.entity for each in unify_spelling(notes)] == ["The mug", "The mug", MARA]


def test_a_longer_or_counted_name_means_the_same_thing() -> None:
    """Notes under three names for the letters would stay true side by side."""
    names = [
        "The three sealed letters",
        "Four letters",
        "Hywel's letter",
        "The summons",
        "The opened summons",
        "The 1937 letter",
        "The letter",
    ]
    notes = [Fact(entity=each, text="Torn.", passage="a", now=True) for each in names]
    assert [each.entity for each in unify_spelling(notes)] == [
        "The three sealed letters",
        "The three sealed letters",
        "Hywel's letter",
        "The summons",
        "The summons",
        "The 1937 letter",
        "The letter",
    ]
