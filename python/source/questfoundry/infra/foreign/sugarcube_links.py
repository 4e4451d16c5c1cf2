"""Read SugarCube's links, ``[[label|target][setter]]`` and ``[img[source][target][setter]]``."""

import html
import re
from collections.abc import Set as AbstractSet
from re import Match
from typing import ClassVar

from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.sugarcube_code import parse_string
from questfoundry.infra.foreign.twee_passages import TweePassage
from questfoundry.infra.foreign.twine_markup import TwineLink, TwineMarkup, parse_attributes

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
    """Return the name of the passage to which ``target`` leads, even if it is none of ``names``.

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


_CLOSING = re.compile(r"</([a-z][\w-]*)")
# Elements without a closing tag, and those that SugarCube skips as text without one.
_UNPAIRED = re.compile(
    r"area|base|br|col|embed|hr|img|input|keygen|link|menuitem|meta|param|source|track|wbr"
    r"|html|nowiki|script|style|svg"
)
_MEDIA = re.compile(r"</?(?:audio|img|source|track|video)\b", re.IGNORECASE)
_ENTITY = re.compile(
    "&(?:amp|#38|#x26|lt|#60|#x3c|gt|#62|#x3e|quot|#34|#x22|apos|#39|#x27|#96|#x60);", re.IGNORECASE
)
_NOBR = re.compile(r"<<nobr>>(?:[^<]|<(?!<nobr>>))*?<</nobr>>")


class SugarCubeMarkup(TwineMarkup):
    """A reader of SugarCube's links, in double brackets or as HTML elements."""

    tokens: ClassVar = {**TwineMarkup.tokens, "link": LINK.pattern}

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._closed_elements = set(_CLOSING.findall(state.passage.text.lower()))

    @classmethod
    def prepare_text(cls, passage: TweePassage) -> str:
        """Return the text of ``passage`` with spaces for the line ends that SugarCube joins."""
        if "nobr" in passage.tags:
            return passage.text.replace("\n", " ")
        return _NOBR.sub(lambda found: found[0].replace("\n", " "), passage.text)

    @classmethod
    def parse_link(cls, token: Match[str]) -> TwineLink:
        """Return the link that ``token`` matched, split at the first separator outside quotes."""
        return parse_link(token)

    def resolve_target(self, target: str) -> str | None:
        """Return the passage to which a link to ``target`` leads; see ``locate_target``."""
        found = locate_target(target, self._state.story.names)
        return found and self.find_name(found)

    def decode_entities(self, name: str) -> str:
        """Return ``name`` without the few character references that SugarCube decodes."""
        return _ENTITY.sub(lambda found: html.unescape(found[0]), name)

    def _read_tag(self, tag: str) -> None:
        name = re.split(r"[\s/>]", tag[1:], maxsplit=1)[0].lower()
        is_single = bool(_UNPAIRED.fullmatch(name)) or tag.endswith("/>") or tag.startswith("</")
        if not is_single and name not in self._closed_elements:
            self._state.refuse(tag, f"there is no </{name}>.")
        else:
            super()._read_tag(tag)

    def is_link_tag(self, tag: str) -> bool:
        """Return whether ``tag`` is a link, not a picture or a sound."""
        story = self._state.story
        if story.version and not story.is_before(2, 37) and "href" in parse_attributes(tag):
            self._state.refuse(tag, "an element with data-passage must not have href.")
            return False
        return not _MEDIA.match(tag)
