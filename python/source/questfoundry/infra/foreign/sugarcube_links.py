"""Read SugarCube's links, ``[[label|target][setter]]`` and ``[img[source][target][setter]]``."""

import re
from collections.abc import Set as AbstractSet
from re import Match

from questfoundry.infra.foreign.sugarcube_code import parse_string
from questfoundry.infra.foreign.twine_markup import TwineLink

# The parts of a link: a double quote outside of code also begins a text, and brackets are paired.
_QUOTE = r"\"(?:[^\"\\\n]|\\[^\n])*+\""
_PLAIN = rf"(?:[^\[\]\"\n]|{_QUOTE})"
_CODED = rf"(?:[^\[\]\"'\n]|{_QUOTE}|'(?:[^'\\\n]|\\[^\n])*+')"


def _bracketed(text: str) -> str:
    return rf"(?:{text}|\[(?:{text}|\[{text}*+\])*+\])*+"


_PART, _SETTER = _bracketed(_PLAIN), _bracketed(_CODED)
LINK = re.compile(rf"\[\[(?!\[)(?P<link_inner>{_PART})(?:\]\[(?P<link_setter>{_SETTER}))?+\]\]")
IMAGE = re.compile(
    rf"\[[<>]?(?i:img)\[{_PART}(?:\]\[(?P<image_target>{_PART}))?+"
    rf"(?:\]\[(?P<image_setter>{_SETTER}))?+\]\]"
)
_SEPARATOR = re.compile(rf"{_QUOTE}|(?P<separator>->|<-|\|)")
# SugarCube evaluates a link's target as code if no passage has that name.
_COMPUTED = re.compile(
    r"(?<![\w$])[$_][A-Za-z]|^[\w.$]+\(.*\)|^(?:setup|settings|State|Math)\.|^[(\[!].*[\"'`$(]"
    r"|^([\"'`])(?:[^\\]|\\.)*?\1\s*[-+?:.,&|=(\[)]",
    re.DOTALL,
)
_TEXT = re.compile(r"([\"'`])((?:(?!\1)[^\\]|\\.)+)\1", re.DOTALL)
# A link that is no passage leads out of the story if it looks like an address.
_ADDRESS = re.compile(
    r"^(?:file|https?|mailto|ftp|javascript|irc|news|data):|[/.?#]", re.IGNORECASE
)


def parse_link(found: Match[str]) -> TwineLink:
    """Return the link in ``found``, a match of ``LINK``, split at its first separator."""
    inner, setter = found["link_inner"], found["link_setter"] or ""
    first = next((each for each in _SEPARATOR.finditer(inner) if each["separator"]), None)
    one, other = (inner[: first.start()], inner[first.end() :]) if first else (inner, inner)
    label, target = (other, one) if first and first["separator"] == "<-" else (one, other)
    label = label.strip()
    return TwineLink(label=parse_string(label) or label, target=target.strip(), setter=setter)


def parse_image(found: Match[str]) -> TwineLink:
    """Return the link of the picture in ``found``, a match of ``IMAGE``; it may be empty."""
    target, setter = (found["image_target"] or "").strip(), found["image_setter"] or ""
    return TwineLink(label="", target=target, setter=setter)


def locate_target(target: str, names: AbstractSet[str]) -> str | None:
    """Return the one of the passages ``names``, or the missing one, to which ``target`` leads.

    The result is empty for a link out of the story, and ``None`` if code computes the target.
    """
    if target in names:
        return target
    if text := _TEXT.fullmatch(target):
        target = re.sub(r"\\(.)", r"\1", text[2])
    elif _COMPUTED.search(target):
        return None
    if target in names or target.startswith("~"):
        return target.removeprefix("~")
    return "" if _ADDRESS.search(target) else target
