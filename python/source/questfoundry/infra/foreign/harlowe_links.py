"""Read Harlowe's links, whose names are markup."""

import re
from collections.abc import Set as AbstractSet
from re import Match

from questfoundry.infra.foreign.twine_markup import TAG, TwineLink

LINK = r"\[\[(?!\[)(?P<link_inner>(?:[^\]]|\](?!\])){1,1000}+)\]\]"
"""A pattern for a link, which may have line ends in it."""

_SEPARATED = re.compile(r"(?P<label>[^\]]*)(?:->|\|)(?P<target>[^\]]*)")
_REVERSED = re.compile(r"(?P<target>[^\]]*?)<-(?P<label>[^\]]*)")

# Code in a name: Harlowe runs it, and takes the text that it shows as the name.
_COMPUTED = re.compile(r"[$_][A-Za-z]|\([A-Za-z$_][\w-]*:")
_ESCAPED_LINE = re.compile(r"\\\n\\?|\n\\?")
_LINE_START = re.compile(r"\A[ \t]*(?:#{1,6}[ \t]*|(?:\*+|(?:0\.)+)[ \t]+)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_STYLES = [
    re.compile(r"(`+)(?!`)(?P<text>.+?)(?<!`)\1(?!`)"),
    re.compile(r"\{\s*(?P<text>[^{}]*?)\s*\}"),
    re.compile(rf"(?:{TAG})(?P<text>)"),
    *(re.compile(rf"{mark}(?P<text>.+?){mark}") for mark in ("''", "//", r"\*\*", "~~", r"\^\^")),
    re.compile(r"\*(?P<text>[^*]+)\*"),
]


def parse_link(found: Match[str]) -> TwineLink:
    """Return the link in ``found``: the last right separator counts, else the first left one.

    A link without a name after its separator leads to its label, one without a label nowhere.
    """
    inner = _COMMENT.sub("", found["link_inner"])
    if parts := _SEPARATED.fullmatch(inner):
        label = " ".join(parts["label"].split())
        return TwineLink(label=label, target=parts["label"] and (parts["target"] or label))
    if parts := _REVERSED.fullmatch(inner):
        label = " ".join(parts["label"].split())
        return TwineLink(label=label, target=parts["label"] and parts["target"])
    return TwineLink(label=" ".join(inner.split()), target=inner)


def read_unlabelled(found: Match[str]) -> str:
    """Return the passage in a link such as ``[[B<-]]``, which only Harlowe 1 reads, or nothing."""
    parts = _REVERSED.fullmatch(_COMMENT.sub("", found["link_inner"]))
    return "" if parts is None or parts["label"] else parts["target"]


def locate_target(target: str, names: AbstractSet[str]) -> str | None:
    """Return the name of the passage to which ``target`` leads, even if it is none of ``names``.

    Harlowe removes styles from a name, but not spaces around it. The result is ``None`` if code
    computes the name.
    """
    if target in names:
        return target
    if _COMPUTED.search(target):
        return None
    text = _LINE_START.sub("", _ESCAPED_LINE.sub("", target))
    while (plain := _strip_styles(text)) != text and plain not in names:
        text = plain
    return plain


def _strip_styles(text: str) -> str:
    for style in _STYLES:
        text = style.sub(lambda found: found["text"], text)
    return text
