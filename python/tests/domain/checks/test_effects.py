"""Tests for the law of effects: who is gone is not met again."""

import pytest
from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.entity import Effect, Entity, EntityKind
from questfoundry.domain.story.passage import play
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.support.chaptered import with_effects
from tests.support.naive_player import playthroughs
from tests.support.shapes import Shape, shaped
from tests.support.walked_laws import breach

ADA, KEY, GATE = "character::ada", "object::key", "location::gate"
KINDS = {ADA: EntityKind.CHARACTER, KEY: EntityKind.OBJECT, GATE: EntityKind.LOCATION}


def planned(effects: dict[str, list[tuple[Effect, str]]]) -> Story:
    story = shaped(Shape(), Shape(hard=True))
    entities = tuple(
        Entity(id=each, kind=kind, name=each, concept="?", is_kept=True)
        for each, kind in {**KINDS, "location::here": EntityKind.LOCATION}.items()
    )
    beats = tuple(map(_moved, story.beats))
    return with_effects(evolve(story, entities=entities, beats=beats), effects)


def _moved(beat: Beat) -> Beat:
    if beat.id != "beat::d2-x-tail-1":
        return beat
    return evolve(beat, location=GATE, entities=(ADA, KEY))


@pytest.mark.parametrize(
    ("effects", "met"),
    [
        ({"path::d1-x": [(Effect.GONE, ADA)]}, {ADA}),
        ({"path::d1-x": [(Effect.LOST, KEY)]}, {KEY}),
        ({"path::d1-x": [(Effect.HOLDS, KEY)]}, set()),
        ({"path::d1-x": [(Effect.HOLDS, KEY)], "path::d1-y": [(Effect.LOST, KEY)]}, {KEY}),
        ({"path::d1-y": [(Effect.CLOSED, GATE)]}, {GATE}),
        ({"path::d1-x": [(Effect.GONE, ADA)], "path::d2-x": [(Effect.JOINS, ADA)]}, set()),
        ({"path::d1-x": [(Effect.GONE, ADA)], "path::d2-y": [(Effect.JOINS, ADA)]}, {ADA}),
        ({"path::d2-x": [(Effect.GONE, ADA)]}, {ADA}),
        ({"path::d2-y": [(Effect.GONE, ADA), (Effect.LOST, KEY)]}, set()),
        ({"path::d1-x": [(Effect.KNOWS, ADA)]}, set()),
    ],
)
def test_what_is_gone_is_gone(effects: dict[str, list[tuple[Effect, str]]], met: set[str]) -> None:
    """A naive player can walk the counterexample to an entity that is gone. (LAW-9.1)"""
    story = planned(effects)
    woven = weave(story)
    whole = evolve(story, beats=woven.beats, structure=woven.structure)
    findings = [each for each in check(woven.structure, story=whole) if each.rule == Law.EFFECTS]

    assert {breach(each, whole)[2] for each in findings} == met
    walks = [taken for _, taken in playthroughs(woven.structure)]
    for each in findings:
        way = each.counterexample
        assert way is not None
        assert any(taken[: len(way)] == way for taken in walks)
        last = woven.structure.passage(play(woven.structure, way).passage)
        assert "beat::d2-x-tail-1" in last.beats


def test_the_commit_itself_may_still_show_whom_it_takes() -> None:
    """The scene in which a character dies must be able to show that character."""
    story = planned({"path::d2-x": [(Effect.GONE, ADA)]})
    assert all(each.course and each.course.weight in Weight for each in story.dilemmas)
    beats = [
        evolve(each, entities=(ADA,))
        if each.role is BeatRole.COMMIT and each.path == "path::d2-x"
        else evolve(each, entities=())
        for each in story.beats
    ]
    woven = weave(evolve(story, beats=tuple(beats)))
    whole = evolve(story, beats=woven.beats, structure=woven.structure)
    assert Law.EFFECTS not in {each.rule for each in check(woven.structure, story=whole)}
