"""How long the passages of a story are: as written, or as planned where prose is missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.lengths import planned_words


def count_passage_words(story: Story) -> Mapping[str, Range]:
    """The words of each passage; those of written ones are exact, with all their inserts."""
    words: dict[str, Range] = {}
    for passage in story.existing_structure.passages:
        prose = story.prose.get(passage.id)
        written = len(prose.split()) if prose else 0
        words[passage.id] = Range(written, written) if written else planned_words(story, passage)
    return words


def count_words_read(story: Story, passage: str, flags: Collection[str]) -> Range | None:
    """The words that a player with those flags reads in a written passage, inserts of others out.

    ``None`` where it is not written.
    """
    if passage not in story.prose:
        return None
    parts = (each for each in story.paragraphs(passage) if each.is_visible_with(flags))
    count = sum(len(each.text.split()) for each in parts)
    return Range(count, count)


def estimate_passage_words(story: Story) -> Mapping[str, int]:
    """The words of each passage, in the middle of what is planned."""
    return {
        name: (words.least + words.most) // 2 for name, words in count_passage_words(story).items()
    }
