"""Read Harlowe's links, whose names are markup, and find the hooks that a name hides."""

import re
from collections.abc import Iterable, Mapping
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
_HEADING = re.compile(r"\A[ \t]*#{1,6}[ \t]*")
_STYLES = [
    re.compile(r"(`+)(?!`)(?P<text>.+?)(?<!`)\1(?!`)"),
    re.compile(r"\{\s*(?P<text>[^{}]*?)\s*\}"),
    re.compile(rf"(?:{TAG})(?P<text>)"),
    *(re.compile(rf"{mark}(?P<text>.+?){mark}") for mark in ("''", "//", r"\*\*", "~~", r"\^\^")),
    re.compile(r"\*(?P<text>[^*]+)\*"),
]


def parse_link(found: Match[str]) -> TwineLink:
    """Return the link in ``found``: the last right separator counts, else the first left one."""
    inner = found["link_inner"]
    if parts := _SEPARATED.fullmatch(inner) or _REVERSED.fullmatch(inner):
        label = " ".join(parts["label"].split())
        return TwineLink(label=label, target=parts["target"] if parts["label"] else "")
    return TwineLink(label=" ".join(inner.split()), target=inner)


def locate_target(target: str, names: AbstractSet[str]) -> str | None:
    """Return the one of the passages ``names``, or the missing one, to which ``target`` leads.

    Harlowe removes styles from a name, but not spaces around it. The result is ``None`` if code
    computes the name.
    """
    if target in names:
        return target
    if _COMPUTED.search(target):
        return None
    text = _HEADING.sub("", _ESCAPED_LINE.sub("", target))
    while (plain := _strip_styles(text)) != text and plain not in names:
        text = plain
    return plain


def _strip_styles(text: str) -> str:
    for style in _STYLES:
        text = style.sub(lambda found: found["text"], text)
    return text


_HOOK_NAME = re.compile(r"\?([\w-]+)")
_ANY_HOOK = re.compile(r"\(\s*(?:show\s*:\s*\)|hooks-?named\s*:)", re.IGNORECASE)
_BRACKETS = re.compile(
    rf"{LINK}|`++[^`\n]*+`++|(?P<open>\[)|(?P<close>\])(?:\((?P<name>[\w-]+)\|)?"
)


def find_hook_names(texts: Iterable[str]) -> AbstractSet[str] | None:
    """Return the names of hooks in the code of ``texts``; ``None`` if code may mean any hook."""
    found = set[str]()
    for text in texts:
        if _ANY_HOOK.search(text):
            return None
        found |= {normalise_hook_name(name) for name in _HOOK_NAME.findall(text)}
    return found


def normalise_hook_name(name: str) -> str:
    """Return ``name`` without what Harlowe ignores in it: dashes, underscores and case."""
    return re.sub("[-_]", "", name).lower()


def find_hidden_hooks(text: str) -> Mapping[int, str]:
    """Return the names of hooks that are hidden by a name after them, by their first offset."""
    if "(" not in text or "|" not in text:
        return {}
    opened, hidden = list[int](), dict[int, str]()
    for found in _BRACKETS.finditer(text):
        if found["open"]:
            opened.append(found.start())
        elif found["close"] and opened:
            begin = opened.pop()
            if found["name"]:
                hidden[begin] = found["name"]
    return hidden
