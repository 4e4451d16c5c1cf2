"""Tests for the last state of people and things that players have read."""

from collections.abc import Iterator
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Consequence, Path
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.briefing import BriefedEntityState, BriefedSince
from questfoundry.domain.writing.may_must import find_arrivals
from questfoundry.domain.writing.noted_state import MAX_SINCE, NotedStates
from tests.strategies.shapes import plans
from tests.support.examples import examples

LAMP = "the lamp"


def note(passage: str, text: str = "", who: str = LAMP) -> Fact:
    return Fact(entity=who, text=text or passage, passage=passage, now=True)


def standings(structure: Structure) -> NotedStates:
    return NotedStates(Story(structure=structure), find_arrivals(structure))


def stands(structure: Structure, passage: str, *notes: Fact) -> tuple[BriefedEntityState, ...]:
    return tuple(standings(structure).list_entity_states(passage, (), notes, {}))


def fork(*, hub: str = "") -> Structure:
    """Return a graph from a by x or y to b and c; with a hub, x and y are topics of a."""
    ways = ("ax", "ay", "xb", "yb", "bc", *(("ab",) if hub else ()))
    return Structure(
        start="a",
        passages=tuple(
            Passage(id=each, title=each.upper(), hub=hub if each in "xy" else "")
            for each in "axybc"
        ),
        choices=tuple(Choice(id=way, source=way[0], target=way[1]) for way in ways),
    )


def test_what_all_have_read_last_holds() -> None:
    """The latest note that all players have read is the current state."""
    notes = (note("a"), note("b"), note("c"))
    assert stands(fork(), "c", *notes) == (BriefedEntityState(name=LAMP, now="b"),)
    assert stands(fork(), "a", *notes) == ()


def test_a_note_is_doubtful_once_its_person_was_met_again() -> None:
    """The writer of the later passage may have left the person elsewhere without a note."""
    structure = fork()
    passages = (evolve(each, beats=("b",) if each.id == "b" else ()) for each in structure.passages)
    beats = (Beat(id="b", role=BeatRole.SHARED, summary="-", location="-", entities=(LAMP,)),)
    story = Story(structure=evolve(structure, passages=tuple(passages)), beats=beats)
    states = NotedStates(story, find_arrivals(structure))
    (state,) = states.list_entity_states("c", (), (note("a"),), {})
    assert (state.now, state.noted_in) == ("a", "A")
    (state,) = states.list_entity_states("b", (), (note("a"),), {})
    assert (state.now, state.noted_in) == ("a", "")


def test_what_only_some_have_read_since_is_told_by_where() -> None:
    """The writer must know that players of one arm saw a later change."""
    notes = (note("a"), note("x"), note("y"))
    since = tuple(BriefedSince(title=each.upper(), text=each) for each in "xy")
    assert stands(fork(), "b", *notes) == (BriefedEntityState(name=LAMP, since=since),)
    some = (BriefedEntityState(name=LAMP, now="a", since=since[:1]),)
    assert stands(fork(), "b", *notes[:2]) == some
    assert stands(fork(), "x", *notes) == (BriefedEntityState(name=LAMP, now="a"),)
    # A later note that all players read replaces both.
    assert stands(fork(), "c", *notes, note("b")) == (BriefedEntityState(name=LAMP, now="b"),)


def test_what_all_arms_have_noted_alike_holds() -> None:
    """The same note on every arm counts for all players and needs no distinction."""
    notes = (note("a"), note("x", "It is out."), note("y", "It is out."))
    assert stands(fork(), "b", *notes) == (BriefedEntityState(name=LAMP, now="It is out."),)


def test_a_topic_replaces_nothing_for_those_who_left_it_out() -> None:
    """Players may skip a topic, so its note must not hide the older state."""
    told = stands(fork(hub="a"), "b", note("a"), note("x"))
    assert told == (
        BriefedEntityState(name=LAMP, now="a", since=(BriefedSince(title="X", text="x"),)),
    )


