"""Tests for weaving, on small plans that a person can read."""

import os
import subprocess
import sys

import pytest
from attrs import evolve

from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.story.beat import HOUR
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import EMPTY_STORY, Story
from questfoundry.domain.weaving.builder import WovenStory
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.weave import units_of, weave
from tests.support.checkout import ROOT
from tests.support.playthroughs import playthroughs
from tests.support.shapes import Shape, shaped, soft_and_hard

HARD = Shape(hard=True)


def stretches(story: Story) -> list[list[str]]:
    return [
        [beat.id.removeprefix("beat::") for beat in stretch]
        for stretch in schedule_beats(read_plan(story))
    ]


def ways(woven: WovenStory) -> list[tuple[str, str]]:
    """Return the choices as pairs of passage names without prefixes."""
    return [
        (choice.source.removeprefix("passage::"), choice.target.removeprefix("passage::"))
        for choice in woven.structure.choices
    ]


def test_dilemmas_are_introduced_early_and_one_ahead() -> None:
    """A dilemma that first appears at its own fork would give the player no time to care."""
    soft = Shape(shared=2)
    assert stretches(shaped(evolve(HARD, shared=3), soft, soft)) == [
        ["setup-1", "d1-shared-1", "d2-shared-1", "d3-shared-1", "d2-shared-2"],
        ["d1-shared-2", "d3-shared-2"],
        ["d1-shared-3"],
    ]
    assert stretches(shaped(soft, soft, soft))[:2] == [
        ["setup-1", "d1-shared-1", "d2-shared-1", "d1-shared-2"],
        ["d3-shared-1", "d2-shared-2"],
    ]
    brief = Shape(shared=1)
    assert stretches(shaped(brief, brief, evolve(HARD, shared=1))) == [
        ["setup-1", "d1-shared-1"],
        ["d2-shared-1"],
        ["d3-shared-1"],
    ]


def test_hard_dilemmas_fork_last_wherever_they_come_up() -> None:
    """A hard dilemma before a soft one would copy all passages of the soft one. (WEV-2.3)"""
    woven = weave(shaped(HARD, Shape(), HARD, Shape()))
    order = [dilemma_of(choice.takes) for choice in woven.structure.choices if choice.takes]
    assert list(dict.fromkeys(order)) == [f"dilemma::d{number}" for number in (2, 4, 1, 3)]


def test_a_dilemma_with_one_explored_answer_is_told_and_not_chosen() -> None:
    """An unexplored answer has no passages, so the player must not be able to choose it."""
    woven = weave(shaped(Shape(tails=(2,)), HARD))
    taken = {choice.takes for choice in woven.structure.choices}
    assert taken == {"", "path::d2-x", "path::d2-y"}
    for played in playthroughs(woven):
        assert "beat::d1-x-commit-1" in played.beats


def test_a_fork_offers_a_choice_for_each_path() -> None:
    """Choices of a fork set the flags that later passages read. (WEV-3.1)"""
    woven = weave(shaped(HARD, size=Size.MICRO))
    fork = [choice for choice in woven.structure.choices if choice.grants]
    assert [(choice.id, choice.source, sorted(choice.grants)) for choice in fork] == [
        (f"choice::d1-shared-1--d1-{way}", "passage::d1-shared-1", flags(way)) for way in "xy"
    ]
    assert [choice.takes for choice in fork] == ["path::d1-x", "path::d1-y"]
    assert [passage.id for passage in woven.structure.passages] == [
        "passage::setup-1",
        "passage::d1-shared-1",
        "passage::d1-x-commit-1",
        "passage::d1-x-tail-1",
        "passage::d1-y-commit-1",
        "passage::d1-y-tail-1",
        "passage::d1-x-epilogue-1",
        "passage::d1-y-epilogue-1",
    ]


def dilemma_of(path: str) -> str:
    return f"dilemma::{path.removeprefix('path::').partition('-')[0]}"


def flags(way: str) -> list[str]:
    return [f"flag::d1-{way}-{number}" for number in (1, 2)]


