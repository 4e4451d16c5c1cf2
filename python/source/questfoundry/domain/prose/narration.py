"""Clean prose, split it into narration and speech, and find what it repeats."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.prose import SCENE_BREAK

_WORD = re.compile(
    "[^\\s!-/:-@\\[-`{-~\u00a1\u00ab\u00bb\u00bf\u2010-\u206f\u3000-\u303f\uff01-\uff0f]+"
)
"""A word: everything between spaces and punctuation, so accents and vowel signs stay inside."""

# Each alternative begins with a literal mark, which makes the search fast.
_QUOTED = re.compile(
    '"[^"\\n]*(?:"|$)'
    "|\u201c[^\u201d\\n]*(?:\u201d|$)"
    "|\u00ab[^\u00bb\\n]*(?:\u00bb|$)"
    # A single mark inside a word is an apostrophe.
    "|\u2018(?:[^\u2018\u2019\\n]|\u2019(?=\\w))*\u2019(?!\\w)"
    "|'(?<!\\w')(?:[^'\\n]|(?<=\\w)'(?=\\w))*'(?!\\w)",
    re.MULTILINE,
)
"""Speech in any of the usual quotation marks; without a closing mark it ends with its paragraph."""

_DASHED = re.compile("^[ \\t]*[\u2013\u2014][ \\t].*$", re.MULTILINE)
"""Speech that a dash introduces; such speech fills the line."""


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in lower case, also split at apostrophes."""
    return tuple(_WORD.findall(text.lower()))


@frozen
class Narration:
    """A text, split into narration and speech once for many rules."""

    text: str

    @cached_property
    def all_words(self) -> tuple[str, ...]:
        """All words of the text, including those in speech."""
        return split_words(self.text)

    @cached_property
    def stretches(self) -> list[str]:
        """The parts of the text outside speech."""
        return [each for part in _DASHED.split(self.text) for each in _QUOTED.split(part)]

    @cached_property
    def narrated_words(self) -> tuple[tuple[str, ...], ...]:
        """The words of each stretch outside speech."""
        has_no_speech = len(self.stretches) == 1
        return (self.all_words,) if has_no_speech else tuple(map(split_words, self.stretches))

    @cached_property
    def narrated_text(self) -> str:
        """The narrated words in lower case, with one space before and after each."""
        return f" {' '.join(chain(*self.narrated_words))} "


_SENTENCE = re.compile(r"[^.!?\u2026\u0964\u3002\uff01\uff1f\n]+")

_MIN_WORDS_FOR_TWO = 8  # The fewest words of a sentence that must not occur twice

_MIN_WORDS_FOR_MANY = 4
_MANY = 3
"""A sentence of at least ``_MIN_WORDS_FOR_MANY`` words must not occur ``_MANY`` times."""

_PHRASE_WORDS = 7
_PHRASE_REPEATS = 3  # The number of words in a phrase, and the occurrences that count as a problem
_COPY_WORDS = 12  # The number of consecutive words that count as copied from an earlier passage

_PIECE_WORDS = _COPY_WORDS // 2

Words = tuple[str, ...]


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of ``text``, without the marks that end them."""
    return (found[0] for found in _SENTENCE.finditer(text))


def find_repetition(prose: Narration) -> str:
    """Return a sentence or phrase that occurs too often, including speech, or an empty string."""
    return _find_repeated_sentence(prose.text) or _find_repeated_phrase(prose.all_words)


def find_copy(prose: Narration, earlier: Sequence[str]) -> str:
    """Return the first words outside speech that also occur in ``earlier``, or an empty string."""
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


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
_FENCE = re.compile(r"`{3,}[\w-]*[ \t]*\n(.*?)\n?`{3,}", re.DOTALL)
_BREAK = re.compile(r"(?:[*#~_-][ \t]*){3,7}|\u2042")
_GAP = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_MARKS = "#*_ \t:[]\"'“”"
_QUOTES = {'"': '"', "“": "”", "«": "»", "„": "“"}


def clean_prose(text: str, title: str) -> str:
    """Return the prose in ``text`` without its title, with an empty line between paragraphs."""
    prose = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    fenced = _FENCE.fullmatch(prose)
    prose = _strip_title(fenced[1].strip() if fenced else prose, title)
    prose = _strip_quotes(prose)
    parts = _GAP.split(prose.strip())
    return "\n\n".join(SCENE_BREAK if _BREAK.fullmatch(part) else part for part in parts)


def _strip_title(prose: str, title: str) -> str:
    first, _, rest = prose.partition("\n")
    if rest.strip() and first.strip(_MARKS).casefold() == title.strip(_MARKS).casefold():
        return rest.strip()
    return prose


def _strip_quotes(prose: str) -> str:
    """Remove the quotation marks around a text of several paragraphs.

    If the text contains further marks, the outer marks may belong to speech, so all marks are kept.
    """
    closing = _QUOTES.get(prose[:1])
    inner = prose[1:-1]
    if closing is None or not prose.endswith(closing) or {prose[0], closing} & set(inner):
        return prose
    return inner.strip() if len(prose) > 1 and "\n\n" in inner else prose
