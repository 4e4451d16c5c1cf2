"""How long a passage becomes in prose: what a story turns on gets more words than what joins it."""

from __future__ import annotations

from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story


def planned_words(story: Story, passage: Passage) -> Range:
    """The words that the size of the story wants of a passage.

    Each beat after its first, and each clue that is learnt there, adds half of what a link has, up
    to three of them, so that none is told in a line. What a hub has to look at is short.
    """
    preset = story.counts.preset
    if passage.hub:
        return preset.topic_words
    first = preset.moment_words if _is_moment(story, passage) else preset.link_words
    learnt = sum(not set(passage.beats).isdisjoint(clue.learnt) for clue in story.clues)
    more = min(3, max(0, len(passage.beats) - 1) + learnt)
    return Range(
        first.least + more * preset.link_words.least // 2,
        first.most + more * preset.link_words.most // 2,
    )


def _is_moment(story: Story, passage: Passage) -> bool:
    """Openings, endings, where a dilemma is decided, and where a hard one is settled."""
    structure = story.settled_structure
    return (
        passage.id == structure.start
        or bool(passage.ending)
        or any(each.takes for each in structure.offered(passage.id))
        or any(_is_hard(story, each.takes) for each in structure.arriving(passage.id) if each.takes)
    )


def _is_hard(story: Story, path: str) -> bool:
    course = story.dilemma(story.path(path).dilemma).course
    return course is not None and course.weight is Weight.HARD
