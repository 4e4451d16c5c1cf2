"""What has no place in a passage: lists of choices, choices taken, and talk about the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"^\s*(?:\d+[.)]|[-*•]|[A-Da-d][.)])\s+\S", re.MULTILINE)
_ASKED = re.compile(
    r"\b(?:what (?:do|will|would|should) you (?:do|choose)|(?:your|the) choices? (?:is|are)\b"
    r"|choose (?:one|wisely|your path)|option [a-d1-9]\b)",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"^\s*(?:(?:sure|certainly|of course|okay)\b[,!.:]|here(?:'s| is| are)\b[^.\n]{0,60}"
    r"\b(?:passage|prose|text|scene|revision|version|story)\b|(?:title|passage|beat|chapter)\s*"
    r"[\d]*:|#{1,6}\s|```)|\bas an ai\b|\blanguage model\b|\bword count\b|\[[^\]\n]*\b(?:passage"
    r"|insert|choice|scene)\b[^\]\n]*\]|\*\*",
    re.IGNORECASE | re.MULTILINE,
)


def menu(prose: str, labels: Sequence[str]) -> str:
    """Where the text lists choices, which the player is shown anyway; else empty."""
    if asked := _ASKED.search(prose):
        return asked.group()
    if len(_NUMBERED.findall(prose)) >= 2:
        return _line(prose, _NUMBERED)
    told = _plain(prose)
    named = [label for label in labels if len(label.split()) > 2 and _plain(label) in told]
    return named[0] if len(named) > 1 else ""


def decided_label(prose: str, labels: Sequence[str]) -> str:
    """A choice that the text takes for the player, in the choice's own words; else empty.

    Only where there is something to choose: a single label tells what comes next.
    """
    told = _plain(prose)
    for label in labels if len(labels) > 1 else ():
        words = _plain(label).strip()
        if len(words.split()) > 2 and (f" you {words} " in told or f" i {words} " in told):
            return label
    return ""


def remark(prose: str) -> str:
    """Words about the text instead of the text itself, or markup; else empty."""
    return _line(prose, _REMARK)


def _line(prose: str, pattern: re.Pattern[str]) -> str:
    found = pattern.search(prose)
    return found.group().strip()[:80] if found else ""


def _plain(text: str) -> str:
    """Lower-case words with one space around each."""
    words = " ".join(re.findall(r"\w+", text.lower()))
    return f" {words} "
