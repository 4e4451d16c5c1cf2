"""What can be wrong with the prose of a passage, seen by rules and no model.

A doubt that is mistaken costs a revision for nothing, so every rule looks only for what is
plain to see; what takes judgement is for a reviewing model, or for the author.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import Voice
from questfoundry.domain.wording import phrase
from questfoundry.domain.writing.leftovers import decided_label, menu, remark
from questfoundry.domain.writing.manner import wrong_person, wrong_tense
from questfoundry.domain.writing.repetition import copied, repeated


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
    language: str = field(default="en")


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
) -> Iterator[tuple[DoubtKind, dict[str, object]]]:
    count, wanted, voice = len(prose.split()), expected.words, expected.voice
    if expected.cut or not prose.rstrip().endswith(_ENDS):
        yield DoubtKind.CUT, {"words": prose.rstrip()[-_QUOTED:]}
    # A tenth of a sentence more or less is no fault: half as much, or half as much again, is.
    if count < wanted.least // 2:
        yield DoubtKind.SHORT, {"count": count, "wanted": wanted}
    if count > wanted.most * 3 // 2:
        yield DoubtKind.LONG, {"count": count, "wanted": wanted}
    spotted = {
        DoubtKind.REPEATED: repeated(prose),
        DoubtKind.COPIED: copied(prose, expected.before),
        DoubtKind.STOCK: _stock(prose, stock),
        DoubtKind.MENU: menu(prose, expected.labels),
        DoubtKind.DECIDED: decided_label(prose, expected.labels),
        DoubtKind.REMARK: remark(prose),
    }
    if expected.language.partition("-")[0].lower() == "en":
        spotted[DoubtKind.PERSON] = wrong_person(prose, voice.person)
        spotted[DoubtKind.TENSE] = wrong_tense(prose, voice.tense)
    for kind, words in spotted.items():
        if words:
            yield kind, {"words": _quoted(words), "person": voice.person, "tense": voice.tense}


_ENDS = tuple(".!?\u2026:;\"'\u201d\u2019\u00bb)*\u2014\u2013\u3002\uff01\uff1f\u300d\u300f\uff09؟")
"""What a finished text may end with; a dash breaks off on purpose."""


_QUOTED = 80
"""The longest part of the prose, in characters, that a doubt shows."""


def _quoted(words: str) -> str:
    return words if len(words) <= _QUOTED else f"{words[:_QUOTED]}\u2026"


def _stock(prose: str, stock: Iterable[str]) -> str:
    told = " ".join(prose.lower().replace("\u2019", "'").split())
    return next((each for each in stock if each.lower() in told), "")
