"""Tests for two-chapter stories with every feature, compared with a brute-force walk."""

from collections.abc import Mapping, Sequence

from attrs import evolve
from hypothesis import given

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from tests.strategies.deeds import chapters
from tests.strategies.structures import Told
from tests.support.chaptered import CAST
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer, absences, missing_clues, runs_back
from tests.support.walked_laws import assert_as_walked, of

Breach = tuple[Law, str, str]
"""A law, the passage that breaks it, and the entity or clue concerned."""


def walked(structure: Structure, story: Story) -> Mapping[Breach, Sequence[str]]:
    """Return the faults of absences, time and clues that a walk finds, with their routes."""
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
    """A second chapter hides no fault. (LAW-2.1, LAW-4.1, LAW-10.1, CLU-2.1)"""
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
