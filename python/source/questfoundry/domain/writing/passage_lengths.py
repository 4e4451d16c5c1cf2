"""Plan the lengths of passages and of their conditional texts, in words."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import LONGEST_PLAY, WEIGHT_SHARES, Range
from questfoundry.domain.story.stat import read_level
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import IdentityKey

_ROUNDING = 5

_SHORTEST_SCENE = Range(45, 70)
"""The words that a scene needs to show what its options name; a topic of a hub can be shorter."""

LEVEL_TEXT_WORDS = 0.6
"""The words of a text for one end of a stat, as a share of the words of the passage."""

_MOST_LEVEL_WORDS = 150
"""The most words of such a text: one paragraph, so that the scene outweighs it."""

_SAVED_WORDS = 0.1
"""The words that the main text loses for each such text, as a share of those of the passage.

Players at the other end, or at no end, read the main text without it.
"""


def plan_word_range(story: Story, passage: Passage) -> Range:
    """Return the least and the greatest number of words to write for the passage.

    The weight of the heaviest beat gives the basic number. Each further beat, and each clue that
    the passage teaches, adds half of the number for the weight 2, at most three times; nothing is
    added for a topic of a hub. In a story without chapters, all ranges are scaled so that the
    longest playthrough has the length of the story's size. Where texts for the ends of a stat take
    a part of the scene, the main text is shorter.
    """
    words = _scale_range(story, passage, _find_main_share(passage))
    fewest = Range(0, 0) if passage.hub else _SHORTEST_SCENE
    return Range(max(words.least, fewest.least), max(words.most, fewest.most))


def plan_level_words(story: Story, passage: Passage) -> Range:
    """Return the number of words of a text for players at one end of a stat."""
    words = _scale_range(story, passage, LEVEL_TEXT_WORDS)
    most = min(words.most, _MOST_LEVEL_WORDS)
    return Range(min(words.least, round(most * 0.6)), most)


def plan_written_words(story: Story, passage: Passage) -> Range:
    """Return the number of words of the main text and of all texts for ends of a stat."""
    texts = _count_level_texts(passage) * LEVEL_TEXT_WORDS
    return _scale_range(story, passage, _find_main_share(passage) + texts)


def _find_main_share(passage: Passage) -> float:
    return max(0.8, 1 - _SAVED_WORDS * _count_level_texts(passage))


def _count_level_texts(passage: Passage) -> int:
    return sum(read_level(flag) is not None for flag in passage.callback_flags)


def _scale_range(story: Story, passage: Passage, share: float) -> Range:
    words = _scale_by_weight(story, passage)
    target = LONGEST_PLAY.get(story.effective_size)
    longest = _estimate_longest_play(IdentityKey(story)) if target else 0.0
    factor = share * (target / longest if target and longest else 1.0)
    return Range(_round_words(words.least * factor), _round_words(words.most * factor))


def find_weight(story: Story, passage: Passage) -> int:
    """Return the weight of the heaviest beat of the passage; 1 for a topic of a hub.

    A passage in which the player decides a dilemma has at least the weight of a turning point.
    """
    if passage.hub:
        return 1
    leaving = story.existing_structure.selectable_choices(passage.id)
    decides = [BeatRole.COMMIT.usual_weight] * any(each.takes for each in leaving)
    return max([each.weight for each in story.beats_in(passage)] + decides, default=2)


def _scale_by_weight(story: Story, passage: Passage) -> Range:
    words, share = story.counts.preset.words, WEIGHT_SHARES[find_weight(story, passage)]
    if not passage.hub:
        taught = sum(not set(passage.beats).isdisjoint(clue.teaching_beats) for clue in story.clues)
        share += min(3, max(0, len(passage.beats) - 1) + taught) / 2
    return Range(_round_words(words.least * share), _round_words(words.most * share))


@lru_cache(maxsize=8)
def _estimate_longest_play(story: IdentityKey[Story]) -> float:
    """Return the planned words of the longest playthrough; 0 if the start does not exist.

    Conditions are ignored, and all topics of a hub count.
    """
    structure = story.value.existing_structure
    places = {each.id: each.hub or each.id for each in structure.passages}
    words, successors = dict.fromkeys(places.values(), 0.0), defaultdict[str, set[str]](set)
    for each in structure.passages:
        planned = _scale_by_weight(story.value, each)
        words[places[each.id]] += (planned.least + planned.most) / 2
    for choice in structure.choices:
        if choice.source in places and choice.target in places:
            successors[places[choice.source]].add(places[choice.target])
    return _measure_longest_from(structure.start, successors, words, {})


def _measure_longest_from(
    here: str,
    ahead: Mapping[str, Collection[str]],
    words: Mapping[str, float],
    known: dict[str, float],
) -> float:
    """Return the words of the longest route from ``here``; a choice back to the route adds none."""
    if here not in known:
        known[here] = 0.0
        lengths = (_measure_longest_from(each, ahead, words, known) for each in ahead.get(here, ()))
        known[here] = words.get(here, 0.0) + max(lengths, default=0.0)
    return known[here]


def _round_words(words: float) -> int:
    return max(_ROUNDING, round(words / _ROUNDING) * _ROUNDING)
