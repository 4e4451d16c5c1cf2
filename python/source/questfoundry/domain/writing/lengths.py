"""The planned length of a passage: key passages get more words than the links between them."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import LONGEST_PLAY, Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import IdentityKey

_ROUNDING = 5


def plan_word_range(story: Story, passage: Passage) -> Range:
    """Return the least and the greatest number of words to write for the passage.

    Each beat after the first, and each clue that the passage teaches, adds half the words of a
    passage that links events; at most three count. In a story without chapters, all ranges are
    scaled so that the longest playthrough has the length of the story's size.
    """
    words = _scale_by_beats(story, passage)
    target = LONGEST_PLAY.get(story.effective_size)
    longest = _estimate_longest_play(IdentityKey(story)) if target else 0.0
    if not target or not longest:
        return words
    factor = target / longest
    return Range(_round_words(words.least * factor), _round_words(words.most * factor))


def _scale_by_beats(story: Story, passage: Passage) -> Range:
    preset = story.counts.preset
    if passage.hub:
        return preset.topic_words
    first = preset.moment_words if _is_key_passage(story, passage) else preset.link_words
    taught = sum(not set(passage.beats).isdisjoint(clue.teaching_beats) for clue in story.clues)
    extras = min(3, max(0, len(passage.beats) - 1) + taught)
    return Range(
        first.least + extras * preset.link_words.least // 2,
        first.most + extras * preset.link_words.most // 2,
    )


@lru_cache(maxsize=8)
def _estimate_longest_play(story: IdentityKey[Story]) -> float:
    """Return the planned words of the longest playthrough; 0 if the start does not exist.

    Conditions are ignored, and all topics of a hub count.
    """
    structure = story.value.existing_structure
    places = {each.id: each.hub or each.id for each in structure.passages}
    words, successors = dict.fromkeys(places.values(), 0.0), defaultdict[str, set[str]](set)
    for each in structure.passages:
        planned = _scale_by_beats(story.value, each)
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


def _is_key_passage(story: Story, passage: Passage) -> bool:
    structure = story.existing_structure
    return (
        passage.id == structure.start
        or bool(passage.ending)
        or any(each.takes for each in structure.selectable_choices(passage.id))
        or any(
            (course := story.dilemma(story.path(each.takes).dilemma).course)
            and course.weight is Weight.HARD
            for each in structure.incoming_choices(passage.id)
            if each.takes
        )
    )
