"""Tests for the law of time, compared with a brute-force walk that tracks the hour."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.strategies.structures import STORY, structures
from tests.support.examples import examples
from tests.support.naive_player import playthroughs, runs_back
from tests.support.shapes import Shape, shaped


@st.composite
def told(draw: DrawFn) -> tuple[Structure, Story]:
    hour = st.one_of(st.none(), st.integers(0, 3))
    beats = tuple(
        evolve(each, time=draw(hour), memory=draw(st.integers(0, 4)) == 0) for each in STORY.beats
    )
    return draw(structures()), evolve(STORY, beats=beats)


@given(told())
@examples(150)
def test_time_that_runs_back_is_found_as_walking_finds_it(case: tuple[Structure, Story]) -> None:
    """A clock that runs backwards is found and shown by either search. (LAW-10.1)"""
    structure, story = case
    walked = {place: len(way) for place, way in runs_back(structure, story).items()}
    whole, part = (
        [each for each in findings if each.rule == Law.TIME]
        for findings in (check(structure, story=story), check(structure, story=story, max_steps=0))
    )
    assert {each.place: len(each.counterexample or ()) for each in whole} == walked
    assert {each.place for each in part} == walked.keys()
    for each in part:
        assert play(structure, each.counterexample or ()).passage == each.place


def test_an_hour_before_what_was_told_is_refuted_with_a_playthrough() -> None:
    """An earlier hour is a fault unless the beat is a memory. (LAW-10.1)"""
    story = shaped(Shape(), Shape(hard=True))
    woven = weave(story)
    hours = {"beat::d2-shared-1": 20, "beat::d2-shared-2": 8}

    def findings(**memory: bool) -> list[tuple[str, ...]]:
        beats = [
            evolve(each, time=hours.get(each.id), **(memory if each.id in hours else {}))
            for each in woven.beats
        ]
        whole = evolve(story, beats=tuple(beats), structure=woven.structure)
        return [
            each.counterexample or ()
            for each in check(woven.structure, story=whole)
            if each.rule == Law.TIME
        ]

    (way,) = findings()
    assert any(taken[: len(way)] == way for _, taken in playthroughs(woven.structure))
    last = woven.structure.passage(play(woven.structure, way).passage)
    assert "beat::d2-shared-2" in last.beats
    assert findings(memory=True) == []
