"""Read the markup that Twine formats share: links, comments, HTML; formats override its parts.

The notations of a link are ``[[a]]``, ``[[a->b]]``, ``[[b<-a]]`` and ``[[a|b]]``. Formats differ in
what they do with several separators, spaces, quotes and line ends, and in what they do not read.
"""

from __future__ import annotations

import html
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from re import Match
from typing import ClassVar

from attrs import define, frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    conjoin,
    negate,
)
from questfoundry.infra.foreign.parser_state import ParserState, limit_condition
from questfoundry.infra.foreign.sugarcube_code import (
    can_have_side_effects,
    is_harmless_script,
    read_settings,
)
from questfoundry.infra.foreign.twee_passages import TweePassage


@define(kw_only=True)
class Branches:
    """The branches of a conditional; ``else_condition`` holds if no earlier branch was taken."""

    outer_condition: Condition
    else_condition: Condition = ALWAYS


class TwineDialect(ABC):
    """A reader of one passage in the markup of one Twine story format.

    ``tokens`` has a regular expression for each kind of token. Each expression begins with a
    bracket, a slash, a quote, a backtick or a tilde, or matches only at the start of the text or of
    a line. It must not search past the next opening bracket of its own kind, or past a fixed
    length: otherwise a hostile file could take more than linear time.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def handle_token(self, token: Match[str]) -> None:
        """Read ``token``, whose ``lastgroup`` is a key of ``tokens``, into the parser state."""

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """Close all markup that is still open at the end of the passage."""

    def _enter_branch(self, branches: Branches, condition: Condition, code: str) -> None:
        condition = self._state.resolve_condition(condition)
        self._state.condition = limit_condition(
            conjoin(branches.outer_condition, branches.else_condition, condition), code
        )
        branches.else_condition = limit_condition(
            conjoin(branches.else_condition, negate(condition)), "else"
        )


LINK = r"\[\[(?!\[)(?P<link_inner>(?:[^\[\]\n]|\[(?!\[)|\](?!\]))*+)\]\]"
"""A pattern for a link within one line; if openings are nested, the link is the innermost one."""

TAG = r"</?[A-Za-z](?:\"[^\"]*+\"|'[^']*+'|[^\"'<>])*+>"
"""A pattern for an HTML tag; brackets inside quoted attributes belong to the tag."""

SCRIPT_OR_INPUT = (
    r"(?i:<(?P<element>script|style|textarea)\b[^<>]*+>"
    r"(?:[^<]|<(?!/?(?:script|style|textarea)\b))*+</(?P=element)\s*+>)"
)
"""A pattern for HTML elements whose content a browser does not show as text with links."""

_ATTRIBUTE = re.compile(
    r"\s(?P<name>[^\s\"'<>/=]+)\s*=\s*(?:\"(?P<one>[^\"]*)\"|'(?P<two>[^']*)'"
    r"|(?P<bare>[^\s\"'=<>`]+))"
)
_WEB = re.compile(r"(?:https?|ftp|file)://|(?:mailto|tel|data|javascript):", re.IGNORECASE)
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)|.*<%.*", re.DOTALL)
_SEPARATOR = re.compile(r"->|<-|\|")
_QUOTED = re.compile(r"\"[^\"\\]+\"|'[^'\\]+'|`[^`\\$]+`")


@frozen(kw_only=True)
class TwineLink:
    """A link in a passage; ``setter`` is the code that SugarCube runs when the player clicks it."""

    label: str
    target: str
    setter: str = ""


def split_at_first(inner: str, *separators: str) -> TwineLink:
    """Return the link in ``inner``, split at the first of ``separators`` that occurs in it."""
    for separator in separators:
        one, found, other = inner.partition(separator)
        if found:
            label, target = (other, one) if separator == "<-" else (one, other)
            return TwineLink(label=label, target=target)
    return TwineLink(label=inner, target=inner)


_MARKUP = re.compile(r"\[\[|<<[A-Za-z=-]|\bdata-passage\b")
_WHOLE_LINK = re.compile(r"\[\[(?!\[)[^\]]*\]\]")


def has_joined_markup(strings: Sequence[str]) -> bool:
    """Return whether ``strings``, with their quotes, may form a link or macro when joined."""
    rest = "".join(_WHOLE_LINK.sub("", each[1:-1]) for each in strings)
    return bool(_MARKUP.search(rest))


def parse_attributes(tag: str) -> dict[str, str]:
    """Return the attributes of ``tag`` by their names in lower case."""
    return {
        found["name"].lower(): html.unescape(found["one"] or found["two"] or found["bare"] or "")
        for found in _ATTRIBUTE.finditer(tag)
    }


class TwineMarkup(TwineDialect):
    """A reader of links, comments and HTML, as most formats read them."""

    link_attribute: ClassVar[str] = "data-passage"
    """The HTML attribute that names the passage to which a click on the element leads."""

    certain_tokens: ClassVar[frozenset[str]] = frozenset()
    """The kinds of token that are read only in a story whose format is known."""

    tokens: ClassVar[Mapping[str, str]] = {
        "comment": r"<!--(?:[^<-]|-(?!->)|<(?!!--))*+-->",
        "script": r"(?i:<(?P<element>script|style)\b[^<>]*+>(?:[^<]|<(?!/?(?:script|style)\b))*+"
        r"</(?:script|style)\s*+>)",
        "tag": TAG,
        "link": LINK,
    }

    def handle_token(self, token: Match[str]) -> None:
        """Read a link as a choice; record that scripts and event handlers are not understood."""
        match token.lastgroup:
            case "link":
                self._read_bracket_link(token)
            case "tag":
                self._read_tag(token[0])
            case "script" if token["element"].lower() == "script":
                self._state.note_unknown_code("<script>", token[0])

    def _read_bracket_link(self, token: Match[str]) -> None:
        self._add_link(self.parse_link(token), token[0])

    @classmethod
    def prepare_text(cls, passage: TweePassage) -> str:
        """Return the text of ``passage`` as the format reads it, with the same length."""
        return passage.text

    @classmethod
    def parse_link(cls, token: Match[str]) -> TwineLink:
        """Return the link that ``token`` matched."""
        link, _, setter = token["link_inner"].partition("][")
        if "->" in link:
            label, _, target = link.rpartition("->")
        elif "<-" in link:
            target, _, label = link.partition("<-")
        elif "|" in link:
            label, _, target = link.rpartition("|")
        else:
            label = target = link
        return TwineLink(label=label.strip(), target=target.strip(), setter=setter)

    def resolve_target(self, target: str) -> str | None:
        """Return the passage to which a link to ``target`` leads, or ``None`` if it is unknown.

        The result is empty if the link leads out of the story, or is no link at all.
        """
        if target in self._state.story.names:
            return target
        if (plain := self.find_name(target)) in self._state.story.names:
            return plain
        if _QUOTED.fullmatch(target):
            return target[1:-1]
        if _WEB.match(target):
            return ""
        return None if _CODE.fullmatch(target) else target

    def find_name(self, name: str) -> str:
        """Return the name of the passage to which a link with the text ``name`` leads.

        If only the text with decoded character references is the name of a passage, return that.
        """
        plain = self.decode_entities(name)
        names = self._state.story.names
        return plain if plain in names and name not in names else name

    def decode_entities(self, name: str) -> str:
        """Return ``name`` without the character references that the format decodes in a target."""
        return html.unescape(name)

    def _add_link(
        self, link: TwineLink, whole: str, settings: Mapping[str, Expression] | None = None
    ) -> None:
        target = self.resolve_target(link.target)
        if target == "":
            return
        if settings is None and link.setter:
            settings = read_settings(link.setter, self._state.passage.name)
            if settings is None:
                has_note = can_have_side_effects(link.setter)
                self._state.note_unknown_change(link.setter, has_note=has_note)
        if target is None:
            self._state.note_unknown_target(link.target if link.target in whole else whole)
        else:
            self._state.add_choice(target, link.label, settings=settings)

    def _add_links_in(self, code: str) -> None:
        for found in re.finditer(self.tokens["link"], code, re.MULTILINE):
            self._add_link(self.parse_link(found), found[0])

    def _read_tag(self, tag: str) -> None:
        attributes = parse_attributes(tag)
        self._read_event_handlers(tag, attributes)
        if any(
            name.endswith(f"{mark}{self.link_attribute}") for name in attributes for mark in "@:"
        ):
            self._state.note_unknown_target(tag)
        elif (target := attributes.get(self.link_attribute)) is not None and self.is_link_tag(tag):
            setter = attributes.get("data-setter", "")
            self._add_link(TwineLink(label="", target=target, setter=setter), tag)

    def is_link_tag(self, _: str) -> bool:
        """Return whether an element with ``link_attribute`` is a link."""
        return True

    def _read_event_handlers(self, tag: str, attributes: Mapping[str, str]) -> None:
        code = "".join(f"{each};" for each in _list_handlers(attributes))
        if not is_harmless_script(code.replace("this.dataset.passage", "")):
            self._state.note_unknown_code(tag, code)


def _list_handlers(attributes: Mapping[str, str]) -> Iterator[str]:
    for name, value in attributes.items():
        if name.startswith("on") or (name == "href" and value.strip().startswith("javascript:")):
            yield value


class UnknownMarkup(TwineMarkup):
    """A reader of links in a story whose format is unknown.

    If formats would read a link differently, its target counts as unknown.
    """

    tokens: ClassVar[Mapping[str, str]] = {**TwineMarkup.tokens, "link": LINK.replace(r"\n", "")}

    def _read_bracket_link(self, token: Match[str]) -> None:
        link, inner = self.parse_link(token), token["link_inner"]
        is_paired = "[" in inner and token.string[token.end() :].startswith("]")
        if is_paired and link.target not in self._state.story.names:
            self._state.note_unknown_target(f"{token[0]}]")
        elif "\n" in inner or self._may_lead_elsewhere(inner, link.target):
            self._state.note_unknown_target(token[0])
        else:
            self._add_link(link, token[0])

    def _may_lead_elsewhere(self, inner: str, target: str) -> bool:
        """Return whether a format may split ``inner`` so that it does not lead to ``target``."""
        parts = [each.strip() for each in _SEPARATOR.split(inner)]
        return len(parts) > 2 and {target} != {*parts} & self._state.story.names
