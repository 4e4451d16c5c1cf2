"""The law against loops, held against walking on until a passage comes again."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given, settings

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.laws import check
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.story.passage import Choice, Passage, Structure
from tests.strategies.structures import STORY, Told, sound, structures
from tests.support.naive_player import NaivePlayer
from tests.support.walked_laws import is_sound


def loops(structure: Structure, **options: int) -> list[Finding]:
    found = check(structure, story=STORY, **options)
    return [finding for finding in found if finding.rule == Law.LOOPS]


@settings(max_examples=150)
@given(structures())
def test_a_loop_is_told_exactly_where_a_player_can_go_round(structure: Structure) -> None:
    """LAW-8.1."""
    player = NaivePlayer(structure)
    repeats, told = player.repeats(), loops(structure)
    assert min(repeats.values(), default=None) == min(
        (len(finding.counterexample or ()) for finding in told), default=None
    )
    back = [play(structure, finding.counterexample or ()).passage for finding in told]
    for passage in repeats:
        assert any(joined(player, passage, each) for each in back)


def joined(player: NaivePlayer, one: str, other: str) -> bool:
    """Whether players go on from either passage to the other, each step by some player."""
    return other in ahead(player, one) and one in ahead(player, other)


def ahead(player: NaivePlayer, passage: str) -> set[str]:
    found, waiting = {passage}, [passage]
    for here in waiting:
        for position, moves in player.next.items():
            if position.passage == here:
                new = {after.passage for _, after in moves} - found
                found |= new
                waiting += sorted(new)
    return found


@settings(max_examples=150)
@given(structures())
def test_the_counterexample_ends_where_it_was_before(structure: Structure) -> None:
    """LAW-8.1: and no passage of the way round comes twice."""
    for finding in loops(structure):
        assert finding.counterexample is not None
        *before, last = play(structure, finding.counterexample).passages
        assert last in before
        circle = before[before.index(last) :]
        assert len(set(circle)) == len(circle)
        assert finding.place == finding.counterexample[-1]
        assert repr(last) in finding.problem


@given(sound())
def test_a_story_that_goes_forward_has_none_and_a_way_back_is_caught(told: Told) -> None:
    """LAW-8.2."""
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
    """SEE-3.1."""
    (finding,) = loops(house())
    assert (finding.place, finding.counterexample) == ("back", ("in", "back"))
    assert all(each.rule != Law.LOOPS for each in check(house()))


def test_a_circle_that_no_player_closes_is_no_loop() -> None:
    """LAW-8.2."""
    assert loops(house(requires=KEY)) == []


def test_where_the_search_gives_up_a_circle_is_not_proven() -> None:
    """LAW-8.4."""
    (finding,) = loops(house(), most=1)
    assert not finding.proven
    (shown,) = loops(house(), most=5)
    assert shown.proven
    onward = evolve(house(), choices=house().choices[:2])
    assert loops(onward, most=1) == []
