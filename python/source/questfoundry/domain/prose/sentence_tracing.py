"""Follow the sentences of a text from one version to the next, with the hand of each word.

A sentence of the new version is of the first of these kinds that fits. It is unchanged if it equals
a sentence that the old version had, perhaps in another place. It is edited if it resembles one or
several sentences that the new version lacks; shared words keep their hands. Else it is new.
``difflib`` aligns the words; an index of rare words finds what to align, so that a version costs
about as much as the number of its changed sentences.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence, Sized
from difflib import Match, SequenceMatcher
from itertools import count
from typing import Generic, TypeVar

from attrs import define, evolve, field, frozen

from questfoundry.domain.library.text import split_sentences
from questfoundry.domain.story.hands import Hand, HandKind, Sentence, Words
from questfoundry.domain.story.player_texts import PlayerText, TextKind
from questfoundry.domain.story.prose import find_conditional_names, paragraphs_of

Key = Hashable
"""The place of a text, which stays the same while other passages come and go."""

Write = Callable[[Words], Sentence]
"""A function that returns a new sentence with the hands of a version that first has its words."""

_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")
_COMMON = 60  # Words in more sentences than this find no candidates, unless there are no others
_CANDIDATES = 5
_EDITED = 0.5  # The share of equal words at which a sentence is an edited form of another
_CONTAINED = 0.6  # The share of the shorter sentence in runs of equal words
_SHORT = 3  # The length of words that two short texts often share by chance, such as "the"
_MOVED_WORDS = 4  # The number of equal words at which an edited sentence may come from elsewhere

T = TypeVar("T")


@frozen
class TracedText:
    """A text and its sentences."""

    text: str
    sentences: tuple[Sentence, ...]


State = Mapping[Key, TracedText]
"""The texts of a version, by place."""


def split_words(text: str) -> Words:
    """Return the words of ``text`` in lower case, without punctuation."""
    return tuple(each.casefold().replace("\u2019", "'") for each in _WORD.findall(text))


def split_player_text(text: PlayerText) -> Iterator[tuple[str, str]]:
    """Yield the sentences of ``text`` that have words, each after the name of its flag, if any."""
    if text.kind is not TextKind.PROSE:
        parts: Sequence[tuple[str, str]] = [("", text.text)]
    else:
        names = {name: name for name in find_conditional_names(text.text)}
        found = paragraphs_of(text.text, names)
        parts = [(each.flag, each.plain_text) for each in found if not each.is_scene_break]
    for flag, part in parts:
        for sentence in split_sentences(" ".join(part.split())):
            if _WORD.search(sentence):
                yield flag, sentence


class SentenceIndex(Generic[T]):
    """An index that finds equal and similar sentences, each with a value."""

    def __init__(self) -> None:
        self.words: list[Words] = []
        self.values: list[T] = []
        self._equal: dict[Words, list[int]] = defaultdict(list)
        self._containing: dict[str, list[int]] = defaultdict(list)

    def add(self, words: Words, value: T) -> None:
        """Add a sentence; its number is the count of sentences before it."""
        number = len(self.words)
        self.words.append(words)
        self.values.append(value)
        self._equal[words].append(number)
        for each in set(words):
            self._containing[each].append(number)

    def find_equal(self, words: Words) -> Sequence[int]:
        """Return the numbers of the sentences with the same words, the first one first."""
        return self._equal.get(words, ())

    def find_similar(self, words: Words) -> Sequence[int]:
        """Return the numbers of the few sentences that share the most rare words."""
        found = [self._containing[each] for each in set(words) if each in self._containing]
        rare = [each for each in found if len(each) <= _COMMON] or [
            each[:_COMMON] for each in found
        ]
        shared = Counter(number for numbers in rare for number in numbers)
        ranked = sorted(shared, key=lambda number: (-shared[number], number))
        return ranked[:_CANDIDATES]


def align_words(old: Sequence[object], new: Sequence[object]) -> Sequence[Match]:
    """Return the runs of words that ``old`` and ``new`` have in the same order."""
    return SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()[:-1]


def is_edited(
    old: Sequence[object], new: Sequence[object], blocks: Sequence[Match], *, is_same_place: bool
) -> bool:
    """Return whether ``new`` is an edited form of ``old``, with the equal runs ``blocks``.

    Half of the words of both are equal, or most of the shorter one is in the longer one in runs of
    two or more words, as when sentences are joined. In another place, four words must be equal.
    """
    equal, shorter = sum(each.size for each in blocks), min(len(old), len(new))
    runs = sum(each.size for each in blocks if each.size > 1 or each.size == shorter)
    is_form = 2 * equal >= _EDITED * (len(old) + len(new))
    is_part = 0 < _CONTAINED * shorter <= runs
    return (is_form or is_part) and (is_same_place or equal >= _MOVED_WORDS)


def _is_chance(old: Sequence[object], new: Words, blocks: Sequence[Match]) -> bool:
    """Return whether ``new`` shares with ``old`` only one short word, such as "the"."""
    shared = [new[at] for each in blocks for at in range(each.b, each.b + each.size)]
    return len(shared) == 1 and len(shared[0]) <= _SHORT and len(new) > 1 and len(old) > 1


def trace_version(
    before: State, texts: Mapping[Key, PlayerText], write: Write, *, keeps_sentences: bool = False
) -> State:
    """Return the texts of a version with the hand of each word.

    ``before`` are the texts of the version that this one replaces. ``write`` returns the hands of
    sentences that are new in this version. If the version ``keeps_sentences``, as a rename does, a
    text with as many sentences as before has the same sentences, even if they share few words.
    """
    same = {key for key, each in texts.items() if key in before and before[key].text == each.text}
    removed: SentenceIndex[tuple[Key, Sentence]] = SentenceIndex()
    for key, text in before.items():
        for sentence in text.sentences if key not in same else ():
            removed.add(sentence.words, (key, sentence))
    changed = {key: tuple(split_player_text(texts[key])) for key in texts if key not in same}
    pairs = _pair_sentences(removed, before, changed) if keeps_sentences else {}
    alignment = _Alignment(removed, write, pairs)
    alignment.match(changed)
    return {
        key: before[key]
        if key in same
        else TracedText(
            each.text,
            tuple(
                evolve(alignment.results[key, place], text=sentence, flag=flag)
                for place, (flag, sentence) in enumerate(changed[key])
            ),
        )
        for key, each in texts.items()
    }


_Place = tuple[Key, int]
"""The place of a text, and the number of a sentence in it."""


def _pair_sentences(
    removed: SentenceIndex[tuple[Key, Sentence]], before: State, changed: Mapping[Key, Sized]
) -> Mapping[_Place, int]:
    """Return the number of the removed sentence at each place, for texts with as many sentences."""
    seen: Counter[Key] = Counter()
    pairs: dict[_Place, int] = {}
    for number, (key, _) in enumerate(removed.values):
        if key in changed and len(changed[key]) == len(before[key].sentences):
            pairs[key, seen[key]] = number
        seen[key] += 1
    return pairs


@define
class _Alignment:
    """The sentences of a version, matched with those that left their places."""

    _removed: SentenceIndex[tuple[Key, Sentence]]
    _write: Write
    _pairs: Mapping[_Place, int]
    results: dict[_Place, Sentence] = field(factory=dict)
    _left: dict[int, list[object]] = field(factory=dict)
    """The words of each removed sentence that no sentence has taken yet; others are objects."""
    _takers: dict[int, tuple[_Place, HandKind]] = field(factory=dict)

    def match(self, changed: Mapping[Key, Sequence[tuple[str, str]]]) -> None:
        """Fill ``results`` for the sentences ``changed``, by place."""
        self._left = {number: list(each) for number, each in enumerate(self._removed.words)}
        new = {
            (key, place): split_words(sentence)
            for key, sentences in changed.items()
            for place, (_, sentence) in enumerate(sentences)
        }
        for is_same_place in (True, False):
            for place, words in new.items():
                if place not in self.results and place not in self._pairs:
                    self._take_equal(place, words, is_same_place=is_same_place)
        for place, words in new.items():
            if place not in self.results:
                self.results[place] = self._take_similar(place, words)
        self._count_cuts()

    def _take_equal(self, place: _Place, words: Words, *, is_same_place: bool) -> None:
        for number in self._removed.find_equal(words):
            key, sentence = self._removed.values[number]
            if number in self._left and (not is_same_place or key == place[0]):
                del self._left[number]
                self.results[place] = sentence
                return

    def _take_similar(self, place: _Place, words: Words) -> Sentence:
        """Return the sentence with the hands of the removed sentences that it has words of.

        The longest runs of equal words are taken first. Single words come only from the sentence
        that is most alike, since two sentences often share a word by chance.
        """
        fresh = self._write(words)
        found = {number: self._align(place, words, number) for number in self._rank(place, words)}
        if not any(found.values()):
            return fresh
        main = max(found, key=lambda number: sum(each.size for each in found[number]))
        runs = [
            (number, run)
            for number, blocks in found.items()
            for run in blocks
            if number == main or run.size > 1 or run.size == len(self._left[number])
        ]
        hands: dict[int, Hand] = {}
        for number, run in sorted(runs, key=lambda each: -each[1].size):
            for old, new in zip(count(run.a), range(run.b, run.b + run.size), strict=False):
                if new not in hands:
                    hands[new] = self._removed.values[number][1].hands[old]
                    self._left[number][old] = object()
                    self._takers.setdefault(number, (place, fresh.origin.kind))
        return evolve(
            self._removed.values[main][1],
            words=words,
            hands=tuple(hands.get(at, hand) for at, hand in enumerate(fresh.hands)),
        )

    def _align(self, place: _Place, words: Words, number: int) -> Sequence[Match]:
        """Return the runs of words from the removed sentence; empty if it is another sentence."""
        left, is_same = self._left[number], self._removed.values[number][0] == place[0]
        blocks = align_words(left, words)
        is_form = place in self._pairs or is_edited(left, words, blocks, is_same_place=is_same)
        return blocks if is_form and not _is_chance(left, words, blocks) else ()

    def _rank(self, place: _Place, words: Words) -> Sequence[int]:
        if place in self._pairs:
            return (self._pairs[place],)
        found = [each for each in self._removed.find_similar(words) if each in self._left]
        return sorted(found, key=lambda each: self._removed.values[each][0] != place[0])

    def _count_cuts(self) -> None:
        """Add the words that no sentence took to the cut words of the first taker."""
        for number, (place, kind) in self._takers.items():
            cut = sum(isinstance(each, str) for each in self._left[number])
            result = self.results[place]
            if cut and kind is not result.origin.kind:
                self.results[place] = evolve(
                    result, cut=result.cut + cut, cutters=result.cutters | {kind}
                )


def write_all(words: Words, hand: Hand) -> Sentence:
    """Return a sentence whose words are all by ``hand``."""
    return Sentence(words=words, hands=(hand,) * len(words), origin=hand)
