"""Tests for delayed effects, which each player must read exactly as the flags say."""

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.dilemma import DelayedEffectPlan, Residue
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import WovenStory, find_effect_places, map_variants
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.weave import weave
from tests.strategies.shapes import plans
from tests.support.examples import examples
from tests.support.playthroughs import Playthrough, playthroughs
from tests.support.shapes import Shape, shaped

SOFT, HARD = Shape(shared=1, tails=(0, 0)), Shape(hard=True, shared=1, tails=(1, 1))
X = "path::d1-x"


def felt(how: Residue, beat: str, *shapes: Shape, **others: DelayedEffectPlan) -> Story:
    """Return a story with a delayed effect of the first path at `beat`, and distant hints for the
    paths that ``others`` do not mention.
    """
    story = shaped(*shapes, size=Size.LONG)
    there = {"x": DelayedEffectPlan(beat=f"beat::{beat}", residue=how, text="It shows."), **others}
    paths = (
        evolve(
            each, delayed_effect=there.get(each.id.removeprefix("path::d1-"), each.delayed_effect)
        )
        for each in story.paths
    )
    return evolve(story, paths=tuple(paths))


def test_a_path_is_felt_on_each_side_of_a_choice() -> None:
    """The effect must appear once, whichever arm of the later choice a player takes."""
    beats = ("beat::d2-x-commit-1", "beat::d2-y-commit-1")
    both = DelayedEffectPlan(
        beat=beats[0], residue=Residue.LIGHT, text="It shows.", other_beats=beats[1:]
    )
    structure = weave(felt(Residue.LIGHT, "d2-x-commit-1", SOFT, HARD, x=both)).structure
    remembering = [
        passage.beats[0]
        for passage in structure.passages
        if X in {trace.path for trace in passage.remembers}
    ]
    assert remembering == [*beats]


