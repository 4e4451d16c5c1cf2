"""Check the prose of a finished story for slips that any model, or any author, can make.

All findings are warnings. The checks prefer to miss a slip: words inside speech, words of the plan
and emphasised words are never reported. Their time is proportional to the length of the prose.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from questfoundry.domain.finding import Finding
from questfoundry.domain.prose.absent_people import find_acting_absent
from questfoundry.domain.prose.narration import Narration, split_sentences, split_words
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.prose.strange_names import find_strange_names, list_plan_words
from questfoundry.domain.prose.typed_text import (
    find_craft_phrase,
    find_typed_markup,
    find_word_thrice,
)
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.wording import phrase
from questfoundry.domain.writing.may_must import find_arrivals

MIN_SHARED_WORDS = 6
"""The minimum number of words of a sentence that may not occur in two passages."""

_MAX_QUOTE = 80  # The longest quotation in a finding, in characters
_ENGLISH = re.compile(r"\b(?:the|of|and|you|is|was)\b", re.IGNORECASE)
_WORDS_FOR_ENGLISH = 20  # English has one of these words in far fewer words than that

_Slip = tuple[ProseRule, str, Mapping[str, object]]


def check_finished_prose(story: Story, wording: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return the slips in the prose of ``story``, in the order of its passages.

    ``wording`` has a problem and a fix for each rule, and ``craft_phrases``: words about the story
    as a work, such as "the protagonist".
    """
    check = _StoryProse(story)
    order = {passage: number for number, passage in enumerate(check.texts)}
    slips = sorted(check.find_slips(wording["craft_phrases"]), key=lambda each: order[each[1]])
    return tuple(_build_finding(wording, *each) for each in slips)


def _build_finding(
    wording: Mapping[str, Any], rule: ProseRule, passage: str, values: Mapping[str, object]
) -> Finding:
    key = rule.partition(".")[2]
    return rule.make_finding(
        passage=passage,
        problem=phrase(wording, f"{key}.problem", **values),
        fix=phrase(wording, f"{key}.fix", **values),
    )


@frozen(slots=False)
class _StoryProse:
    _story: Story

    @cached_property
    def texts(self) -> Mapping[str, Narration]:
        """The plain prose of each passage, by the passage's id, with all conditional texts."""
        passages = [each.id for each in self._story.existing_structure.passages]
        plain = {
            each: "\n\n".join(part.plain_text for part in self._story.paragraphs(each))
            for each in passages
        }
        return {each: Narration(text) for each, text in plain.items() if text}

    def find_slips(self, craft_phrases: Sequence[str]) -> Iterator[_Slip]:
        """Yield all slips; rules that need knowledge of English apply only to an English story."""
        for passage, narration in self.texts.items():
            if words := find_word_thrice(narration):
                yield ProseRule.THRICE, passage, {"words": _shorten(words)}
            if words := find_typed_markup(self._story.paragraphs(passage)):
                yield ProseRule.MARKUP, passage, {"words": _shorten(words)}
        yield from self._find_shared_sentences()
        if self._is_english:
            yield from self._find_craft(craft_phrases)
            yield from self._find_people()

    @cached_property
    def _is_english(self) -> bool:
        words = sum(len(each.all_words) for each in self.texts.values())
        common = sum(len(_ENGLISH.findall(each.text)) for each in self.texts.values())
        return common * _WORDS_FOR_ENGLISH > words

    def _find_shared_sentences(self) -> Iterator[_Slip]:
        """Yield, by passage, the first sentence that its players have read in another passage.

        Only texts that all players of a passage read count, because each player may read one of
        several equal conditional texts.
        """
        places = defaultdict[tuple[str, ...], list[str]](list)
        for passage, narration in self._unconditional.items():
            for words in dict.fromkeys(split_words(each) for each in _list_sentences(narration)):
                places[words].append(passage)
        if all(len(each) == 1 for each in places.values()):
            return
        arrivals = find_arrivals(self._story.existing_structure)
        for passage, narration in self._unconditional.items():
            earlier = arrivals[passage].possible_predecessors if passage in arrivals else ()
            for sentence in _list_sentences(narration):
                others = places[split_words(sentence)]
                other = next((e for e in others if e != passage and e in earlier), "")
                if other:
                    values = {"words": _shorten(sentence), "other": other}
                    yield ProseRule.SHARED, passage, values
                    break

    def _find_craft(self, phrases: Sequence[str]) -> Iterator[_Slip]:
        """Yield phrases about the story as a work, unless their last word belongs to the story.

        The word belongs to the story if the plan or other sentences use it.
        """
        known = list_plan_words(self._story)
        counts = Counter(word for each in self.texts.values() for word in each.all_words)
        text = "".join(each.narrated_text for each in self.texts.values())
        suspects = [
            each
            for each in phrases
            if each.split()[-1] not in known
            and (not each.startswith("the ") or text.count(f" {each} ") == counts[each[4:]])
        ]
        for passage, narration in self.texts.items():
            if words := find_craft_phrase(narration, suspects):
                yield ProseRule.CRAFT, passage, {"words": words}

    def _find_people(self) -> Iterator[_Slip]:
        plain = {passage: each.text for passage, each in self.texts.items()}
        for passage, name in find_strange_names(self._story, plain):
            yield ProseRule.STRANGER, passage, {"words": name}
        for passage, words in find_acting_absent(self._story, self._unconditional):
            yield ProseRule.ABSENT, passage, {"words": _shorten(words)}

    @cached_property
    def _unconditional(self) -> Mapping[str, Narration]:
        """The plain prose that all players of a passage read, by the passage's id."""
        return {
            each: Narration(
                "\n\n".join(p.plain_text for p in self._story.paragraphs(each) if not p.flag)
            )
            for each in self.texts
        }


def _list_sentences(narration: Narration) -> Iterator[str]:
    for stretch in narration.stretches:
        for sentence in split_sentences(stretch):
            if len(split_words(sentence)) >= MIN_SHARED_WORDS:
                yield sentence.strip()


def _shorten(words: str) -> str:
    return words if len(words) <= _MAX_QUOTE else f"{words[:_MAX_QUOTE]}\u2026"
