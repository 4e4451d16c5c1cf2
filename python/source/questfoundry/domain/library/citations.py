"""The pages that an answer names, held against the excerpts that were shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from questfoundry.domain.library.book import Citation, Excerpt

# A page that is only spoken of, outside brackets, is not given as a source.
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,200})[)\]]")
_RANGE = r"\d{1,9}(?:\s?[-–—]\s?\d{1,9})?"  # noqa: RUF001 - dashes of several kinds
_PAGES = re.compile(
    rf"\b(?:pp?\.?|pages?)\s?({_RANGE}(?:\s?(?:,|;|&|and)\s?{_RANGE})*)", re.IGNORECASE
)


def citations_of(answer: str, excerpts: Iterable[Excerpt]) -> tuple[Citation, ...]:
    """What the answer cites, each once and in its order: ``(p. 7)``, ``(pp. 7-9, 12)``.

    A citation is supported where each of its pages is one of an excerpt.
    """
    spans = _merged([(each.first_page, each.last_page) for each in excerpts])
    return tuple(
        Citation(
            first_page=first,
            last_page=last,
            supported=any(begin <= first and last <= end for begin, end in spans),
        )
        for first, last in dict.fromkeys(_cited(answer))
    )


def _cited(answer: str) -> Iterator[tuple[int, int]]:
    for bracket in _BRACKETS.findall(answer):
        for pages in _PAGES.findall(bracket):
            yield from (_span(each) for each in re.findall(_RANGE, pages))


def _span(text: str) -> tuple[int, int]:
    first, *rest = re.findall(r"\d+", text)
    if not rest:
        return int(first), int(first)
    last = rest[0]
    if len(last) < len(first):  # 112-14 means 112 to 114
        last = first[: -len(last)] + last
    return min(int(first), int(last)), max(int(first), int(last))


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged
