"""Tests for the length of passages, by their weight and over any plan."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import LONGEST_PLAY, PRESETS, WEIGHT_SHARES, Size
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing import passage_lengths
from questfoundry.domain.writing.passage_lengths import (
    plan_level_words,
    plan_word_range,
    plan_written_words,
)
from tests.strategies.shapes import plans
from tests.support.examples import examples
from tests.support.grown import grown
from tests.support.planner import grown_with_stats, planned


@given(plans(), st.data())
@examples(30)
def test_words_follow_the_heaviest_beat_of_a_passage(plan: Story, data: st.DataObject) -> None:
    """The words belong where the drama is, and links should be short."""
    weights = st.integers(1, 4)
    made = weave(plan)
    beats = tuple(evolve(each, weight=data.draw(weights)) for each in made.beats)
    story = evolve(plan, beats=beats, structure=made.structure)
    words = PRESETS[story.effective_size].words
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passage_lengths, "LONGEST_PLAY", {})
        for passage in made.structure.passages:
            heaviest = max(each.weight for each in story.beats_in(passage))
            if any(each.takes for each in made.structure.selectable_choices(passage.id)):
                heaviest = max(heaviest, 3)
            learnt = sum(
                not set(passage.beats).isdisjoint(clue.teaching_beats) for clue in story.clues
            )
            share = WEIGHT_SHARES[heaviest] + min(3, len(passage.beats) - 1 + learnt) / 2
            planned = plan_word_range(story, passage)
            assert planned.least == pytest.approx(max(words.least * share, 45), abs=3)
            assert planned.most == pytest.approx(max(words.most * share, 70), abs=3)


def test_a_heavier_weight_gets_a_larger_share() -> None:
    """A climax with the words of a link would pass unnoticed."""
    assert [*WEIGHT_SHARES] == [1, 2, 3, 4]
    assert [*WEIGHT_SHARES.values()] == sorted({*WEIGHT_SHARES.values()})


@given(st.sampled_from([*LONGEST_PLAY]), st.integers(0, 30), st.booleans())
@examples(25)
def test_the_longest_playthrough_suits_the_size(size: Size, seed: int, acts: bool) -> None:
    """An author chooses a size for its reading time, so the longest playthrough must fit."""
    story = grown(planned(size, seed), acts=acts)
    structure = story.existing_structure
    halves = {
        each.id: sum((words.least, words.most)) / 2
        for each in structure.passages
        for words in [plan_word_range(story, each)]
    }
    topics = {each.id: each.hub for each in structure.passages if each.hub}
    assert max(longest_ways(structure, halves, topics)) == pytest.approx(
        LONGEST_PLAY[size], rel=0.05
    )


def longest_ways(
    structure: Structure, words: dict[str, float], topics: dict[str, str]
) -> list[float]:
    """Return the word counts of all routes, with one step per passage and all topics of a hub."""
    ahead: dict[str, set[str]] = {}
    for way in structure.choices:
        source, target = (topics.get(each, each) for each in (way.source, way.target))
        if source != target:
            ahead.setdefault(source, set()).add(target)
    found, open_ways = [], [(structure.start, frozenset([structure.start]))]
    best: dict[str, float] = {}
    while open_ways:
        here, met = open_ways.pop()
        told = sum(words[each] + sum(words[t] for t in topics if topics[t] == each) for each in met)
        if told <= best.get(here, -1):
            continue
        best[here] = told
        open_ways += [(each, met | {each}) for each in ahead.get(here, ()) if each not in met]
        if here not in ahead:
            found.append(told)
    return found


def test_texts_for_the_ends_of_a_stat_take_words_from_the_main_text() -> None:
    """A scene that goes differently must not make the story longer. (WEV-10.1)"""
    _, story = grown_with_stats(Size.MICRO, 1)
    passage = next(
        each
        for each in story.existing_structure.passages
        if any(map(read_level, each.callback_flags))
    )
    alike = evolve(passage, callback_flags=())
    main, whole = plan_word_range(story, passage), plan_word_range(story, alike)
    text, written = plan_level_words(story, passage), plan_written_words(story, passage)
    assert main.most < whole.most < main.most + text.most
    assert written.most > whole.most
    assert plan_written_words(story, alike) == whole
