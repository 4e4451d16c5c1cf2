"""Chapbook's markup: variables before the text, modifiers on lines of their own, inserts."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from questfoundry.infra.reading.parser_state import TwineDialect
from questfoundry.infra.reading.twine_markup import LINK, link_of

_STRING = r"\s*:\s*(?:'([^'\n]*)'|\"([^\"\n]*)\")"
_TARGET = re.compile(_STRING)
_LABEL = re.compile(rf"\blabel{_STRING}")
_PASSAGE = re.compile(r"\bpassage(?=\s*:)")
_LINK = re.compile(LINK)
_CONDITION = re.compile(r"(?:if|unless)\s")
_HIDDEN = re.compile(r"note( to myself)?|n\.b\.|fixme|todo|css|javascript|ifnever\b.*")
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
        "insert": r"\{(?P<insert_name>[A-Za-z_][^{}\n:,]*+)(?P<insert_code>[^{}\n]*+)\}",
    }

    def take(self, token: Match[str]) -> None:
        """See the class."""
        match token.lastgroup:
            case "variables":
                self._state.note("what the variables before the text are set to is not modelled")
            case "modifier":
                self._modifiers([part.strip() for part in token["modifiers"].split(";")])
            case "insert":
                self._insert(token["insert_name"].strip().lower(), token["insert_code"], token[0])

    def _modifiers(self, modifiers: list[str]) -> None:
        self._state.hidden = False
        for modifier in modifiers:
            name = modifier.lower()
            if _HIDDEN.fullmatch(name):
                self._state.hidden = True
            if name == "javascript":
                self._state.unknown("[JavaScript]")
            elif _CONDITION.match(name):
                self._state.condition_unknown(f"[{modifier}]")
            elif not _HIDDEN.fullmatch(name) and not _HARMLESS.fullmatch(name):
                self._state.unknown(f"[{modifier}]")

    def _insert(self, name: str, code: str, whole: str) -> None:
        if name in ("link to", "embed passage", "embed passage named"):
            self._literal(code, whole, shows=name != "link to")
        elif name == "reveal link":
            self._reveal(code, whole)
        elif name == "back link":
            self._state.target_unknown("{back link}")
        elif _INPUT.fullmatch(name):
            self._state.change_unknown(f"{{{name}}}")
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
        for inner in _LINK.finditer(code):
            link = link_of(inner["link_inner"])
            self._state.add(link.target, link.label)
        if named := _PASSAGE.search(code):
            self._literal(code[named.end() :], whole, shows=True)
