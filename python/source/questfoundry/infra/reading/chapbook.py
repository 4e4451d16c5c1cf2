"""Chapbook's markup: variables before the text, modifiers on lines of their own, inserts."""

from __future__ import annotations

import re
from html import unescape
from re import Match
from typing import ClassVar

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Unclear,
    both,
    negated,
)
from questfoundry.infra.reading.chapbook_code import asked_in, setters_in
from questfoundry.infra.reading.dialect import TwineDialect
from questfoundry.infra.reading.parser_state import ParserState, small
from questfoundry.infra.reading.twine_markup import LINK, parse_link

_STRING = r"\s*:\s*(?:'([^'\n]*)'|\"([^\"\n]*)\")"
_TARGET = re.compile(_STRING)
_LABEL = re.compile(rf"\blabel{_STRING}")
_PASSAGE = re.compile(r"\bpassage(?=\s*:)")
_LINK = re.compile(LINK)
_CONDITION = re.compile(r"(if|unless)\s+(.*)", re.DOTALL | re.IGNORECASE)
_FOR = re.compile(r"\bfor\s*:\s*['\"]([\w.]+)['\"]")
_GOING = re.compile(r"\sdata-cb-go\s*=\s*(?:\"([^\"]+)\"|'([^']+)')")
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_HIDDEN = re.compile(r"note( to self)?|fixme|todo|css|javascript|ifnever\b.*")
_HIDDEN_BY_SOME = re.compile(r"note to myself|n\.?b\.?")
"""Versions differ."""
_HARMLESS = re.compile(r"cont('d|inued?)?|append|else|(align|after|ifalways)\b.*")
_VARIABLE = re.compile(r"[\w.]+")
_INPUT = re.compile(r"(cycling link|dropdown menu|text input)( for)?")
_MEDIA = re.compile(
    r"embed (unsplash |flickr )?image|embed youtube video|(no )?ambient sound|sound effect"
    r"|restart link|theme switcher"
)


class Chapbook(TwineDialect):
    """Modifiers that hide or ask, and inserts that lead or show.

    A link that restarts is none: the playthrough is over there.
    """

    tokens: ClassVar = {
        "variables": r"\A(?:[\w.]++[ \t]*+(?:\([^\n]*\)[ \t]*+)?:[^\n]*+\n|[ \t]*+\n)++--(?=\n|\Z)",
        "modifier": r"^\[(?!\[)(?P<modifiers>[^\[\]\n]++)\][ \t]*+$",
        "going": r"<[A-Za-z](?=[^<>]*\bdata-cb-go\b)[^<>]*+>",
        "insert": r"\{(?P<insert_name>[A-Za-z_][^{}\n:,]*+)(?P<insert_code>[^{}\n]*+)\}",
    }

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._rest: Condition = ALWAYS
        """What holds where an ``[else]`` would show."""

    def take(self, token: Match[str]) -> None:
        """See the class."""
        match token.lastgroup:
            case "variables":
                self._set(token[0])
            case "modifier":
                self._modifiers([part.strip() for part in token["modifiers"].split(";")])
            case "going":
                found = _GOING.search(token[0])
                self._state.add(unescape(found[1] or found[2])) if found else None
            case "insert":
                self._insert(token["insert_name"].strip().lower(), token["insert_code"], token[0])

    def _modifiers(self, modifiers: list[str]) -> None:
        self._state.hidden = False
        self._state.condition = ALWAYS
        for modifier in modifiers:
            name = modifier.lower()
            if _HIDDEN.fullmatch(name):
                self._state.hidden = True
            if name == "javascript":
                self._state.unknown("[JavaScript]")
                self._state.spoiled |= set(_NAME.findall(self._state.passage.text))
            elif asked := _CONDITION.fullmatch(modifier):
                self._if(asked[1].lower() == "if", asked[2])
            elif name == "else":
                self._state.condition = small(both(self._state.condition, self._rest), "else")
            elif _HIDDEN_BY_SOME.fullmatch(name):
                self._state.condition = small(both(self._state.condition, Unclear(name)), name)
            elif not _HIDDEN.fullmatch(name) and not _HARMLESS.fullmatch(name):
                self._state.unknown(f"[{modifier}]")

    def _set(self, code: str) -> None:
        """What the lines before the text set, those that ask for something where that holds."""
        for each in setters_in(code, self._state.passage.name):
            if each.value is None:
                self._state.spoiled.add(each.name)
            else:
                self._state.condition = self._state.asked(each.asked)
                self._state.set({each.name: each.value})
        self._state.condition = ALWAYS

    def _if(self, wanted: bool, code: str) -> None:
        asked = self._state.asked(asked_in(code, self._state.passage.name))
        asked = asked if wanted else negated(asked)
        self._state.condition = small(both(self._state.condition, asked), code)
        self._rest = negated(asked)

    def _insert(self, name: str, code: str, whole: str) -> None:
        if name in ("link to", "embed passage", "embed passage named"):
            self._literal(code, whole, shows=name != "link to")
        elif name == "reveal link":
            self._reveal(code, whole)
        elif name == "back link":
            self._state.target_unknown("{back link}")
        elif _INPUT.fullmatch(name):
            self._state.spoiled |= set(_FOR.findall(whole))
        elif not _MEDIA.fullmatch(name) and not _VARIABLE.fullmatch(name):
            self._state.unknown(f"{{{name}}}")

    def _literal(self, code: str, whole: str, *, shows: bool) -> None:
        if not (found := _TARGET.match(code)):
            self._state.target_unknown(whole)
            return
        target = found[1] or found[2] or ""
        label = _LABEL.search(code, found.end())
        text = "" if shows else (label and (label[1] or label[2])) or target
        self._state.add(target, text, shows=shows)

    def _reveal(self, code: str, whole: str) -> None:
        """What a click shows, once; whoever goes on may not have clicked."""
        self._state.begin_click(whole)
        for inner in _LINK.finditer(code):
            link = parse_link(inner["link_inner"])
            self._state.add(link.target, link.label)
        if named := _PASSAGE.search(code):
            self._literal(code[named.end() :], whole, shows=True)
        self._state.end_click(once=True)
