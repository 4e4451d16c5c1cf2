"""Tests for clues in a woven structure."""

from attrs import evolve

from questfoundry.domain.story.entity import Clue, add_topic_clues
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.minor_choices import grant_clues
from questfoundry.domain.weaving.weave import weave
from tests.support.playthroughs import playthroughs
from tests.support.shapes import Shape, shaped, soft_and_hard


def clue(number: int, *learnt: str, needs: tuple[str, ...] = ()) -> Clue:
    return Clue(
        id=f"clue::why-{number}",
        question="Why?",
        text="Therefore.",
        teaching_beats=tuple(f"beat::{each}" for each in learnt),
        relying_beats=tuple(f"beat::{each}" for each in needs),
    )


def with_clues(story: Story, *clues: Clue) -> Story:
    woven = weave(story)
    told = evolve(story, clues=clues, beats=woven.beats)
    return evolve(told, structure=grant_clues(woven.structure, told))


def test_who_meets_what_teaches_a_clue_knows_it_from_there_on() -> None:
    """Players know a clue after its beat on any arm. (CLU-1.1)"""
    clues = (clue(1, "d1-x-tail-1"), clue(2, "d1-x-commit-1", "d1-y-tail-1"), clue(3, "setup-1"))
    story = with_clues(soft_and_hard(2, 2), *clues)
    woven = evolve(weave(story), structure=story.existing_structure)
    assert story.flags["clue::why-1"] == "Therefore."
    for played in playthroughs(woven):
        known = {each for each in played.flags if each in {clue.id for clue in clues}}
        assert known == {each.id for each in clues if {*each.teaching_beats} & {*played.beats}}


def test_what_is_known_follows_from_the_beats_alone() -> None:
    """A choice must lose a clue's flag when it no longer leads to the clue. (CLU-1.1)"""
    story = with_clues(shaped(Shape(hard=True)), clue(1, "d1-x-tail-1"))
    moved = evolve(story, clues=(clue(1, "d1-y-tail-1"),))
    again = grant_clues(story.existing_structure, moved)
    assert again == grant_clues(weave(story).structure, moved)
    assert grant_clues(again, moved) == again


def test_a_topic_teaches_a_clue_too() -> None:
    """A clue that only a topic teaches must be known after that topic."""
    first, second = add_topic_clues(
        (clue(1, "setup-1"), clue(2, "setup-1")), {"beat::the-desk": "clue::why-2"}
    )
    assert first.teaching_beats == ("beat::setup-1",)
    assert second.teaching_beats == ("beat::setup-1", "beat::the-desk")