def test_who_is_here_comes_first_then_who_was_written_last() -> None:
    """The writer needs the states of present people first, because a list may be cut."""
    notes = (note("a", who="one"), note("b", who="two"))
    told = standings(fork()).list_entity_states("c", ("one",), notes, {"three": ("A child.",)})
    assert [each.name for each in told] == ["one", "two", "three"]


def test_a_note_lasts_until_a_decision_may_have_made_it_untrue() -> None:
    """A ring that is "worn for ever" would reach players who saw it taken off."""
    flag = "flag::ring-1"
    structure = evolve(
        fork(),
        choices=tuple(
            evolve(each, grants={flag}) if each.id == "ay" else each for each in fork().choices
        ),
    )
    path = Path(
        id="path::ring",
        answer="answer::ring",
        dilemma="dilemma::ring",
        summary="She takes it off.",
        consequences=(
            Consequence(id="ring", flag=flag, text="Olwen no longer wears the silver ring."),
        ),
    )
    notes = NotedStates(Story(structure=structure, paths=(path,)), find_arrivals(structure))
    worn = note("a", "She wears a silver ring.", "Olwen")
    off = note("y", "The silver ring is off, and nobody wears it.", "Olwen")
    lamp = note("a", "A silver lamp.")
    assert [*notes.select_lasting_notes("x", (worn, lamp))] == [worn, lamp]
    assert [*notes.select_lasting_notes("b", (worn, off, lamp))] == [off, lamp]
    # The decision is only about to happen in the passage that its choice leads to.
    assert [*notes.select_lasting_notes("y", (worn,))] == [worn]


def test_a_note_that_is_untrue_by_now_brings_back_none_before_it() -> None:
    """Somebody who sits in the car would stand at the head of the stairs again."""
    structure = Structure(
        start="a",
        passages=tuple(Passage(id=each, title=each) for each in "abcd"),
        choices=(
            Choice(id="ab", source="a", target="b"),
            Choice(id="bc", source="b", target="c", grants={"flag::seat-1"}),
            Choice(id="cd", source="c", target="d"),
        ),
    )
    spoke = Consequence(id="seat", flag="flag::seat-1", text="Gil spoke from the back seat.")
    path = Path(
        id="path::seat",
        answer="answer::seat",
        dilemma="dilemma::seat",
        summary="He speaks.",
        consequences=(spoke,),
    )
    notes = NotedStates(Story(structure=structure, paths=(path,)), find_arrivals(structure))
    stairs, seat = note("a", "On the stairs."), note("b", "In the back seat.")
    for passage, now in (("c", "In the back seat."), ("d", "")):
        (state,) = notes.list_entity_states(passage, (), (stairs, seat), {})
        assert (state.now, state.since) == (now, ())


@given(plans(), st.integers(0, 2**16))
@examples(20)
def test_whatever_a_player_has_read_last_is_told(plan: Story, seed: int) -> None:
    """A missing state lets the prose contradict what some player has just read."""
    random, structure = Random(seed), weave(plan).structure
    noted = {each.id for each in structure.passages if random.random() < 0.4}
    notes = tuple(note(each) for each in noted)
    book = NotedStates(evolve(plan, structure=structure), find_arrivals(structure))
    found = {
        each.id: tuple(book.list_entity_states(each.id, (), notes, {}))
        for each in structure.passages
    }
    titles = {each.id: each.title for each in structure.passages}
    for _ in range(8):
        last = ""
        for passage in played(structure, random):
            told = found[passage]
            assert not last or told
            if told and len(told[0].since) < MAX_SINCE:
                assert last == told[0].now or (titles.get(last), last) in {
                    (each.title, each.text) for each in told[0].since
                }
            last = passage if passage in noted else last


def played(structure: Structure, random: Random) -> Iterator[str]:
    passage, flags = structure.start, set[str]()
    while True:
        yield passage
        ways = [each for each in structure.outgoing_choices(passage) if each.requires <= flags]
        if not ways:
            return
        way = random.choice(ways)
        passage, flags = way.target, flags | way.grants
