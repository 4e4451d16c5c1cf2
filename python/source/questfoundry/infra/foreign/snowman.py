"""Read the templates of Snowman, a Twine story format: ``<% ... %>`` with JavaScript inside."""

from __future__ import annotations

import re
from re import Match
from typing import ClassVar

from attrs import define

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    UnknownCondition,
    conjoin,
    negate,
)
from questfoundry.infra.foreign.dialect import TwineDialect
from questfoundry.infra.foreign.parser_state import ParserState, limit_condition
from questfoundry.infra.foreign.snowman_code import (
    TEXT,
    is_output_only,
    normalise_state_name,
    read_click_settings,
    read_condition,
    read_settings,
)
from questfoundry.infra.foreign.sugarcube_code import find_variables

_GAP = r"(?:[\s;]|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"
_CONDITION = rf"\(((?:{TEXT}|[^()\"'`]|\((?:{TEXT}|[^()\"'`]|\([^()\"'`]*+\))*+\))*+)\)"
_IF = re.compile(rf"if\s*{_CONDITION}\s*\{{")
_ELSE = re.compile(rf"\}}\s*else\s*(?:if\s*{_CONDITION}\s*)?\{{")
_STATEMENT = re.compile(rf"(?:{TEXT}|[^;{{}}\n\"'`])++")
_RENDER = re.compile(rf"\s*(?:window\.)?story\.render\(\s*({TEXT})\s*\)\s*;?\s*")
_BRACE = re.compile(rf"{TEXT}|[{{}}]")
_SPACE = re.compile(_GAP)


@define(kw_only=True)
class _Block:
    """A block of code or text between braces, which is being read.

    ``else_condition``: must hold for an ``else`` after the block.
    ``is_known``: false if the code before the opening brace is not understood.
    """

    outer_condition: Condition
    else_condition: Condition = ALWAYS
    is_known: bool = True


class Snowman(TwineDialect):
    """A reader of one passage in the markup of Snowman, a Twine story format.

    The reader understands conditions, assignments and calls that show another passage.
    """

    tokens: ClassVar = {"template": r"<%(?:[^<%]|<(?!%)|%(?!>))*+%>"}

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self._blocks: list[_Block] = []
        self._unknown_blocks = 0

    def handle_token(self, token: Match[str]) -> None:
        """Read a template: ``<%= %>`` outputs a value, and ``<% %>`` runs code."""
        code = normalise_state_name(token[0][2:-2])
        if code[:1] in ("=", "-"):
            self._read_output(code[1:])
        else:
            self.read_code(code)

    def close(self) -> None:
        """Close all blocks that are still open at the end of the passage."""
        while self._blocks:
            self._close_block()

    def read_code(self, code: str) -> None:
        """Read the statements of a template up to the first statement that is not understood."""
        at = 0
        while (at := _match_end(_SPACE, code, at)) < len(code):
            if found := _IF.match(code, at):
                self._open_if(found[1])
            elif (found := _ELSE.match(code, at)) and self._blocks:
                self._open_else(found[1])
            elif code[at] == "}" and self._blocks:
                self._close_block()
                at += 1
                continue
            elif not (found := _STATEMENT.match(code, at)) or not self._read_statement(
                found[0].strip()
            ):
                self._skip_unknown_code(code[at:])
                return
            at = found.end()

    def _read_output(self, code: str) -> None:
        if found := _RENDER.fullmatch(code):
            self._state.add_choice(
                found[1][1:-1], is_include=True, is_uncertain=bool(self._unknown_blocks)
            )
        elif not is_output_only(code):
            self._state.note_unknown_code("<%= %>", code)

    def _open_if(self, code: str) -> None:
        block = _Block(outer_condition=self._state.condition)
        self._blocks.append(block)
        self._enter_branch(block, code)

    def _open_else(self, code: str | None) -> None:
        block = self._blocks[-1]
        if block.is_known:
            self._enter_branch(block, code)

    def _enter_branch(self, block: _Block, code: str | None) -> None:
        """Begin a branch of ``block``; it is taken if its condition is the first that holds.

        ``code`` is the condition; it is ``None`` for an ``else`` branch.
        """
        condition = ALWAYS if code is None else self._state.resolve_condition(read_condition(code))
        if code is not None and not is_output_only(code):
            self._state.note_unknown_code("<% %>", code)
        self._state.condition = limit_condition(
            conjoin(block.outer_condition, block.else_condition, condition), code or "else"
        )
        block.else_condition = limit_condition(
            conjoin(block.else_condition, negate(condition)), "else"
        )

    def _close_block(self) -> None:
        block = self._blocks.pop()
        self._unknown_blocks -= not block.is_known
        self._state.condition = block.outer_condition

    def _read_statement(self, code: str) -> bool:
        """Read an assignment, or a statement without effect.

        Return false for any other statement, which is not understood.
        """
        if (found := read_settings(code)) is None:
            return is_output_only(code)
        known = {name: each for name, each in found.items() if each is not None}
        if self._unknown_blocks:
            self._state.untracked |= found.keys()
        else:
            self._state.untracked |= found.keys() - known.keys()
            self._state.set_variables(known)
        return True

    def _skip_unknown_code(self, code: str) -> None:
        """Record that ``code``, the rest of a template, is not understood.

        Braces in ``code`` still open and close blocks, and simple click handlers still set
        variables.
        """
        self._state.note("'<% %>' is not modelled", code)
        click_settings = read_click_settings(code)
        self._state.untracked |= find_variables(code) - click_settings.keys()
        for name, value in click_settings.items():
            self._state.begin_click("")
            self._state.set_variables({name: value})
            self._state.end_click(once=True)
        condition = UnknownCondition(" ".join(code.split()))
        for brace in _BRACE.findall(code):
            if brace == "{":
                outer = self._state.condition
                self._blocks.append(_Block(outer_condition=outer, is_known=False))
                self._unknown_blocks += 1
                self._state.condition = limit_condition(
                    conjoin(outer, condition), "a long condition"
                )
            elif brace == "}" and self._blocks:
                self._close_block()


def _match_end(pattern: re.Pattern[str], code: str, at: int) -> int:
    found = pattern.match(code, at)
    return found.end() if found else at
