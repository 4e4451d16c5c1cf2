"""How long passages become: by their weight, whatever the plan."""

from __future__ import annotations

from attrs import evolve
from hypothesis import given, settings

from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.size import PRESETS
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.lengths import planned_words
from tests.strategies.shapes import plans


@given(plans())
@settings(max_examples=30)
def test_openings_decisions_climaxes_and_endings_get_more_words_than_what_joins_them(
    plan: Story,
) -> None:
    """FIL-3.1."""
    made = weave(plan)
    story = evolve(plan, beats=made.beats, structure=made.structure)
    preset = PRESETS[story.settled_size]
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
    for passage in structure.passages:
        wanted = planned_words(story, passage)
        first = planned_words(evolve(story, clues=()), evolve(passage, beats=passage.beats[:1]))
        learnt = sum(not set(passage.beats).isdisjoint(clue.learnt) for clue in story.clues)
        more = min(3, len(passage.beats) - 1 + learnt)
        assert wanted.least - first.least == more * preset.link_words.least // 2
        assert wanted.most - first.most == more * preset.link_words.most // 2
        if passage.id in moments:
            assert first == preset.moment_words
        elif len(structure.leaving(passage.id)) == 1:
            assert first == preset.link_words
