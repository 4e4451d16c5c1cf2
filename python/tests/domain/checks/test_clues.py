"""Tests for the laws of clues, compared with a brute-force walk that tracks knowledge."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.weave import weave
from tests.strategies.structures import BEATS, STORY, structures
from tests.support.examples import examples
from tests.support.naive_player import missing_clues
from tests.support.shapes import Shape, shaped

LAWS = (Law.CLUES, Law.QUESTIONS, Law.LEARNT)
Found = dict[tuple[Law, str, str], int]


@st.composite
def told(draw: DrawFn) -> tuple[Structure, Story]:
    some = st.lists(st.sampled_from(BEATS), max_size=3, unique=True).map(tuple)
    clues = tuple(
        Clue(
            id=f"clue::{name}",
            question="Why?",
            text="Therefore.",
            teaching_beats=draw(some),
            relying_beats=draw(some),
            answers=draw(st.booleans()),
            open_endings=draw(st.sampled_from([(), ("won",)])),
        )
        for name in ("one", "two")
    )
    return draw(structures()), evolve(STORY, clues=clues)


def found_in(structure: Structure, story: Story, **options: int) -> Found:
    findings = check(structure, story=story, **options)
    for each in findings:
        if each.rule in LAWS and each.counterexample is not None:
            assert play(structure, each.counterexample).passage == each.place
    return {
        (Law(each.rule), each.place, clue.id): len(each.counterexample or ())
        for each in findings
        for clue in story.clues
        if each.rule in LAWS and each.proven and repr(clue.id) in each.problem
    }


@given(told())
@examples(150)
def test_what_is_not_known_is_found_as_walking_finds_it(case: tuple[Structure, Story]) -> None:
    """The solver finds the same missing clues as a walk, by as few choices. (CLU-2.1)"""
    structure, story = case
    walked = missing_clues(structure, story)
    assert found_in(structure, story) == {each: len(way) for each, way in walked.items()}
    assert found_in(structure, story, max_steps=0).keys() == walked.keys()


def known_by(*learnt: str, needs: tuple[str, ...] = (), left: tuple[str, ...] = ()) -> Clue:
    return Clue(
        id="clue::why-1",
        question="Why?",
        text="Therefore.",
        teaching_beats=tuple(f"beat::{each}" for each in learnt),
        relying_beats=tuple(f"beat::{each}" for each in needs),
        open_endings=left,
    )


SOUND = known_by("d1-x-tail-1", "d1-y-commit-1", needs=("d2-shared-2", "d2-x-commit-1"))
MUTATIONS = {
    "learnt on one arm only": (known_by("d1-x-tail-1", needs=("d2-shared-2",)), Law.CLUES),
    "learnt too late": (known_by("d2-shared-2", needs=("d2-shared-1",)), Law.CLUES),
    "needed before it is taught, in one beat": (
        known_by("d2-shared-1", needs=("d2-shared-1",)),
        Law.CLUES,
    ),
    "an option relies on what comes of it": (
        known_by("d2-x-commit-1", "d2-y-commit-1", needs=("d2-x-commit-1",)),
        Law.CLUES,
    ),
    "one ending has no answer": (known_by("d2-x-tail-1"), Law.QUESTIONS),
    "nobody can learn it": (known_by("nowhere", left=("ending::d2-x", "ending::d2-y")), Law.LEARNT),
}


def story_with(clue: Clue) -> Story:
    woven = weave(shaped(Shape(), Shape(hard=True)))
    story = evolve(shaped(Shape(), Shape(hard=True)), beats=woven.beats, clues=(clue,))
    return evolve(story, structure=grant_clues(woven.structure, story))


def test_what_was_learnt_on_every_way_may_be_relied_on() -> None:
    """A clue that every route teaches needs no check by the player. (CLU-2.1)"""
    story = story_with(SOUND)
    assert found_in(story.existing_structure, story) == {}


@pytest.mark.parametrize("case", MUTATIONS)
def test_each_mutation_is_refuted_with_a_playthrough(case: str) -> None:
    """Each way to break a clue breaks its law, shown by a playthrough. (CLU-2.1)"""
    clue, law = MUTATIONS[case]
    story = story_with(clue)
    broken = {law for law, *_ in found_in(story.existing_structure, story)}
    assert broken - {Law.QUESTIONS} == {law} - {Law.QUESTIONS}
    assert law in broken


def test_an_ending_may_leave_its_question_open() -> None:
    """An ending that the plan leaves open, or a variant of it, must not be an error."""
    clue = known_by("d2-x-tail-1", left=("ending::d2-y",))
    story = story_with(clue)
    assert found_in(story.existing_structure, story) == {}
    renamed = evolve(
        story.existing_structure,
        passages=tuple(
            evolve(each, ending=f"{each.ending}--after-d1-x" if each.ending else "")
            for each in story.existing_structure.passages
        ),
    )
    assert found_in(renamed, story) == {}
