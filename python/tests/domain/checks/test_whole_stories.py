"""Tests that the solver and a naive player agree on stories with every feature."""

from collections import Counter
from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.play_length import count_playthroughs, measure_play_length
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.search import find_shortest_playthrough
from questfoundry.domain.solver.shares import compute_ending_shares
from questfoundry.domain.solver.space import explore, find_longest_playthrough
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.entity import Effect, EntityKind
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from tests.strategies.deeds import chapters, hours_and_clues
from tests.strategies.structures import STORY, Told, structures, with_choice
from tests.strategies.woven import closed, damaged, dropped, redirected, silenced, woven_stories
from tests.support.chaptered import with_effects
from tests.support.examples import examples
from tests.support.mended import mended
from tests.support.naive_player import NaivePlayer, Position, is_soon_walked, playthroughs
from tests.support.walked_laws import (
    CARRIED,
    assert_as_walked,
    breach,
    is_sound,
    lengths,
    of,
    sound_as_walked,
    walked,
)


def assert_shown_by_hand(structure: Structure, story: Story, finding: Finding) -> None:
    taken = [structure.choice(each) for each in finding.counterexample or ()]
    alone = evolve(structure, choices=tuple(dict.fromkeys(taken)))
    assert breach(finding, story) in walked(alone, story)


@st.composite
def carrying(draw: DrawFn) -> Told:
    """Draw any structure, in which people leave, hours run back and clues are needed."""
    people = [each.id for each in STORY.entities if each.kind is EntityKind.CHARACTER]
    effect = st.tuples(st.sampled_from([Effect.GONE, Effect.JOINS]), st.sampled_from(people))
    effects = {path.id: draw(st.lists(effect, max_size=2)) for path in STORY.paths}
    return Told(
        structure=draw(structures()),
        story=evolve(with_effects(STORY, effects), **draw(hours_and_clues(STORY.beats, ("won",)))),
    )


@given(carrying())
@examples(150)
def test_what_players_carry_along_is_judged_as_walking_judges_it(told: Told) -> None:
    """Either search finds the shortest proofs. (LAW-9.1, LAW-10.1, CLU-2.1)"""
    structure, story = told.structure, told.story
    carried = walked(structure, story)
    whole, part = check(structure, story=story), check(structure, story=story, max_steps=0)
    assert lengths(whole, story) == {each: len(way) for each, way in carried.items()}
    assert lengths(part, story).keys() == carried.keys()
    for each in of((*whole, *part), *CARRIED):
        if each.counterexample is not None:
            assert play(structure, each.counterexample).passage == each.place


WHOLE = chapters(whole=True).filter(lambda told: is_soon_walked(told.structure, told.story))
SOUND = WHOLE.map(mended)


@given(WHOLE)
@examples(25)
def test_solver_and_naive_player_agree_on_a_whole_story(told: Told) -> None:
    """Features can break each other. (LAW-2.1, LAW-3.2, LAW-4.1, LAW-9.1, LAW-10.1, CLU-2.1)"""
    assert_agreed(told)
    told = mended(told)
    assert is_sound(check(told.structure, story=told.story))
    assert_agreed(told)


@given(chapters())
@examples(15)
def test_a_story_of_chapters_is_judged_as_walking_it_judges(told: Told) -> None:
    """A second chapter hides no fault. (LAW-2.1, LAW-4.1, LAW-10.1, CLU-2.1)"""
    assert_agreed(told)


@given(WHOLE)
@examples(25)
def test_solver_and_naive_player_count_a_whole_story_alike(told: Told) -> None:
    """Counts stay exact when a story uses every feature. (SOL-2.1, SOL-6.1)"""
    structure, player = told.structure, NaivePlayer(told.structure)
    arcs, ended = count_playthroughs(structure), Walked(player)
    assert arcs is not None
    endings = Counter(ending for _, ending in ended.arcs)
    assert arcs.total == len(ended.arcs)
    assert {each: count for each, count in arcs.endings.items() if count} == endings
    ways = [way for position, way in player.ways.items() if player.ended(position)]
    assert len(find_shortest_playthrough(structure) or ()) == min(map(len, ways), default=0)
    shares = compute_ending_shares(Reachability(build_graph(structure), Zdd()))
    pace = measure_play_length(structure)
    assert shares == pytest.approx(ended.shares)
    assert (pace.endings if pace else {}) == pytest.approx(ended.shares if ways else {})


