"""Tests for the law of time: no hour lies before an earlier one."""

from attrs import evolve

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.story.passage import play
from questfoundry.domain.weaving.weave import weave
from tests.support.naive_player import playthroughs
from tests.support.shapes import Shape, shaped


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
