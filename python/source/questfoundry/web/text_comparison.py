"""Compare two texts paragraph by paragraph, for a page that shows them side by side."""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from attrs import frozen

_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_GAP = re.compile(r"\n[^\S\n]*\n\s*")

_LEAST_LIKENESS = 0.5
"""The least likeness (0 to 1) of two paragraphs whose single words are marked."""


@frozen
class ComparedPiece:
    """Consecutive words; ``is_changed`` says whether only one of the texts has them."""

    text: str
    is_changed: bool


@frozen
class ComparedParagraphs:
    """A paragraph of the old text beside its replacement; one of the sides can be empty."""

    old: tuple[ComparedPiece, ...]
    new: tuple[ComparedPiece, ...]


def compare_texts(old: str, new: str) -> tuple[ComparedParagraphs, ...]:
    """Return the paragraphs of both texts in order, each beside the one that it became."""
    before, after = _GAP.split(old.strip()), _GAP.split(new.strip())
    return tuple(_compare(one or "", other or "") for one, other in _pair_paragraphs(before, after))


def _pair_paragraphs(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[str | None, str | None]]:
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for _, a, b, c, d in matcher.get_opcodes():
        yield from zip_longest(before[a:b], after[c:d])


def _compare(old: str, new: str) -> ComparedParagraphs:
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    if matcher.ratio() < _LEAST_LIKENESS:
        return ComparedParagraphs(_mark_all(old), _mark_all(new))
    codes = matcher.get_opcodes()
    return ComparedParagraphs(
        _build_pieces((kind, before[a:b]) for kind, a, b, _, _ in codes),
        _build_pieces((kind, after[c:d]) for kind, _, _, c, d in codes),
    )


def _build_pieces(parts: Iterable[tuple[str, Sequence[str]]]) -> tuple[ComparedPiece, ...]:
    return tuple(ComparedPiece("".join(words), kind != "equal") for kind, words in parts if words)


def _mark_all(text: str) -> tuple[ComparedPiece, ...]:
    return (ComparedPiece(text, is_changed=True),) if text else ()
