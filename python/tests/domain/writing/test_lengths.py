"""Tests for the length of passages, by their weight and over any plan."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import LONGEST_PLAY, PRESETS, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing import static_briefing
from questfoundry.domain.writing.static_briefing import plan_word_range
from tests.strategies.shapes import plans
from tests.support.examples import examples
from tests.support.grown import grown
from tests.support.planner import planned


@given(plans())
@examples(30)
def test_openings_decisions_climaxes_and_endings_get_more_words_than_links(plan: Story) -> None:
    """Important scenes need room, and links between them should be short."""
    made = weave(plan)
    story = evolve(plan, beats=made.beats, structure=made.structure)
    preset = PRESETS[story.effective_size]
    assert preset.moment_words.least >= 2 * preset.link_words.least
    hard = {
        path.id
        for path in story.paths
        for course in [story.dilemma(path.dilemma).course]
        if course and course.weight is Weight.HARD
    }
    structure = made.structure
    moments = {structure.start}
    moments |= {each.id for each in structure.passages if each.ending}
    moments |= {each.target for each in structure.choices if each.takes in hard}
    moments |= {each.source for each in structure.choices if each.takes}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_briefing, "LONGEST_PLAY", {})
        for passage in structure.passages:
            wanted = plan_word_range(story, passage)
            first = plan_word_range(
                evolve(story, clues=()), evolve(passage, beats=passage.beats[:1])
            )
            learnt = sum(
                not set(passage.beats).isdisjoint(clue.teaching_beats) for clue in story.clues
            )
            more = min(3, len(passage.beats) - 1 + learnt)
            assert wanted.least - first.least == more * preset.link_words.least // 2
            assert wanted.most - first.most == more * preset.link_words.most // 2
            if passage.id in moments:
                assert first == preset.moment_words
            elif len(structure.outgoing_choices(passage.id)) == 1:
                assert first == preset.link_words


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