def choices_to(woven: WovenStory, beat: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Return the choices into passages that open with a beat, with targets and required flags."""
    return {
        choice.id.removeprefix("choice::"): (
            choice.target.removeprefix("passage::"),
            choice.requires,
        )
        for choice in woven.structure.choices
        if woven.structure.passage(choice.target).beats[0] == f"beat::{beat}"
    }


FLAGS = {way: frozenset({f"flag::d1-{way}-1", f"flag::d1-{way}-2"}) for way in "xy"}


def test_a_path_is_felt_a_decision_later_at_least() -> None:
    """An effect right after its own decision would not be a delayed effect."""
    plan = read_plan(shaped(SOFT, SOFT, SOFT, HARD))
    places = [
        [each.id.removeprefix("beat::") for each in find_effect_places(plan, strand)]
        for strand in plan.rejoining_storylines
    ]
    ends = [f"d4-{way}-{part}" for way in "xy" for part in ("commit-1", "tail-1")]
    ends += [f"d4-{way}-epilogue-1" for way in "xy"]
    third = ["d3-x-commit-1", "d3-y-commit-1"]
    assert places == [
        ["d2-x-commit-1", "d2-y-commit-1", "d3-shared-1", *third, "d4-shared-1", *ends],
        [*third, "d4-shared-1", *ends],
        ends,
    ]


def test_a_beat_of_all_stands_before_every_fork() -> None:
    """A fork needs a shared beat before it, even with few beats or one hour for all."""
    for shapes in ((SOFT, HARD), (HARD, SOFT), (HARD, HARD, SOFT)):
        story = shaped(*shapes, setup=0, stage=lambda: ("location::here", ("character::ada",)))
        at_once = tuple(evolve(each, time=8 if each.path is None else None) for each in story.beats)
        for told in (story, evolve(story, beats=at_once)):
            woven = weave(told)
            roles = {beat.id: beat.role for beat in woven.beats}
            soft = {path.id for path in story.paths if path.delayed_effect}
            first = next(each for each in woven.structure.choices if each.takes not in {"", *soft})
            forks = {each.source for each in woven.structure.choices if each.takes in soft}
            for fork in (*forks, first.source):
                beats = woven.structure.passage(fork).beats
                assert roles[beats[-1]] is BeatRole.SHARED


def test_a_heavy_one_is_a_variant_for_each_path() -> None:
    """Variants of a passage at a fork must offer the same choices. (WEV-4.1)"""
    woven = weave(felt(Residue.HEAVY, "d3-shared-1", SOFT, SOFT, HARD))
    assert choices_to(woven, "d3-shared-1") == {
        f"d2-{source}-commit-1--on--after-d1-{way}": (f"d3-shared-1--after-d1-{way}", FLAGS[way])
        for source in "xy"
        for way in "xy"
    }
    assert choices_to(woven, "d3-x-commit-1") == {
        f"d3-shared-1--after-d1-{way}--d3-x": ("d3-x-commit-1", frozenset()) for way in "xy"
    }


def test_variants_that_follow_each_other_ask_once() -> None:
    """The first variant decides the second, so no flag is checked. (WEV-4.1)"""
    again = DelayedEffectPlan(beat="beat::d2-x-commit-1", residue=Residue.HEAVY, text="It shows.")
    woven = weave(felt(Residue.HEAVY, "d2-x-tail-1", SOFT, HARD, y=again))
    assert choices_to(woven, "d2-x-tail-1") == {
        f"d2-x-commit-1--after-d1-{way}--on": (f"d2-x-tail-1--after-d1-{way}", frozenset())
        for way in "xy"
    }


def test_a_heavy_epilogue_makes_an_ending_of_its_own() -> None:
    """Players on the other path must keep the ending that the plan gave them."""
    woven = weave(felt(Residue.HEAVY, "d2-x-epilogue-1", SOFT, HARD))
    endings = {each.id: each.ending for each in woven.structure.passages if each.ending}
    assert endings == {
        "passage::d2-x-epilogue-1--after-d1-x": "ending::d2-x--after-d1-x",
        "passage::d2-x-epilogue-1--after-d1-y": "ending::d2-x",
        "passage::d2-y-epilogue-1": "ending::d2-y",
    }


@pytest.mark.parametrize("how", [Residue.LIGHT, Residue.COSMETIC])
def test_others_are_remembered_and_change_no_passage(how: Residue) -> None:
    """Light and cosmetic effects are text only and must not add passages."""
    story = felt(how, "d2-x-tail-1", SOFT, HARD)
    woven = weave(story)
    (holding,) = [each for each in woven.structure.passages if "beat::d2-x-tail-1" in each.beats]
    assert [each.residue for each in holding.remembers if each.path == X] == [how]
    assert [len(each.passages) for each in playthroughs(woven)] == [
        len(each.passages) for each in playthroughs(weave(shaped(SOFT, HARD)))
    ]


@given(plans(most=6))
@examples(60)
def test_each_player_reads_what_their_flags_say(story: Story) -> None:
    """Players who read an effect of another path see a contradiction. (WEV-4.1)"""
    woven = weave(story)
    plan = read_plan(story)
    variants = map_variants([plan])
    rejoining = {arm.path.id for strand in plan.rejoining_storylines for arm in strand.arms}
    asked: dict[str, set[bool]] = {}
    for played in playthroughs(woven):
        taken = {choice.takes for choice in played.choices}
        for passage in played.passages:
            for path in (story.path(each) for each in rejoining):
                assert path.delayed_effect
                holds = path.delayed_effect.beat in passage.beats
                own = {arm.path.dilemma for arm in variants.get(path.delayed_effect.beat, ())}
                apart = holds and own == {path.dilemma}
                traces = [each.residue for each in passage.remembers if each.path == path.id]
                if not holds or (apart and path.id not in taken):
                    assert traces == []
                elif apart:
                    assert traces == [Residue.HEAVY]
                else:
                    heavy = path.delayed_effect.residue is Residue.HEAVY
                    assert traces == [Residue.LIGHT if heavy else path.delayed_effect.residue]
                if holds:
                    assert decided_between(story, played, path.dilemma, path.delayed_effect.beat)
        for passage in played.passages:
            for choice in woven.structure.outgoing_choices(passage.id):
                if choice.requires:
                    asked.setdefault(choice.id, set()).add(choice.requires <= played.flags)
    assert all(each == {True, False} for each in asked.values())


def decided_between(story: Story, played: Playthrough, dilemma: str, beat: str) -> bool:
    """Return whether another decision was taken after that dilemma's, up to the beat itself."""
    decided: list[str] = []
    for passage, choice in zip(played.passages[1:], played.choices, strict=True):
        if choice.takes:
            decided.append(story.path(choice.takes).dilemma)
        if beat in passage.beats:
            break
    return dilemma in decided[:-1]
