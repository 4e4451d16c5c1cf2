"""What can be wrong with the prose of a passage, seen by rules and no model.

A doubt that is mistaken costs a revision for nothing, so every rule looks only for what is
plain to see; what takes judgement is for a reviewing model, or for the author.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import Voice
from questfoundry.domain.wording import phrase
from questfoundry.domain.writing.manner import wrong_person, wrong_tense
from questfoundry.domain.writing.narration import words_of
from questfoundry.domain.writing.offers import decided_label, menu
from questfoundry.domain.writing.remarks import remark
from questfoundry.domain.writing.repetition import copied, repeated

_QUOTED = 80
"""The longest part of the prose, in characters, that a doubt shows."""

_OF_PROSE = 5
"""The words that make a line one of prose."""

_WITHOUT_SPACES = frozenset({"bo", "ja", "km", "lo", "my", "th", "zh"})
"""Languages in which words cannot be counted by the spaces between them."""

_WITHOUT_STOPS = frozenset({"lo", "th"})
"""Languages that do not end a sentence with a mark."""


class DoubtKind(StrEnum):
    """What a doubt is about."""

    EMPTY = "empty"
    CUT = "cut"
    SHORT = "short"
    LONG = "long"
    REPEATED = "repeated"
    COPIED = "copied"
    STOCK = "stock"
    PERSON = "person"
    TENSE = "tense"
    MENU = "menu"
    DECIDED = "decided"
    REMARK = "remark"
    REVIEW = "review"


@frozen(kw_only=True)
class Doubt:
    """One thing to mend; ``fix`` is for the model that revises, ``problem`` for the author, too.

    ``problem`` has 500 characters at most.
    """

    kind: DoubtKind
    problem: str
    fix: str


@frozen(kw_only=True)
class Expected:
    """What the prose of a passage should be like.

    ``labels`` are those of the choices that follow, ``before`` the prose that the player has
    read just before. ``cut`` says that the model ran out of room. Person and tense are looked
    at in English only.
    """

    words: Range
    voice: Voice
    labels: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    cut: bool = False
    language: str = "en"


def doubts_of(prose: str, expected: Expected, wording: Mapping[str, Any]) -> tuple[Doubt, ...]:
    """All doubts about the prose, each kind once; ``wording`` is that of ``rules/prose``."""
    if not any(char.isalnum() for char in prose):
        return (_doubt(DoubtKind.EMPTY, {}, wording),)
    stock = (*wording["stock_phrases"], *expected.voice.avoid)
    return tuple(_doubt(kind, values, wording) for kind, values in _found(prose, expected, stock))


def _doubt(kind: DoubtKind, values: Mapping[str, object], wording: Mapping[str, Any]) -> Doubt:
    return Doubt(
        kind=kind,
        problem=phrase(wording, f"{kind.value}.problem", **values),
        fix=phrase(wording, f"{kind.value}.fix", **values),
    )


def _found(
    prose: str, expected: Expected, stock: Iterable[str]
) -> Iterator[tuple[DoubtKind, Mapping[str, object]]]:
    voice, language = expected.voice, expected.language.partition("-")[0].lower()
    if expected.cut or (language not in _WITHOUT_STOPS and _breaks_off(prose)):
        yield DoubtKind.CUT, {"words": prose.rstrip()[-_QUOTED:]}
    if language not in _WITHOUT_SPACES:
        yield from _of_length(len(prose.split()), expected.words)
    spotted = {
        DoubtKind.REPEATED: repeated(prose),
        DoubtKind.COPIED: copied(prose, expected.before),
        DoubtKind.STOCK: _stock(prose, stock),
        DoubtKind.MENU: menu(prose, expected.labels),
        DoubtKind.DECIDED: decided_label(prose, expected.labels, voice.person),
        DoubtKind.REMARK: remark(prose),
    }
    if language == "en":
        spotted[DoubtKind.PERSON] = wrong_person(prose, voice.person)
        spotted[DoubtKind.TENSE] = wrong_tense(prose, voice.tense)
    for kind, words in spotted.items():
        if words:
            quoted = words if len(words) <= _QUOTED else f"{words[:_QUOTED]}\u2026"
            yield kind, {"words": quoted, "person": voice.person, "tense": voice.tense}


def _breaks_off(prose: str) -> bool:
    """Whether the last line is one of prose, and ends in the middle of a sentence.

    A short last line may be a signature, or what stands on a sign.
    """
    last = prose.rstrip().rpartition("\n")[2]
    return len(last.split()) >= _OF_PROSE and (last[-1].isalnum() or last[-1] in ",(")


def _of_length(count: int, wanted: Range) -> Iterator[tuple[DoubtKind, Mapping[str, object]]]:
    """A tenth more or less is no fault: half as much, or half as much again, is."""
    values = {"count": count, "wanted": wanted}
    if count < wanted.least // 2:
        yield DoubtKind.SHORT, values
    if count > wanted.most * 3 // 2:
        yield DoubtKind.LONG, values


def _stock(prose: str, stock: Iterable[str]) -> str:
    told = f" {' '.join(words_of(prose))} "
    for phrase_of_stock in stock:
        words = " ".join(words_of(phrase_of_stock))
        if words and f" {words} " in told:
            return phrase_of_stock
    return ""
