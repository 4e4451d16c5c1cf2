"""Tests for the law of loops, compared with a walk that stops at a repeated position."""

from attrs import evolve
from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from tests.strategies.structures import STORY, Told, sound, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.walked_laws import is_sound


def loops(structure: Structure, **options: int) -> list[Finding]:
    found = check(structure, story=STORY, **options)
    return [finding for finding in found if finding.rule == Law.LOOPS]


@examples(150)
@given(structures())
def test_a_loop_is_told_exactly_where_a_player_can_go_round_for_ever(structure: Structure) -> None:
    """A missed loop traps players, and a circle that is walked only once is none. (LAW-8.1)"""
    found = loops(structure)
    assert bool(found) == NaivePlayer(structure).goes_round()
    for finding in found:
        taken = finding.counterexample
        assert taken
        *before, last = play(structure, taken).passages
        turns = [taken[at:] for at, passage in enumerate(before) if passage == last]
        assert any(again(structure, (*taken, *turn, *turn)) for turn in turns)
        assert finding.place == taken[-1]
        assert repr(last) in finding.problem


def again(structure: Structure, taken: tuple[str, ...]) -> bool:
    try:
        return bool(play(structure, taken))
    except InputError:
        return False


@given(sound())
def test_a_story_that_goes_forward_has_none_and_a_way_back_is_caught(told: Told) -> None:
    """A woven story only leads forward, so a choice that leads back is a mistake."""
    assert not loops(told.structure)
    commit = told.structure.choices[0].target
    back = Choice(id="choice::back", source=commit, target=told.structure.start, label="Back")
    edited = evolve(told.structure, choices=(*told.structure.choices, back))
    assert any(finding.rule == Law.LOOPS for finding in check(edited, story=told.story))
    assert not is_sound(check(edited, story=told.story))


HALL, YARD = Passage(id="passage::hall"), Passage(id="passage::yard")
OUT = Passage(id="passage::out", ending="free")
KEY = frozenset({"flag::key"})


def house(**back: frozenset[str]) -> Structure:
    return Structure(
        start=HALL.id,
        passages=(HALL, YARD, OUT),
        choices=(
            Choice(id="in", source=HALL.id, target=YARD.id, label="In", forbids=KEY),
            Choice(id="leave", source=YARD.id, target=OUT.id, label="Leave", grants=KEY),
            Choice(id="back", source=YARD.id, target=HALL.id, label="Back", **back),
        ),
    )


def test_stories_of_others_may_go_round() -> None:
    """Many Twine stories let players walk around, so a loop is no error in an imported story."""
    (finding,) = loops(house())
    assert (finding.place, finding.counterexample) == ("back", ("in", "back"))
    assert all(each.rule != Law.LOOPS for each in check(house()))


def test_a_circle_that_no_player_closes_is_no_loop() -> None:
    """Flags can close a circle of passages, and then no player goes round."""
    assert loops(house(requires=KEY)) == []


def hub(*, once: bool) -> Structure:
    names = ("hall", "a", "b", "c")
    marks = {name: frozenset({f"mark::{name}"}) for name in names[1:]}
    choices = [
        Choice(
            id=f"{source}-{name}",
            source=source,
            target=name,
            label=name,
            grants=mark,
            forbids=mark if once else frozenset(),
        )
        for source in names
        for name, mark in marks.items()
        if source != name
    ]
    choices += [Choice(id=f"{name}-out", source=name, target="out", label="Go") for name in names]
    passages = [Passage(id=name, hub="hall" if name in marks else "") for name in names]
    return Structure(
        start="hall", passages=(*passages, Passage(id="out", ending="free")), choices=tuple(choices)
    )


def test_a_hub_whose_topics_are_each_read_once_runs_out() -> None:
    """Topics that lead to each other look like a loop, but once-only topics run out."""
    assert check(hub(once=True)) == ()
    assert loops(hub(once=True)) == []


def test_a_topic_that_can_be_asked_for_again_is_a_loop() -> None:
    """A repeatable topic makes a hub endless."""
    (finding,) = loops(hub(once=False))
    assert finding.counterexample == ("hall-a", "a-b", "b-a")


def test_where_the_search_gives_up_a_circle_is_not_proven() -> None:
    """One query can prove or refute a loop when the search over all players is too long."""
    (finding,) = loops(house(requires=KEY), max_steps=1, effort=0)
    assert not finding.proven
    assert loops(house(requires=KEY), max_steps=1) == []
    (shown,) = loops(house(), max_steps=1)
    assert shown.proven
    onward = evolve(house(), choices=house().choices[:2])
    assert loops(onward, max_steps=1, effort=0) == []
