"""How long a passage becomes in prose: what a story turns on gets more words than what joins it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from questfoundry.domain.identity_key import IdentityKey
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import LONGEST_PLAY, Range
from questfoundry.domain.story.story import Story

_ROUNDING = 5


def plan_word_range(story: Story, passage: Passage) -> Range:
    """The words that the size of the story wants of a passage.

    Each beat after its first, and each clue that is learnt there, adds half of what a link has, up
    to three of them, so that none is told in a line. What a hub has to look at is short. In a
    story without chapters all are so much longer or shorter that its longest playthrough is as
    long as the size wants.
    """
    words = _scale_by_beats(story, passage)
    wanted = LONGEST_PLAY.get(story.effective_size)
    longest = _estimate_longest_play(IdentityKey(story)) if wanted else 0.0
    if not wanted or not longest:
        return words
    share = wanted / longest
    return Range(_round_words(words.least * share), _round_words(words.most * share))


def _scale_by_beats(story: Story, passage: Passage) -> Range:
    preset = story.counts.preset
    if passage.hub:
        return preset.topic_words
    first = preset.moment_words if _is_key_passage(story, passage) else preset.link_words
    learnt = sum(not set(passage.beats).isdisjoint(clue.teaching_beats) for clue in story.clues)
    more = min(3, max(0, len(passage.beats) - 1) + learnt)
    return Range(
        first.least + more * preset.link_words.least // 2,
        first.most + more * preset.link_words.most // 2,
    )


@lru_cache(maxsize=8)
def _estimate_longest_play(story: IdentityKey[Story]) -> float:
    """The words of its longest way, conditions aside, on which all is looked at.

    What edits broke counts as far as it holds together; 0 where nothing begins.
    """
    structure = story.value.existing_structure
    places = {each.id: each.hub or each.id for each in structure.passages}
    words, ahead = dict.fromkeys(places.values(), 0.0), defaultdict[str, set[str]](set)
    for each in structure.passages:
        wanted = _scale_by_beats(story.value, each)
        words[places[each.id]] += (wanted.least + wanted.most) / 2
    for way in structure.choices:
        if way.source in places and way.target in places:
            ahead[places[way.source]].add(places[way.target])
    return _measure_longest_from(structure.start, ahead, words, {})


def _measure_longest_from(
    here: str,
    ahead: Mapping[str, Collection[str]],
    words: Mapping[str, float],
    known: dict[str, float],
) -> float:
    """From a place on; what comes back to it adds nothing."""
    if here not in known:
        known[here] = 0.0
        after = (_measure_longest_from(each, ahead, words, known) for each in ahead.get(here, ()))
        known[here] = words.get(here, 0.0) + max(after, default=0.0)
    return known[here]


def _round_words(words: float) -> int:
    return max(_ROUNDING, round(words / _ROUNDING) * _ROUNDING)


def _is_key_passage(story: Story, passage: Passage) -> bool:
    """Openings, endings, where a dilemma is decided, and where a hard one is settled."""
    structure = story.existing_structure
    return (
        passage.id == structure.start
        or bool(passage.ending)
        or any(each.takes for each in structure.selectable_choices(passage.id))
        or any(
            _is_hard(story, each.takes)
            for each in structure.incoming_choices(passage.id)
            if each.takes
        )
    )


def _is_hard(story: Story, path: str) -> bool:
    course = story.dilemma(story.path(path).dilemma).course
    return course is not None and course.weight is Weight.HARD
