"""Detection of repeated prose: a sentence, a phrase, or text copied from an earlier passage.

A refrain or a long name is no problem, so only long or frequent repetitions count.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from questfoundry.domain.prose.narration import Narration, split_words

_SENTENCE = re.compile(r"[^.!?\u2026\u0964\u3002\uff01\uff1f\n]+")

_MIN_WORDS_FOR_TWO = 8
"""The fewest words of a sentence that must not occur twice."""

_MIN_WORDS_FOR_MANY = 4
_MANY = 3
"""The fewest words of a sentence that must not occur ``_MANY`` times; "Nothing moves." may."""

_PHRASE_WORDS = 7
_PHRASE_REPEATS = 3
"""The number of words in a phrase, and the occurrences that count as a problem."""

_COPY_WORDS = 12
"""The number of consecutive words that count as copied from an earlier passage."""

_PIECE_WORDS = _COPY_WORDS // 2

Words = tuple[str, ...]


def find_repetition(prose: Narration) -> str:
    """Return a sentence or phrase that occurs too often, including speech, or an empty string."""
    return _find_repeated_sentence(prose.text) or _find_repeated_phrase(prose.all_words)


def find_copy(prose: Narration, earlier: Sequence[str]) -> str:
    """Return the first words that an earlier text contains, too, or an empty string.

    Speech is left out, because characters may quote a rhyme or a letter again.
    """
    texts = [Narration(text) for text in earlier]
    # Fast pre-check: cut the earlier text into pieces of half the length of a copy. Wherever a copy
    # begins, it contains at least one whole piece.
    pieces = {
        words[place : place + _PIECE_WORDS]
        for text in texts
        for words in text.narrated_words
        for place in range(0, len(words), _PIECE_WORDS)
    }
    if pieces.isdisjoint(chain(*(_ngrams(words, _PIECE_WORDS) for words in prose.narrated_words))):
        return ""
    earlier_ngrams = {ngram for text in texts for ngram in _narrated_ngrams(text)}
    return next(
        (" ".join(ngram) for ngram in _narrated_ngrams(prose) if ngram in earlier_ngrams), ""
    )


def _find_repeated_sentence(prose: str) -> str:
    counts: dict[Words, int] = {}
    for sentence in _SENTENCE.finditer(prose):
        words = split_words(sentence[0])
        times = counts[words] = counts.get(words, 0) + 1
        if (
            len(words) >= (_MIN_WORDS_FOR_TWO if times < _MANY else _MIN_WORDS_FOR_MANY)
            and times > 1
        ):
            return sentence[0].strip()
    return ""


def _find_repeated_phrase(words: Words) -> str:
    """Return a phrase with ``_PHRASE_REPEATS`` separate occurrences, or an empty string."""
    if max(Counter(_ngrams(words, _PHRASE_WORDS)).values(), default=0) < _PHRASE_REPEATS:
        return ""
    counts: dict[Words, int] = {}
    free_from: dict[Words, int] = {}
    for place, ngram in enumerate(_ngrams(words, _PHRASE_WORDS)):
        if place >= free_from.get(ngram, 0):
            counts[ngram] = counts.get(ngram, 0) + 1
            free_from[ngram] = place + _PHRASE_WORDS
            if counts[ngram] == _PHRASE_REPEATS:
                return " ".join(ngram)
    return ""


def _narrated_ngrams(text: Narration) -> Iterator[Words]:
    return chain(*(_ngrams(words, _COPY_WORDS) for words in text.narrated_words))


def _ngrams(words: Words, length: int) -> Iterator[Words]:
    return zip(*(words[place:] for place in range(length)), strict=False)
