"""Find lines whose translations were probably swapped or shifted, by a dictionary from the file.

Nothing proves a swap. But two words that translate each other are in the same rows again and again,
which the coefficient of Dice measures. The words of a row do not count for the row
itself, so that a wrong translation cannot support itself. Two rows are a probable swap if both fit
better when they are exchanged, by their words, lengths and questions.

For a shift, a dictionary is learnt from each line and the translation of its neighbour. Each
line gains what it fits this dictionary better than the own one. The shift is the run with the
greatest sum of gains (maximum subarray).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import log
from re import findall
from statistics import median

from attrs import frozen

from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.translation.lines import StoryLine

LEAST_GAIN = 2.0
"""The gain of an exchange from which a warning is given; a certain pair of words counts 1."""

LEAST_SHIFT = 10.0
"""The gain of a shifted run from which a warning is given."""

SUSPECTS = 0.3
"""The share of rows, those that fit worst, among which swaps are sought."""

CANDIDATES = 8
"""The number of lines that are compared with a suspect; a word in more suspects is not rare."""

TRANSLATIONS, FEW_ROWS = 12, 3
"""The number of translations kept of a word, and the rows up to which chance pairs count."""

LENGTH_WEIGHT, MOST_LENGTH = 0.3, 8.0
"""The weight of unusual lengths, and the most that they count before it."""

LEAST_SPREAD = 0.1
"""The least difference of logarithms of lengths that counts as unusual."""

NAME_LENGTH = 4
"""The number of letters from which a word that is the same in both languages is a name."""

_Words = frozenset[str]


def find_probable_swaps(
    lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> Iterator[tuple[StoryLine, StoryLine]]:
    """Yield pairs of lines whose translations in ``texts`` fit better if they are exchanged."""
    rows = [e for e in lines if texts.get(e.id) and not find_conditional_names(texts[e.id])]
    if len(rows) < 2:
        return
    fit = _Fit([each.text for each in rows], [texts[each.id] for each in rows])
    own = fit.measure_all()
    ranked = sorted(range(len(rows)), key=lambda each: own[each] / fit.count_words(each))
    suspects = ranked[: max(2, round(SUSPECTS * len(rows)))]
    found = []
    for one, other in fit.list_candidates(suspects):
        gains = [fit.measure(one, other) - own[one], fit.measure(other, one) - own[other]]
        if min(gains) > 0 and sum(gains) > LEAST_GAIN:
            found.append((-sum(gains), one, other))
    used = set[int]()
    for _, one, other in sorted(found):
        if not used & {one, other}:
            used |= {one, other}
            yield rows[one], rows[other]


@frozen(kw_only=True)
class ProbableShift:
    """A run of lines, ``first`` to ``last``, with the translations of their neighbours.

    ``is_down``: true if the translations of the run stand one line too low.
    """

    first: StoryLine
    last: StoryLine
    is_down: bool


def find_probable_shift(
    lines: Sequence[StoryLine], texts: Mapping[str, str]
) -> ProbableShift | None:
    """Return the run of lines whose translations in ``texts`` fit their neighbours far better."""
    rows = [each for each in lines if texts.get(each.id)]
    if len(rows) < 2:
        return None
    sources, translated = [each.text for each in rows], [texts[each.id] for each in rows]
    own = _Fit(sources, translated).measure_all()
    down = _Fit(sources[:-1], translated[1:]).measure_all()
    up = _Fit(sources[1:], translated[:-1]).measure_all()
    # The gain of each translation that fits the line above better, and the line below.
    above = [new - old for new, old in zip(down, own[1:], strict=True)]
    below = [new - old for new, old in zip(up, own[:-1], strict=True)]
    is_down = _find_best_run(above) > _find_best_run(below)
    gain, start, end = _find_best_run(above if is_down else below)
    if gain < LEAST_SHIFT or start == end:  # one translation is no run
        return None
    return ProbableShift(first=rows[start + is_down], last=rows[end + is_down], is_down=is_down)


def _find_best_run(gains: Sequence[float]) -> tuple[float, int, int]:
    """Return the greatest sum of neighbouring ``gains``, its first index, and its last."""
    best, total, start = (0.0, 0, 0), 0.0, 0
    for place, gain in enumerate(gains):
        if total <= 0:
            total, start = 0.0, place
        total += gain
        best = max(best, (total, start, place))
    return best


class _Fit:
    """The measure of how well a source fits a translation, learnt from all other rows."""

    def __init__(self, sources: Sequence[str], texts: Sequence[str]) -> None:
        self._sources, self._texts = sources, texts
        self._words = [_list_words(each) for each in sources]
        self._translated = [_list_words(each) for each in texts]
        self._rows = Counter(word for each in self._words for word in each)
        self._rows_translated = Counter(word for each in self._translated for word in each)
        self._pairs = defaultdict[str, Counter[str]](Counter)
        for words, translated in zip(self._words, self._translated, strict=True):
            for word in words:
                self._pairs[word].update(translated)
        self._dictionary = {each: self._list_translations(each) for each in self._rows}
        ratios = [self._compare_lengths(each, each) for each in range(len(sources))]
        self._ratio = median(ratios)
        self._spread = max(LEAST_SPREAD, 1.5 * median(abs(each - self._ratio) for each in ratios))

    def count_words(self, row: int) -> int:
        return max(1, len(self._words[row]))

    def measure_all(self) -> list[float]:
        """Return how well each source fits its own translation."""
        return [self.measure(each, each) for each in range(len(self._sources))]

    def list_candidates(self, rows: Sequence[int]) -> Iterable[tuple[int, int]]:
        """Return pairs of ``rows``; one of each pair has rare words that translate the other's."""
        containing = defaultdict[str, list[int]](list)
        for row in rows:
            for word in self._translated[row]:
                containing[word].append(row)
        pairs = set[tuple[int, int]]()
        for row in rows:
            votes = Counter[int]()
            for word in self._words[row]:
                for each in self._dictionary[word]:
                    if len(containing[each]) <= CANDIDATES:
                        votes.update(containing[each])
            del votes[row]
            pairs.update((min(row, e), max(row, e)) for e, _ in votes.most_common(CANDIDATES))
        return sorted(pairs)

    def measure(self, row: int, other: int) -> float:
        """Return how well the source of ``row`` fits the translation of ``other``."""
        unusual = (self._compare_lengths(row, other) - self._ratio) / self._spread
        source, text = self._sources[row], self._texts[other]
        marks = sum(abs(source.count(mark) - text.count(mark)) for mark in "?!")
        words = sum(self._find_best(word, row, other) for word in self._words[row])
        return words - LENGTH_WEIGHT * min(MOST_LENGTH, unusual**2 / 2) - min(marks, 2) / 2

    def _list_translations(self, word: str) -> frozenset[str]:
        """Return the words that stand most often beside ``word``, for their own frequency."""
        rows, pairs = self._rows[word], self._pairs[word]
        often = [each for each, both in pairs.items() if both > 1 or rows <= FEW_ROWS]
        return frozenset(
            nlargest(
                TRANSLATIONS, often, lambda e: pairs[e] ** 2 / (rows + self._rows_translated[e])
            )
        )

    def _compare_lengths(self, row: int, other: int) -> float:
        return log((len(self._texts[other]) + 3) / (len(self._sources[row]) + 3))

    def _find_best(self, word: str, row: int, other: int) -> float:
        """Return how surely a word in the translation of ``other`` translates ``word``."""
        translated = self._translated[other]
        if word in translated and len(word) >= NAME_LENGTH:
            return 1.0
        apart = row != other
        rows = self._rows[word] - 1 - (apart and word in self._words[other])
        best = 0.0
        for each in translated & self._dictionary[word]:
            own = (word in self._words[other]) + (each in self._translated[row]) if apart else 1
            if (both := self._pairs[word][each] - own) > 0:
                ahead = self._rows_translated[each] - 1
                ahead -= apart and each in self._translated[row]
                # Few rows say little, so that one common row counts half.
                best = max(best, 2 * both / (rows + ahead) * both / (both + 1))
        return best


def _list_words(text: str) -> _Words:
    return frozenset(findall(r"\w+", text.casefold()))