@given(st.data())
@examples(60)
def test_a_changed_story_is_judged_as_walking_judges_it(data: st.DataObject) -> None:
    """An author's edit is judged exactly as a walk judges it. (LAW-2.1, LAW-3.2)"""
    told = data.draw(SOUND)
    change = data.draw(st.sampled_from([dropped, closed, silenced, redirected, repeatable]))
    told = evolve(told, structure=data.draw(change(told.structure)))
    assume(is_soon_walked(told.structure, told.story))
    assert_agreed(told)
    if change is closed:
        assert not is_sound(check(told.structure, story=told.story))


@st.composite
def repeatable(draw: Callable[..., int], structure: Structure) -> Structure:
    """Return a structure in which a once-only choice can be taken again."""
    once = [at for at, each in enumerate(structure.choices) if each.forbids & each.grants]
    return with_choice(structure, draw(st.sampled_from(once)), forbids=frozenset())


def assert_agreed(told: Told) -> None:
    structure, story = told.structure, told.story
    findings, player = check(structure, story=story), NaivePlayer(structure, story)
    assert all(each.proven for each in findings)
    assert_as_walked(findings, player, story)
    assert bool(of(findings, Law.LOOPS)) == player.goes_round()
    carried = walked(structure, story)
    assert lengths(findings, story) == {each: len(way) for each, way in carried.items()}
    for each in of(findings, *CARRIED):
        assert_shown_by_hand(structure, story, each)
    places = sorted(place for place, _ in needless(player))
    assert sorted(each.place for each in of(findings, Law.INSERTS)) == places
    faultless = sound_as_walked(player, story) and not carried and not player.goes_round()
    assert is_sound(findings) == faultless


def needless(player: NaivePlayer) -> list[tuple[str, str]]:
    """Return the passage and flag of all conditional text that every player sees there, or none."""
    return [
        (passage.id, flag)
        for passage in player.structure.passages
        for flag in passage.conditional_flags
        if len({flag in each.flags for each in player.ways if each.passage == passage.id}) == 1
    ]


class Walked:
    """The ``arcs`` of a structure whose loops end, and the ``shares`` of its endings."""

    def __init__(self, player: NaivePlayer) -> None:
        self.arcs = set[tuple[frozenset[str], str]]()
        self.shares = dict.fromkeys(
            filter(None, (p.ending for p in player.structure.passages)), 0.0
        )
        start = next(iter(player.ways))
        coming = Counter(after for moves in player.next.values() for _, after in moves)
        share = dict.fromkeys(player.next, 0.0) | {start: 1.0}
        answers: dict[Position, set[frozenset[str]]] = {each: set() for each in player.next}
        answers[start] = {frozenset()}
        waiting = [start]
        for here in waiting:
            moves = player.next[here]
            for choice, after in moves:
                share[after] += share[here] / len(moves)
                answers[after] |= {each | {choice.takes} - {""} for each in answers[here]}
                coming[after] -= 1
                if not coming[after]:
                    waiting.append(after)
            if ending := player.structure.passage(here.passage).ending:
                self.shares[ending] += share[here]
                self.arcs |= {(each, ending) for each in answers[here]}


@given(woven_stories(tuple(Size)))
@examples(40)
def test_what_is_woven_is_sound(told: Told) -> None:
    """Weaving produces no error, and only warnings that depend on the plan. (LAW-5.4)"""
    findings = check(told.structure, story=told.story)
    assert is_sound(findings)
    assert {finding.rule for finding in findings} <= {Law.CAST, Law.FLAGS, Law.STRETCHES}


@given(woven_stories((Size.MICRO, Size.SHORT)))
@examples(20)
def test_the_arcs_of_what_is_woven_are_counted_as_walking_counts_them(told: Told) -> None:
    """The numbers that an author sees for a woven story must be exact. (SOL-2.1)"""
    arcs = count_playthroughs(told.structure)
    walked = list(playthroughs(told.structure))
    assert arcs is not None
    assert arcs.total == len(walked)
    lengths = [len(taken) for _, taken in walked]
    shortest, longest = (
        find_shortest_playthrough(told.structure),
        find_longest_playthrough(explore(told.structure)),
    )
    assert [len(shortest or ()), len(longest or ())] == [min(lengths), max(lengths)]


@given(damaged())
@examples(80)
def test_a_damaged_story_is_judged_as_walking_it_judges(told: Told) -> None:
    """Damage is judged exactly as a walk judges it. (LAW-2.1, LAW-3.2, LAW-4.1)"""
    findings = check(told.structure, story=told.story)
    player = NaivePlayer(told.structure, told.story)
    assert_as_walked(findings, player, told.story)
    assert is_sound(findings) == sound_as_walked(player, told.story)
