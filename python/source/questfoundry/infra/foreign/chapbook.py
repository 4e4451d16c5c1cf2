"""Read Chapbook's markup: the vars section, modifiers such as ``[if x]``, and inserts in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from re import Match
from typing import ClassVar

from attrs import frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    UnknownCondition,
    Variable,
    negate,
)
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.sugarcube_code import visit_counter_of
from questfoundry.infra.foreign.twine_markup import TwineDialect, add_links

LOOKUPS = frozenset(
    ("config", "passage", "story", "browser", "engine", "random", "now", "window", "document")
)
"""Objects that Chapbook provides and that no story sets."""

_LINE = re.compile(r"([\w.]+)[ \t]*(?:\((.*)\)[ \t]*)?:(.*)")


@frozen
class ChapbookSetter:
    """A line of the vars section, which sets the variable ``name`` if ``condition`` holds.

    ``value`` is ``None`` if its code cannot be parsed.
    """

    name: str
    condition: Condition
    value: Expression | None


def read_condition(code: str, passage: str) -> Condition:
    """Return the condition in ``code``, which is part of the passage called ``passage``."""
    return parse_condition(code, _language(passage))


def read_setters(code: str, passage: str) -> Iterator[ChapbookSetter]:
    """Yield a setter for each line of ``code``, a vars section; skip Chapbook's own objects."""
    for line in code.split("\n"):
        found = _LINE.fullmatch(line.strip())
        if found and found[1].partition(".")[0] not in LOOKUPS:
            condition = read_condition(found[2], passage) if found[2] else ALWAYS
            yield ChapbookSetter(
                found[1], condition, parse_expression(found[3], _language(passage))
            )


def _language(passage: str) -> Language:
    return Language(
        constants={"passage.visits": Variable(visit_counter_of(passage))},
        is_bare_variable=lambda name: name.partition(".")[0] not in LOOKUPS,
    )


_STRING = r"\s*:\s*(?:'([^'\n]*)'|\"([^\"\n]*)\")"
_TARGET = re.compile(_STRING)
_LABEL = re.compile(rf"\blabel{_STRING}")
_PASSAGE = re.compile(r"\bpassage(?=\s*:)")
_CONDITION = re.compile(r"(if|unless)\s+(.*)", re.DOTALL | re.IGNORECASE)
_FOR = re.compile(r"\bfor\s*:\s*['\"]([\w.]+)['\"]")
_GOING = re.compile(r"\sdata-cb-go\s*=\s*(?:\"([^\"]+)\"|'([^']+)')")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_HIDDEN = re.compile(r"note( to self)?|fixme|todo|css|javascript|ifnever\b.*")
_HIDDEN_BY_SOME = re.compile(r"note to myself|n\.?b\.?")
"""A pattern for modifiers that hide text only in some versions of Chapbook."""
_HARMLESS = re.compile(r"cont('d|inued?)?|append|else|(align|after|ifalways)\b.*")
_VARIABLE = re.compile(r"[\w.]+")
_INPUT = re.compile(r"(cycling link|dropdown menu|text input)( for)?")
_MEDIA = re.compile(
    r"embed (unsplash |flickr )?image|embed youtube video|(no )?ambient sound|sound effect"
    r"|restart link|theme switcher"
)


class Chapbook(TwineDialect):
    """A reader of Chapbook's markup; ``{restart link}`` ends a playthrough, so it is no choice."""

    tokens: ClassVar = {
        "variables": r"\A(?:[\w.]++[ \t]*+(?:\([^\n]*\)[ \t]*+)?:[^\n]*+\n|[ \t]*+\n)++--(?=\n|\Z)",
        "modifier": r"^\[(?!\[)(?P<modifiers>[^\[\]\n]++)\][ \t]*+$",
        "going": r"<[A-Za-z](?=[^<>]*\bdata-cb-go\b)[^<>]*+>",
        "insert": r"\{(?P<insert_name>[A-Za-z_][^{}\n:,]*+)(?P<insert_code>[^{}\n]*+)\}",
    }

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._else_condition: Condition = ALWAYS
        """The condition under which an ``[else]`` modifier would show its text."""

    def handle_token(self, token: Match[str]) -> None:
        """Read a vars section, a modifier line, an insert, or an HTML link with ``data-cb-go``."""
        match token.lastgroup:
            case "variables":
                self._read_vars_section(token[0])
            case "modifier":
                self._read_modifiers([part.strip() for part in token["modifiers"].split(";")])
            case "going":
                found = _GOING.search(token[0])
                self._state.add_choice(unescape(found[1] or found[2])) if found else None
            case "insert":
                self._read_insert(
                    token["insert_name"].strip().lower(), token["insert_code"], token[0]
                )

    def _read_modifiers(self, modifiers: list[str]) -> None:
        self._state.is_hidden = False
        self._state.condition = ALWAYS
        for modifier in modifiers:
            name = modifier.lower()
            if _HIDDEN.fullmatch(name):
                self._state.is_hidden = True
            if name == "javascript":
                self._state.note_unknown_code("[JavaScript]")
                self._state.untracked |= set(_NAME.findall(self._state.passage.text))
            elif found := _CONDITION.fullmatch(modifier):
                self._read_condition(found[1].lower() == "if", found[2])
            elif name == "else":
                self._state.narrow_condition(self._else_condition, "else")
            elif _HIDDEN_BY_SOME.fullmatch(name):
                self._state.narrow_condition(UnknownCondition(name), name)
            elif not _HIDDEN.fullmatch(name) and not _HARMLESS.fullmatch(name):
                self._state.note_unknown_code(f"[{modifier}]")

    def _read_vars_section(self, code: str) -> None:
        for each in read_setters(code, self._state.passage.name):
            if each.value is None:
                self._state.untracked.add(each.name)
            else:
                self._state.condition = self._state.resolve_condition(each.condition)
                self._state.set_variables({each.name: each.value})
        self._state.condition = ALWAYS

    def _read_condition(self, is_if: bool, code: str) -> None:
        condition = self._state.resolve_condition(read_condition(code, self._state.passage.name))
        condition = condition if is_if else negate(condition)
        self._state.narrow_condition(condition, code)
        self._else_condition = negate(condition)

    def _read_insert(self, name: str, code: str, whole: str) -> None:
        if name in ("link to", "embed passage", "embed passage named"):
            self._read_target(code, whole, shows=name != "link to")
        elif name == "reveal link":
            self._read_reveal_link(code, whole)
        elif name == "back link":
            self._state.note_unknown_target("{back link}")
        elif _INPUT.fullmatch(name):
            self._state.untracked |= set(_FOR.findall(whole))
        elif not _MEDIA.fullmatch(name) and not _VARIABLE.fullmatch(name):
            self._state.note_unknown_code(f"{{{name}}}")

    def _read_target(self, code: str, whole: str, *, shows: bool) -> None:
        if not (found := _TARGET.match(code)):
            self._state.note_unknown_target(whole)
            return
        target = found[1] or found[2] or ""
        label = _LABEL.search(code, found.end())
        text = "" if shows else (label and (label[1] or label[2])) or target
        self._state.add_choice(target, text, is_include=shows)

    def _read_reveal_link(self, code: str, whole: str) -> None:
        self._state.begin_click(whole)
        add_links(self._state, code)
        if named := _PASSAGE.search(code):
            self._read_target(code[named.end() :], whole, shows=True)
        self._state.end_click(once=True)
