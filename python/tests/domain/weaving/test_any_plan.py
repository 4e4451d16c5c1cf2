"""Tests for properties of every woven plan, whatever its shape."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from attrs import evolve
from hypothesis import given

from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import WovenStory, map_variants
from questfoundry.domain.weaving.outline_order import schedule_beats
from questfoundry.domain.weaving.plan import read_plan
from questfoundry.domain.weaving.weave import units_of, weave
from tests.strategies.shapes import plans
from tests.strategies.woven import laid_out, settled
from tests.support.examples import examples
from tests.support.playthroughs import Playthrough, playthroughs

PLANS = plans().flatmap(laid_out)
"""Plans whose beats are at some times and places."""


@given(PLANS)
@examples(60)
def test_no_beat_is_lost_and_none_invented(story: Story) -> None:
    """A beat that weaving loses is a scene that no player ever reads."""
    woven = weave(story)
    planned = {beat.id: beat for beat in story.beats}
    assert {beat.id: beat for beat in woven.beats} == planned
    assert len({beat.id for beat in woven.beats}) == len(woven.beats)
    told = {beat for passage in woven.structure.passages for beat in passage.beats}
    assert told == {beat.id for beat in woven.beats}


@given(PLANS)
@examples(60)
def test_no_choice_goes_against_the_one_order_of_beats(story: Story) -> None:
    """One order of beats for all passages guarantees that the graph has no cycle."""
    woven = weave(story)
    place = {beat.id: number for number, beat in enumerate(woven.beats)}
    passages = {passage.id: passage for passage in woven.structure.passages}
    assert len(passages) == len(woven.structure.passages)
    for passage in passages.values():
        assert [place[beat] for beat in passage.beats] == sorted({place[b] for b in passage.beats})
    for choice in woven.structure.choices:
        source, target = passages[choice.source], passages[choice.target]
        assert place[source.beats[-1]] < place[target.beats[0]]


@given(PLANS)
@examples(40)
def test_every_playthrough_is_a_complete_story(story: Story) -> None:
    """Every playthrough must decide each dilemma once and reach an ending. (WEV-1.3)"""
    woven = weave(story)
    played = playthroughs(woven)
    assert_complete(story, woven, played)
    assert {passage.id for each in played for passage in each.passages} == {
        passage.id for passage in woven.structure.passages
    }


@given(settled().flatmap(laid_out))
@examples(60)
def test_a_settled_plan_is_woven_whole_and_within_its_size(story: Story) -> None:
    """Up to eight dilemmas stay complete at any times. (WEV-1.3)"""
    woven = weave(story)
    assert_complete(story, woven, playthroughs(woven))
    assert [beat for beat in story.beats if beat not in woven.beats] == []
    assert len(woven.structure.passages) <= PRESETS[story.effective_size].passages.most


@given(plans())
@examples(40)
def test_the_number_of_passages_is_bounded(story: Story) -> None:
    """Only heavy paths and splitting dilemmas may copy passages, or a story would explode."""
    plan = read_plan(story)
    woven = weave(story)
    split = {
        beat.id for strand in plan.splitting_storylines for arm in strand.arms for beat in arm.beats
    }
    last = {beat.id for each in plan.epilogues.values() for beat in each}
    once = [beat for beat in story.beats if beat.id not in split | last]
    copies = sum(
        2**place * len(arm.beats)
        for place, strand in enumerate(plan.splitting_storylines)
        for arm in strand.arms
    )
    endings = 2 ** len(plan.splitting_storylines)
    told = len(once) + copies + len(last)
    assert endings <= len(woven.structure.passages) <= told + len(map_variants([plan])) * endings
    assert len(woven.structure.choices) <= 4 * len(woven.structure.passages)


@given(PLANS)
@examples(40)
def test_passages_have_a_length_that_suits_the_size(story: Story) -> None:
    """Long passages tire readers, and few leave no room for choices. (WEV-6.1)"""
    passages = weave(story).structure.passages
    longest = max(len(passage.beats) for passage in passages)
    preset = PRESETS[story.effective_size]
    assert longest <= preset.passage_beats.most
    if len(passages) < preset.passages.least:
        assert max(map(_scenes_of(story), passages)) <= preset.passage_beats.least


def _scenes_of(story: Story) -> Callable[[Passage], int]:
    """Return a function that counts a passage's scenes; beats at one place and hour are one."""

    def count(passage: Passage) -> int:
        beats = story.beats_in(passage)
        return 1 + sum(
            each.time is None or (before.time, before.location) != (each.time, each.location)
            for before, each in pairwise(beats)
        )

    return count


@given(plans())
@examples(30)
def test_the_order_in_which_a_story_lists_things_is_no_matter(story: Story) -> None:
    """Reordering a list of dilemmas in a file must not change the story."""
    turned = evolve(story, dilemmas=story.dilemmas[::-1])
    assert weave(turned) == weave(story)


@given(PLANS)
@examples(40)
def test_what_happens_at_one_place_and_hour_is_told_together(story: Story) -> None:
    """Only length, variants and forks divide a scene. (WEV-7.2)"""
    most = PRESETS[story.effective_size].passage_beats.most
    alone = map_variants([read_plan(story)])
    woven = weave(story)
    told = [passage.beats for passage in woven.structure.passages]
    timed = {each.id: each.location for each in woven.beats if each.time is not None}
    assert all(len({timed[each] for each in beats if each in timed}) <= 1 for beats in told)
    for stretch in schedule_beats(read_plan(story)):
        for unit in units_of(stretch, most):
            if alone.keys().isdisjoint(each.id for each in unit):
                ids = tuple(each.id for each in unit)
                assert any(set(ids) <= set(beats) for beats in told)


def assert_complete(story: Story, woven: WovenStory, played: list[Playthrough]) -> None:
    """Assert that each playthrough commits once per dilemma and has all beats of its paths."""
    plan = read_plan(story)
    forks = sum(strand.has_fork for strand in plan.storylines)
    assert len(played) == 2**forks
    assert len({each.flags for each in played}) == len(played)
    beats = {beat.id: beat for beat in woven.beats}
    for each in played:
        assert [bool(passage.ending) for passage in each.passages][:-1] == [False] * (
            len(each.passages) - 1
        )
        assert each.passages[-1].ending
        read = [beats[beat] for beat in each.beats]
        commits = [beat for beat in read if beat.role is BeatRole.COMMIT]
        assert Counter(beat.dilemma for beat in commits) == Counter(
            dilemma.id for dilemma in story.dilemmas
        )
        taken = {beat.path for beat in commits}
        ending = each.passages[-1].ending
        ends = (None, ending, ending.partition("--after-")[0])
        due = [
            beat.id for beat in story.beats if beat.path in (None, *taken) and beat.ending in ends
        ]
        told = [beat.id for beat in read]
        assert Counter(told) == Counter(due)
        for strand in plan.storylines:
            own = [beat.id for beat in story.beats if beat.dilemma == strand.dilemma.id]
            assert [beat for beat in told if beat in own] == [beat for beat in own if beat in told]
