"""Count passages and words; for unwritten passages, use the planned numbers of words."""

from collections.abc import Collection, Mapping

from attrs import frozen

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.lengths import plan_word_range


@frozen(kw_only=True)
class StoryFigures:
    """The counts of the story so far; ``written`` is the number of passages with prose."""

    passages: int
    written: int
    endings: int
    words: int


def count_passage_words(story: Story) -> Mapping[str, Range]:
    """Return the word count of each passage, as a range.

    For a written passage, all conditional texts count. For an unwritten passage, the range is the
    planned one.
    """
    words: dict[str, Range] = {}
    for passage in story.existing_structure.passages:
        prose = story.prose.get(passage.id)
        written = len(prose.split()) if prose else 0
        words[passage.id] = Range(written, written) if written else plan_word_range(story, passage)
    return words


def count_words_read(story: Story, passage: str, flags: Collection[str]) -> Range | None:
    """Return the words that a player with ``flags`` reads; ``None`` if nothing is written."""
    if passage not in story.prose:
        return None
    parts = (each for each in story.paragraphs(passage) if each.is_visible_with(flags))
    count = sum(len(each.text.split()) for each in parts)
    return Range(count, count)


def estimate_passage_words(story: Story) -> Mapping[str, int]:
    """Return one word count for each passage: the middle of the passage's word count range."""
    return {
        name: (words.least + words.most) // 2 for name, words in count_passage_words(story).items()
    }


def count_story(story: Story) -> StoryFigures:
    """Return the figures of the story, whose structure must exist."""
    passages = story.existing_structure.passages
    return StoryFigures(
        passages=len(passages),
        written=sum(each.id in story.prose for each in passages),
        endings=len({each.ending for each in passages if each.ending}),
        words=sum(each.least for each in count_passage_words(story).values()),
    )
