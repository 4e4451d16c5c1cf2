"""Read the markup that all Twine formats share, and define the base class of their readers.

The notations of a link are ``[[a]]``, ``[[a->b]]``, ``[[b<-a]]`` and ``[[a|b]]``.
"""

import html
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from attrs import define, frozen

from questfoundry.domain.story.foreign.expressions import ALWAYS, Condition, conjoin, negate
from questfoundry.infra.foreign.parser_state import ParserState, limit_condition
from questfoundry.infra.foreign.sugarcube_code import (
    can_have_side_effects,
    is_harmless_script,
    parse_string,
    read_settings,
)


@define(kw_only=True)
class Branches:
    """The branches of a conditional; ``else_condition`` holds if no earlier branch was taken."""

    outer_condition: Condition
    else_condition: Condition = ALWAYS


class TwineDialect(ABC):
    """A reader of one passage in the markup of one Twine story format.

    ``tokens`` has a regular expression for each kind of token. Each expression begins with a
    bracket, a slash or a backtick, or matches only at the start of the text. It must not search
    past the next opening bracket of its own kind: otherwise a hostile file could take more than
    linear time.
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

_LINK = re.compile(LINK)
_PASSAGE = re.compile(r"\sdata-passage\s*=\s*(?:\"([^\"]+)\"|'([^']+)')")
_CODE = re.compile(
    r"(?:\son[a-z]+\s*=|\sdata-setter\s*=|\shref\s*=(?=\s*[\"']\s*javascript:))"
    r"\s*(?:\"([^\"]*)\"|'([^']*)')",
    re.IGNORECASE,
)
_WEB = re.compile(r"(?:https?|ftp|file)://|(?:mailto|tel|data|javascript):", re.IGNORECASE)


@frozen(kw_only=True)
class TwineLink:
    """A link in a passage; ``setter`` is the code that SugarCube runs when the player clicks it."""

    label: str
    target: str
    setter: str


def parse_link(inner: str) -> TwineLink:
    """Return the link in ``inner``, the text between the brackets.

    The label and the target are separated by the last ``->``, else the first ``<-``, else the last
    ``|``.
    """
    link, _, setter = inner.partition("][")
    if "->" in link:
        label, _, target = link.rpartition("->")
    elif "<-" in link:
        target, _, label = link.partition("<-")
    elif "|" in link:
        label, _, target = link.rpartition("|")
    else:
        label = target = link
    return TwineLink(label=label.strip(), target=target.strip(), setter=setter)


def add_links(state: ParserState, code: str) -> None:
    """Add a choice to ``state`` for each link in ``code``."""
    for found in _LINK.finditer(code):
        link = parse_link(found["link_inner"])
        state.add_choice(link.target, link.label)


class TwineMarkup(TwineDialect):
    """A reader of links, comments, and HTML scripts and styles."""

    tokens: ClassVar = {
        "comment": r"<!--(?:[^<-]|-(?!->)|<(?!!--))*+-->",
        "code": r"(?i:<(?P<element>script|style)\b[^<>]*+>(?:[^<]|<(?!/?(?:script|style)\b))*+"
        r"</(?:script|style)\s*+>)",
        "named": r"<[A-Za-z](?=[^<>]*\bdata-passage\b)[^<>]*+>",
        "acting": r"<[A-Za-z](?![^<>]*\bdata-cb-go\b)"
        r"(?=[^<>]*(?:\son[a-z]+\s*=|javascript:))[^<>]*+>",
        "link": LINK,
    }

    def handle_token(self, token: Match[str]) -> None:
        """Read a link as a choice; record that scripts and event handlers are not understood."""
        match token.lastgroup:
            case "link":
                self._add_link(parse_link(token["link_inner"]))
            case "named":
                self._read_data_passage(token[0])
            case "acting":
                self._read_event_handler(token[0])
            case "code" if token["element"].lower() == "script":
                self._state.note_unknown_code("<script>", token[0])

    def _read_data_passage(self, element: str) -> None:
        found = _PASSAGE.search(element)
        if found:
            self._state.add_choice(html.unescape(found[1] or found[2]))
            self._read_event_handler(_PASSAGE.sub("", element))
        else:
            self._state.note_unknown_target(element)

    def _read_event_handler(self, element: str) -> None:
        code = html.unescape(" ".join(f"{one}{other};" for one, other in _CODE.findall(element)))
        if not is_harmless_script(code.replace("this.dataset.passage", "")):
            self._state.note_unknown_code(element, code)

    def _add_link(self, link: TwineLink) -> None:
        if _WEB.match(link.target):
            return
        settings = read_settings(link.setter, self._state.passage.name) if link.setter else {}
        if settings is None:
            self._state.note_unknown_change(
                link.setter, has_note=can_have_side_effects(link.setter)
            )
        # SugarCube evaluates a label in quotes as a string.
        label = parse_string(link.label) or link.label
        self._state.add_choice(link.target, label, settings=settings)
