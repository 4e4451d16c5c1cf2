"""Snowman's templates, ``<% ... %>``: JavaScript that asks, sets, and shows other passages."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Unclear,
    both,
    negated,
)
from questfoundry.infra.reading.dialect import TwineDialect
from questfoundry.infra.reading.parser_state import ParserState, small
from questfoundry.infra.reading.snowman_code import (
    TEXT,
    asked_in,
    clicked_in,
    only_shows,
    plain,
    settings_in,
)
from questfoundry.infra.reading.sugarcube_code import variables_in

_GAP = r"(?:[\s;]|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_ASKED = rf"\(((?:{TEXT}|[^()\"'`]|\((?:{TEXT}|[^()\"'`]|\([^()\"'`]*+\))*+\))*+)\)"
_IF = re.compile(rf"if\s*{_ASKED}\s*\{{")
_ELSE = re.compile(rf"\}}\s*else\s*(?:if\s*{_ASKED}\s*)?\{{")
_STATEMENT = re.compile(rf"(?:{TEXT}|[^;{{}}\n\"'`])++")
_SHOWN = re.compile(rf"\s*(?:window\.)?story\.render\(\s*({TEXT})\s*\)\s*;?\s*")
_BRACE = re.compile(rf"{TEXT}|[{{}}]")
_SPACE = re.compile(_GAP)


@define(kw_only=True)
class _Block:
    """What stands between braces; ``rest`` is what holds in an ``else``, ``known`` if it is one."""

    outer: Condition
    rest: Condition = ALWAYS
    known: bool = True


class Snowman(TwineDialect):
    """Conditions on variables, what variables are set to, and passages that are shown."""

    tokens: ClassVar = {"template": r"<%(?:[^<%]|<(?!%)|%(?!>))*+%>"}

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._blocks: list[_Block] = []
        self._unknown = 0

    def take(self, token: Match[str]) -> None:
        """See the class."""
        code = plain(token[0][2:-2])
        if code[:1] in ("=", "-"):
            self._show(code[1:])
        else:
            self.run(code)

    def close(self) -> None:
        """Whatever is still open ends with the passage."""
        while self._blocks:
            self._end()

    def run(self, code: str) -> None:
        """Code that shows nothing by itself; what is not understood ends it."""
        at = 0
        while (at := _end_of(_SPACE, code, at)) < len(code):
            if found := _IF.match(code, at):
                self._begin(found[1])
            elif (found := _ELSE.match(code, at)) and self._blocks:
                self._else(found[1])
            elif code[at] == "}" and self._blocks:
                self._end()
                at += 1
                continue
            elif not (found := _STATEMENT.match(code, at)) or not self._set(found[0].strip()):
                self._lost(code[at:])
                return
            at = found.end()

    def _show(self, code: str) -> None:
        if found := _SHOWN.fullmatch(code):
            self._state.add(found[1][1:-1], shows=True, maybe=bool(self._unknown))
        elif not only_shows(code):
            self._state.unknown("<%= %>", code)

    def _begin(self, asked: str) -> None:
        block = _Block(outer=self._state.condition)
        self._blocks.append(block)
        self._into(block, asked)

    def _else(self, asked: str | None) -> None:
        block = self._blocks[-1]
        if block.known:
            self._into(block, asked)

    def _into(self, block: _Block, code: str | None) -> None:
        """Into a branch, where this is asked for and none of those before it held."""
        asked = ALWAYS if code is None else self._state.asked(asked_in(code))
        if code is not None and not only_shows(code):
            self._state.unknown("<% %>", code)
        self._state.condition = small(both(block.outer, block.rest, asked), code or "else")
        block.rest = small(both(block.rest, negated(asked)), "else")

    def _end(self) -> None:
        block = self._blocks.pop()
        self._unknown -= not block.known
        self._state.condition = block.outer

    def _set(self, code: str) -> bool:
        """Whether the statement is one that only sets variables."""
        if (found := settings_in(code)) is None:
            return only_shows(code)
        known = {name: each for name, each in found.items() if each is not None}
        if self._unknown:
            self._state.spoiled |= found.keys()
        else:
            self._state.spoiled |= found.keys() - known.keys()
            self._state.set(known)
        return True

    def _lost(self, code: str) -> None:
        """The rest of a template, of which nothing is known but where its braces are."""
        self._state.note("'<% %>' is not modelled", code)
        done = clicked_in(code)
        self._state.spoiled |= variables_in(code) - done.keys()
        for name, value in done.items():
            self._state.begin_click("")
            self._state.set({name: value})
            self._state.end_click(once=True)
        asked = Unclear(" ".join(code.split()))
        for brace in _BRACE.findall(code):
            if brace == "{":
                outer = self._state.condition
                self._blocks.append(_Block(outer=outer, known=False))
                self._unknown += 1
                self._state.condition = small(both(outer, asked), "a long condition")
            elif brace == "}" and self._blocks:
                self._end()


def _end_of(pattern: re.Pattern[str], code: str, at: int) -> int:
    found = pattern.match(code, at)
    return found.end() if found else at