def test_four_hard_dilemmas_make_sixteen_endings() -> None:
    """Each combination of hard decisions needs an ending of its own. (WEV-5.1)"""
    woven = weave(soft_and_hard(0, 4))
    endings = [passage for passage in woven.structure.passages if passage.ending]
    assert len({passage.ending for passage in endings}) == len(endings) == 16
    assert all(passage.beats[-1].endswith("-epilogue-1") for passage in endings)
    commits = [f"beat::d{number}-x-commit-1" for number in (1, 2, 3, 4)]
    told = [beat for passage in woven.structure.passages for beat in passage.beats]
    assert [told.count(commit) for commit in commits] == [1, 2, 4, 8]


def test_more_endings_than_can_be_told_are_refused() -> None:
    """A plan with 512 endings must fail at once, not after hours of writing."""
    assert len(playthroughs(weave(soft_and_hard(0, 8)))) == 256
    with pytest.raises(InputError, match="512 endings; at most 8"):
        weave(soft_and_hard(0, 9))


def test_thirty_soft_dilemmas_add_and_do_not_multiply() -> None:
    """Soft dilemmas rejoin, so the number of passages must grow linearly."""
    few, many = (len(weave(soft_and_hard(count, 1)).structure.passages) for count in (15, 30))
    assert many < 2.1 * few


def test_a_story_without_a_plan_cannot_be_woven() -> None:
    """An author who runs a stage too early must learn which command comes first."""
    story = shaped(HARD)
    undecided = evolve(story, dilemmas=(evolve(story.dilemmas[0], course=None),))
    for unready in (EMPTY_STORY, undecided):
        with pytest.raises(UsageError, match="Run SEED first"):
            weave(unready)


def test_passages_never_reach_across_a_fork_or_a_join() -> None:
    """A passage across a fork would show one path's text to players of another path."""
    woven = weave(shaped(Shape(tails=(1, 1)), HARD, size=Size.LONG))
    for passage in woven.structure.passages:
        arms = {beat.path for beat in woven.beats if beat.id in passage.beats}
        assert len(arms) == 1


def test_passages_are_shorter_where_the_size_wants_more_of_them() -> None:
    """A plan with few beats must still give enough passages for its size."""
    plan = [Shape(shared=3, tails=(4, 4)) for _ in range(16)]
    small, large = (weave(shaped(*plan[:many], HARD)).structure.passages for many in (1, 16))
    assert len(small) < PRESETS[Size.LONG].passages.least <= len(large)
    assert max(len(passage.beats) for passage in small) == 1
    assert max(len(passage.beats) for passage in large) > 1


def test_scenes_are_told_in_one_passage_as_far_as_it_holds_them() -> None:
    """A page break in the middle of a scene would disturb the reading. (WEV-7.2)"""
    story = shaped(evolve(HARD, shared=4), size=Size.MICRO)
    minutes = {f"beat::d1-shared-{n}": 8 * HOUR + 20 * (n - 1) for n in (1, 2, 3)}
    beats = [evolve(each, time=minutes.get(each.id, 9 * HOUR)) for each in story.beats]
    beats[0] = evolve(beats[0], time=8 * HOUR - 1)
    told = [
        tuple(beat.removeprefix("beat::d1-") for beat in passage.beats)
        for passage in weave(evolve(story, beats=tuple(beats))).structure.passages
    ]
    assert told[:3] == [("beat::setup-1",), ("shared-1", "shared-2"), ("shared-3", "shared-4")]


def test_a_scene_lasts_for_an_hour() -> None:
    """Beats that are hours apart at one place are separate scenes."""
    (_, *beats) = shaped(evolve(HARD, shared=4)).beats
    first, second, third, fourth = (
        evolve(beat, time=time) for beat, time in zip(beats, (480, 500, 539, 540), strict=False)
    )
    assert list(units_of((first, second, third, fourth), 4)) == [(first, second, third), (fourth,)]


PRINTED = """
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import soft_and_hard

story = soft_and_hard(9, 2)
woven = weave(story)
for part in (*woven.beats, *woven.structure.passages):
    print(part)
for choice in woven.structure.choices:
    print(choice.id, choice.source, choice.target, choice.takes)
    print(sorted(choice.requires), sorted(choice.grants))
"""


def test_the_same_plan_gives_the_same_bytes() -> None:
    """The order of a Python set must not change the story from process to process."""
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINTED],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "python")},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) > 100
