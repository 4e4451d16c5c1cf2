"""Read Chapbook's markup: the vars section, modifiers such as ``[if x]``, and inserts in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
from questfoundry.infra.foreign.markdown_text import MarkdownMarkup
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.sugarcube_code import QUOTED, visit_counter_of
from questfoundry.infra.foreign.twine_markup import TwineLink, parse_attributes

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


def _is_incomplete(line: str) -> bool:
    """Return whether the value in ``line`` lacks a quotation mark or a bracket."""
    found = _LINE.fullmatch(line)
    bare = _QUOTES.sub("", found[3]) if found else ""
    # A slash may begin a regular expression or a comment, in which all marks are allowed.
    is_odd = bool(re.search(r"[\"'`]", bare)) or any(
        bare.count(one) != bare.count(two) for one, two in _BRACKETS
    )
    return is_odd and "/" not in bare


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
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_HIDDEN = re.compile(r"note|fixme|todo|css|javascript|ifnever\s.*")
_HIDDEN_BY_VERSION_1 = re.compile(r"note to self")
_HIDDEN_BY_VERSION_2 = re.compile(r"note\s+to\s+myself|n\.?b\.?")
_PROSE = re.compile(
    r"[^:]*:\s*(?!(?:await|class|delete|function|new|typeof|void)\b)[A-Za-z]\w*"
    r"\s+(?!(?:in|instanceof)\b)[A-Za-z].*"
)
_QUOTES = re.compile(QUOTED, re.DOTALL)
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))
_MARGIN = re.compile(r"config\.(?:header|footer)\.(?:left|center|right)\s*:\s*([\"'`])(.*)\1\s*")
_HARMLESS = re.compile(r"cont('d|inued?)?|append|else|(align|after|ifalways)\b.*")
_VARIABLE = re.compile(r"[\w.]+")
_INPUT = re.compile(r"(cycling link|dropdown menu|text input)( for)?")
_MEDIA = re.compile(
    r"embed (unsplash |flickr )?image|embed youtube video|(no )?ambient sound|sound effect"
    r"|restart link|theme switcher"
)


VARS_LINES = r"\A(?:[\w.]++[ \t]*+(?:\([^\n]*\)[ \t]*+)?:[^\n]*+\n|[ \t]*+\n)++--(?=\n|\Z)"
"""A pattern for a vars section without other lines, which is typical of Chapbook."""


class Chapbook(MarkdownMarkup):
    """A reader of Chapbook's markup; ``{restart link}`` ends a playthrough, so it is no choice."""

    link_attribute = "data-cb-go"
    tokens: ClassVar = {
        "vars_lines": VARS_LINES,
        "variables": r"\A(?:[^\n]*+\n)*?--(?=\n|\Z)",
        "cut": r"^--$(?s:.*)",
        "modifier": r"^\[(?P<modifiers>[^\[\n][^\n]+[^\]\n])\]$",
        "insert": r"\{\s*(?P<insert_name>[A-Za-z_][^{}\n:,]*+)(?P<insert_code>[^{}]{0,2000}+)\}",
        **MarkdownMarkup.tokens,
    }
    certain_tokens = MarkdownMarkup.certain_tokens | {"variables", "cut"}

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._else_condition: Condition = ALWAYS
        """The condition under which an ``[else]`` modifier would show its text."""
        self._modifiers_end = -1

    def handle_token(self, token: Match[str]) -> None:
        """Read a vars section, a modifier line, an insert, a link or HTML."""
        match token.lastgroup:
            case "variables" | "vars_lines":
                self._read_vars_section(token[0])
            case "cut":
                # Chapbook shows only the text up to the second line of two dashes.
                self._state.refuse(
                    "--", "Chapbook does not show the text below a second such line."
                )
                self._state.is_hidden = True
            case "modifier":
                self._read_modifier_line(token)
            case "insert":
                name = " ".join(token["insert_name"].split()).lower()
                self._read_insert(name, token["insert_code"], token[0])
            case _:
                super().handle_token(token)

    def decode_entities(self, name: str) -> str:
        """Return ``name``: Chapbook decodes nothing in it."""
        return name

    def _may_be_text(self, code: Match[str]) -> bool:
        before = code.string[max(0, code.start() - 500) : code.start()]
        last = before.rstrip().rpartition("\n")[2]
        is_first = code.lastgroup == "indented" and (last.startswith("[") or last == "--")
        return is_first or super()._may_be_text(code)

    def _read_tag(self, tag: str) -> None:
        story = self._state.story
        if tag.startswith("<passage-link") and not story.is_before(2):
            self._add_link(TwineLink(label="", target=parse_attributes(tag).get("to", "")), tag)
        elif self.link_attribute in tag and story.version and not story.is_before(2):
            self._state.note_unknown_target(tag)
        else:
            super()._read_tag(tag)

    def _read_modifier_line(self, token: Match[str]) -> None:
        # Modifiers on lines without text between them apply to the same text.
        if self._modifiers_end < 0 or token.string[self._modifiers_end : token.start()].strip():
            self._state.is_hidden = False
            self._state.condition = ALWAYS
        self._modifiers_end = token.end()
        self._read_modifiers([part.strip() for part in token["modifiers"].split(";")])

    def _hides(self, name: str) -> bool | None:
        """Return whether the modifier ``name`` hides its text, or ``None`` if versions differ."""
        if _HIDDEN.fullmatch(name):
            return True
        by_version = (_HIDDEN_BY_VERSION_1.fullmatch(name), _HIDDEN_BY_VERSION_2.fullmatch(name))
        if not any(by_version):
            return False
        story = self._state.story
        return (
            bool(by_version[0] if story.is_before(2) else by_version[1]) if story.version else None
        )

    def _read_modifiers(self, modifiers: list[str]) -> None:
        for modifier in modifiers:
            name = modifier.lower()
            hides = self._hides(name)
            self._state.is_hidden = self._state.is_hidden or bool(hides)
            if name == "javascript":
                self._state.note_unknown_code("[JavaScript]")
                self._state.untracked |= set(_NAME.findall(self._state.passage.text))
            elif found := _CONDITION.fullmatch(modifier):
                self._read_condition(found[1].lower() == "if", found[2])
            elif name == "else":
                self._state.narrow_condition(self._else_condition, "else")
            elif hides is None:
                self._state.narrow_condition(UnknownCondition(name), name)
            elif not hides and not _HARMLESS.fullmatch(name):
                self._state.note_unknown_code(f"[{modifier}]")

    def _read_vars_section(self, code: str) -> None:
        for each in read_setters(code, self._state.passage.name):
            if each.value is None:
                self._state.untracked.add(each.name)
            else:
                self._state.condition = self._state.resolve_condition(each.condition)
                self._state.set_variables({each.name: each.value})
        self._state.condition = ALWAYS
        first = self._state.line
        for self._state.line, line in enumerate(code.removesuffix("--").split("\n"), first):
            if margin := _MARGIN.fullmatch(line.strip()):
                self._read_margin(re.sub(r"\\(.)", r"\1", margin[2]))
            elif _PROSE.fullmatch(line) or _is_incomplete(line.strip()):
                self._state.refuse(
                    line, "the value is not JavaScript, so the passage is not shown."
                )
                self._state.is_hidden = True
            elif line.strip() and ":" not in line:
                self._state.refuse(
                    line, "Chapbook reads the lines above '--' as variables, and does not show it."
                )
        self._state.line = first

    def _read_margin(self, text: str) -> None:
        # A header or footer stays in the passages after this one; what it includes is read here.
        for found in re.finditer(self.tokens["insert"], text):
            name = " ".join(found["insert_name"].split()).lower()
            if name == "link to" or "[[" in found[0]:
                self._state.note_unknown_text(text)
            self._read_insert(name, found["insert_code"], found[0])
        if "[[" in text:
            self._state.note_unknown_text(text)
            self._add_links_in(text)

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
        if not shows and self.resolve_target(target) == "":
            return
        label = _LABEL.search(code, found.end())
        text = "" if shows else (label and (label[1] or label[2])) or target
        self._state.add_choice(target, text, is_include=shows)

    def _read_reveal_link(self, code: str, whole: str) -> None:
        self._state.begin_click(whole)
        self._add_links_in(code)
        if named := _PASSAGE.search(code):
            self._read_target(code[named.end() :], whole, shows=True)
        self._state.end_click(once=True)
