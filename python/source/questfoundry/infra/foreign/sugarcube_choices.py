"""Read the input macros of SugarCube that offer fixed values: cycle, listbox and radiobutton."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from attrs import define, field

from questfoundry.domain.story.foreign.expressions import (
    Compare,
    Comparison,
    Either,
    Value,
    Variable,
    disjoin,
)
from questfoundry.infra.foreign.expressions import parse_expression
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.sugarcube_code import ARGUMENT, NAME, language_of, parse_string


@define
class _List:
    name: str
    is_autoselect: bool
    options: list[Value | None] = field(factory=list)
    first: int = 0


class SelectionMacros:
    """A reader of the input macros in one passage, which collects the values that they offer."""

    def __init__(self, state: ParserState) -> None:
        self._state = state
        self._offered: dict[str, list[Value | None]] = {}
        self._list: _List | None = None

    def close(self) -> None:
        """Store all offered values in the parser state, at the end of the passage."""
        for name, values in self._offered.items():
            self._state.offer_values(name, values)

    def _open_list(self, code: str) -> None:
        name, *keywords = [parse_string(each) or "" for each in ARGUMENT.findall(code)] or [""]
        self._list = (
            _List(name, is_autoselect="autoselect" in keywords) if NAME.fullmatch(name) else None
        )
        if not self._list:
            self._state.note_unknown_code("<<listbox>>", code)

    def _read_option(self, code: str) -> None:
        arguments = ARGUMENT.findall(code)
        values = [each for each in arguments if each != "selected"]
        if self._list:
            value = self._parse_constant(values[-1]) if 0 < len(values) < 3 else None
            self._list.options.append(value)
            if len(values) < len(arguments):
                self._list.first = len(self._list.options) - 1

    def _read_options_from(self, _: str) -> None:
        if self._list:
            self._list.options.append(None)

    def _close_list(self, _: str) -> None:
        closed, self._list = self._list, None
        if not closed or not closed.options:
            return
        known = [each for each in closed.options if each is not None]
        self._offered.setdefault(closed.name, []).extend(closed.options)
        if len(known) == len(closed.options):
            variable, first = Variable(closed.name), known[closed.first]
            is_one = disjoin(*(Compare(Comparison.SAME, variable, each) for each in known))
            self._state.set_variables(
                {closed.name: Either(is_one, variable, first) if closed.is_autoselect else first}
            )

    def _read_radio_button(self, code: str) -> None:
        arguments = ARGUMENT.findall(code)
        name = parse_string(next(iter(arguments), "")) or ""
        value = self._parse_constant(arguments[1]) if len(arguments) > 1 else None
        if NAME.fullmatch(name):
            self._offered.setdefault(name, []).append(value)
            if value is not None and "checked" in arguments:
                self._state.set_variables({name: value})

    def _parse_constant(self, code: str) -> Value | None:
        value = parse_expression(code, language_of(self._state.passage.name))
        return value if isinstance(value, Value) else None

    MACROS: ClassVar[Mapping[str, Callable[[SelectionMacros, str], None]]] = {
        "cycle": _open_list,
        "listbox": _open_list,
        "option": _read_option,
        "optionsfrom": _read_options_from,
        "/cycle": _close_list,
        "/listbox": _close_list,
        "radiobutton": _read_radio_button,
    }
    """The methods that read the macros, by macro name."""
