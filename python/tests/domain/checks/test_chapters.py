"""Tests for two-chapter stories with every feature, compared with a brute-force walk."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.play_length import count_playthroughs
from questfoundry.domain.story.beat import Beat
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.entity import Effect
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub
from tests.strategies.deeds import chapters
from tests.strategies.structures import Told
from tests.support.chaptered import CAST, chaptered, with_effects
from tests.support.examples import examples
from tests.support.naive_player import (
    NaivePlayer,
    absences,
    missing_clues,
    playthroughs,
    runs_back,
)
from tests.support.shapes import Shape
from tests.support.walked_laws import assert_as_walked, of

Breach = tuple[Law, str, str]
"""A law, the passage that breaks it, and the entity or clue concerned."""


def walked(structure: Structure, story: Story) -> Mapping[Breach, Sequence[str]]:
    """Return the faults of absences, time and clues that a brute-force walk finds, with their
    routes.
    """
    gone = {(Law.EFFECTS, *each): way for each, way in absences(structure, story).items()}
    late = {(Law.TIME, at, ""): way for at, way in runs_back(structure, story).items()}
    return {**gone, **late, **missing_clues(structure, story)}


def breach(finding: Finding, story: Story) -> Breach:
    """Return the key by which `walked` lists the fault of a finding."""
    about = [*CAST, *(clue.id for clue in story.clues)] if finding.rule != Law.TIME else []
    named = next((each for each in about if repr(each) in finding.problem), "")
    return Law(finding.rule), finding.place, named


CARRIED = (Law.EFFECTS, Law.TIME, Law.CLUES, Law.QUESTIONS, Law.LEARNT)


@given(chapters())
@examples(15)
def test_a_story_of_chapters_is_judged_as_walking_it_judges(told: Told) -> None:
    """A second chapter must not hide a fault or lengthen its counterexample.
    (LAW-2.1, LAW-4.1, LAW-10.1, CLU-2.1)
    """
    structure, story = told.structure, told.story
    findings, player = check(structure, story=story), NaivePlayer(structure, story)
    assert_as_walked(findings, player, story)
    assert bool(of(findings, Law.LOOPS)) == player.goes_round()
    found = of(findings, *CARRIED)
    assert {breach(each, story): len(each.counterexample or ()) for each in found} == {
        each: len(way) for each, way in walked(structure, story).items()
    }
    for each in found:
        assert_shown_by_hand(structure, story, each)


def assert_shown_by_hand(structure: Structure, story: Story, finding: Finding) -> None:
    taken = [structure.choice(each) for each in finding.counterexample or ()]
    alone = evolve(structure, choices=tuple(dict.fromkeys(taken)))
    assert breach(finding, story) in walked(alone, story)


@given(chapters())
@examples(10)
def test_the_arcs_of_chapters_are_counted_as_walking_counts_them(told: Told) -> None:
    """The count of playthroughs must stay exact across chapters. (SOL-2.1)"""
    arcs, ends = count_playthroughs(told.structure), set[tuple[frozenset[str], str]]()
    for met, taken in playthroughs(told.structure):
        answers = frozenset(told.structure.choice(each).takes for each in taken) - {""}
        ends.add((answers, told.structure.passage(met[-1]).ending))
    assert arcs is not None
    assert arcs.total == len(ends)
    assert {ending: count for ending, count in arcs.endings.items() if count} == {
        ending: sum(other == ending for _, other in ends) for _, ending in ends
    }


STORY = chaptered([Shape(shared=1, tails=(1, 1))], [Shape(hard=True, shared=1, tails=(1, 1))])
SOUND = evolve(
    STORY,
    structure=add_hub(
        STORY.existing_structure,
        Hub(
            passage="passage::setup-2",
            topics=[
                Topic(passage=f"topic::{each}", beat="", label=each, flag=f"mark::{each}")
                for each in ("door", "lamp")
            ],
            exit_label="Leave",
            required_flag="mark::door",
        ),
    ),
    clues=(
        Clue(
            id="clue::why",
            question="Why?",
            text="Therefore.",
            teaching_beats=("beat::setup-1",),
            relying_beats=("beat::d2-shared-1",),
        ),
    ),
)
AT_D2 = "beat::d2-shared-1"


def with_beat(story: Story, name: str, **changes: object) -> Story:
    def changed(beat: Beat) -> Beat:
        return evolve(beat, **changes) if beat.id == name else beat

    return evolve(story, beats=tuple(map(changed, story.beats)))


def taken_out(entity: str, effect: Effect, **beat: object) -> Story:
    return with_beat(with_effects(SOUND, {"path::d1-x": [(effect, entity)]}), AT_D2, **beat)


def without_a_way_out() -> Story:
    structure = SOUND.existing_structure
    left = [each for each in structure.choices if each.target != "passage::d2-shared-1"]
    return evolve(SOUND, structure=evolve(structure, choices=tuple(left)))


def always_shown() -> Story:
    """Return the story with conditional text behind the hub that every player sees."""
    structure = SOUND.existing_structure
    return evolve(
        SOUND,
        structure=evolve(
            structure,
            passages=tuple(
                evolve(each, conditional_flags={"mark::door"}) if AT_D2 in each.beats else each
                for each in structure.passages
            ),
        ),
    )


@pytest.mark.parametrize(
    ("mutated", "law"),
    [
        (lambda: taken_out("character::0", Effect.GONE, entities=("character::0",)), Law.EFFECTS),
        (lambda: taken_out("object::cup", Effect.LOST, entities=("object::cup",)), Law.EFFECTS),
        (lambda: taken_out("location::1", Effect.CLOSED, location="location::1"), Law.EFFECTS),
        (lambda: with_beat(with_beat(SOUND, "beat::d1-shared-1", time=9), AT_D2, time=3), Law.TIME),
        (
            lambda: evolve(
                SOUND,
                clues=tuple(
                    evolve(each, teaching_beats=("beat::d1-x-commit-1",)) for each in SOUND.clues
                ),
            ),
            Law.CLUES,
        ),
        (without_a_way_out, Law.STUCK),
        (always_shown, Law.INSERTS),
    ],
    ids=["gone", "lost", "closed", "back in time", "not learnt", "no way out", "always true"],
)
def test_what_is_damaged_is_caught_with_a_playthrough(
    mutated: Callable[[], Story], law: Law
) -> None:
    """Damage in one chapter is caught, with a playthrough unless conditional text is always shown.
    (LAW-10.1, CLU-2.1)
    """
    story = mutated()
    assert not of(check(SOUND.existing_structure, story=SOUND), law)
    found = of(check(story.existing_structure, story=story), law)
    assert found
    for each in found:
        assert law is Law.INSERTS or each.counterexample
        if law in CARRIED:
            assert_shown_by_hand(story.existing_structure, story, each)
