"""Tests for the laws of clues: players learn what a passage relies on."""

import pytest
from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import Shape, shaped
from tests.support.walked_laws import Breach, lengths, of

CLUE_LAWS = (Law.CLUES, Law.QUESTIONS, Law.LEARNT)


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


def breaches_in(structure: Structure, story: Story) -> dict[Breach, int]:
    return lengths(of(check(structure, story=story), *CLUE_LAWS), story)


def story_with(clue: Clue) -> Story:
    woven = weave(shaped(Shape(), Shape(hard=True)))
    story = evolve(shaped(Shape(), Shape(hard=True)), beats=woven.beats, clues=(clue,))
    return evolve(story, structure=grant_clues(woven.structure, story))


def test_what_was_learnt_on_every_way_may_be_relied_on() -> None:
    """A clue that every route teaches needs no check by the player. (CLU-2.1)"""
    story = story_with(SOUND)
    assert breaches_in(story.existing_structure, story) == {}


@pytest.mark.parametrize("case", MUTATIONS)
def test_each_mutation_is_refuted_with_a_playthrough(case: str) -> None:
    """Each way to break a clue breaks its law, shown by a playthrough. (CLU-2.1)"""
    clue, law = MUTATIONS[case]
    story = story_with(clue)
    broken = {law for law, *_ in breaches_in(story.existing_structure, story)}
    assert broken - {Law.QUESTIONS} == {law} - {Law.QUESTIONS}
    assert law in broken


def test_an_ending_may_leave_its_question_open() -> None:
    """An ending that the plan leaves open, or a variant of it, must not be an error."""
    clue = known_by("d2-x-tail-1", left=("ending::d2-y",))
    story = story_with(clue)
    assert breaches_in(story.existing_structure, story) == {}
    renamed = evolve(
        story.existing_structure,
        passages=tuple(
            evolve(each, ending=f"{each.ending}--after-d1-x" if each.ending else "")
            for each in story.existing_structure.passages
        ),
    )
    assert breaches_in(renamed, story) == {}
