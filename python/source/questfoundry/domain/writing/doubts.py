"""What can be wrong with the prose of a passage, seen by rules and no model.

A doubt that is mistaken costs a revision for nothing, so every rule looks only for what is
plain to see; what takes judgement is for a reviewing model, or for the author.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """One thing to mend; ``problem`` is for the model that revises, and for the author."""

    kind: DoubtKind
    problem: str


@frozen(kw_only=True)
class Expected:
    """What the prose of a passage should be like.

    ``labels`` are those of the choices that follow, ``before`` the prose that the player has
    read just before, ``stock`` phrases that nobody wants to read again. ``cut`` says that
    the model ran out of room. Person and tense are looked at in English only.
    """

    words: Range
    voice: Voice
    labels: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    stock: tuple[str, ...] = ()
    cut: bool = False
    language: str = field(default="en")


def doubts_of(prose: str, expected: Expected, wording: Mapping[str, Any]) -> tuple[Doubt, ...]:
    """All doubts about the prose, each kind once; ``wording`` is that of ``rules/prose``."""
    if not any(char.isalnum() for char in prose):
        return (Doubt(kind=DoubtKind.EMPTY, problem=phrase(wording, DoubtKind.EMPTY.value)),)
    return tuple(
        Doubt(kind=kind, problem=phrase(wording, kind.value, **values))
        for kind, values in _found(prose, expected)
    )


def _found(prose: str, expected: Expected) -> Iterator[tuple[DoubtKind, dict[str, object]]]:
    count, wanted, voice = len(prose.split()), expected.words, expected.voice
    if expected.cut or not prose.rstrip().endswith(_ENDS):
        yield DoubtKind.CUT, {"end": prose.rstrip()[-40:]}
    # A tenth of a sentence more or less is no fault: half as much, or half as much again, is.
    if count < wanted.least // 2:
        yield DoubtKind.SHORT, {"count": count, "wanted": wanted}
    if count > wanted.most * 3 // 2:
        yield DoubtKind.LONG, {"count": count, "wanted": wanted}
    spotted = {
        DoubtKind.REPEATED: repeated(prose),
        DoubtKind.COPIED: copied(prose, expected.before),
        DoubtKind.STOCK: _stock(prose, expected),
        DoubtKind.MENU: menu(prose, expected.labels),
        DoubtKind.DECIDED: decided_label(prose, expected.labels),
        DoubtKind.REMARK: remark(prose),
    }
    if expected.language.partition("-")[0].lower() == "en":
        spotted[DoubtKind.PERSON] = wrong_person(prose, voice.person)
        spotted[DoubtKind.TENSE] = wrong_tense(prose, voice.tense)
    for kind, words in spotted.items():
        if words:
            yield kind, {"words": words, "person": voice.person, "tense": voice.tense}


_ENDS = tuple(".!?\u2026:;\"'\u201d\u2019\u00bb)*\u2014\u2013\u3002\uff01\uff1f\u300d\u300f\uff09؟")
"""What a finished text may end with; a dash breaks off on purpose."""


def _stock(prose: str, expected: Expected) -> str:
    told = " ".join(prose.lower().replace("\u2019", "'").split())
    unwanted = (*expected.stock, *expected.voice.avoid)
    return next((each for each in unwanted if each.lower() in told), "")
