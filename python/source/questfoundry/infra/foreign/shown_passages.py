"""Find out which variables an included passage sets, and whether it only adds text."""

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.story.foreign.code_parts import are_exclusive
from questfoundry.infra.foreign.parser_state import ParserState
from questfoundry.infra.foreign.read_choice import ReadChoice
from questfoundry.infra.foreign.sugarcube_code import find_variables, visit_counter_of

VARS_SECTION = re.compile(r"\A(?:[^\n]*\n)*?--(?=\n|\Z)")
"""Chapbook's vars section before the text."""

NAME = re.compile(r"(?<![\w$.])[A-Za-z_][\w.]*")
"""A word that may be a variable without a sigil."""


def untrack_included_variables(
    state: ParserState, choice: ReadChoice, included: ParserState
) -> None:
    """Mark variables that an included passage sets as untracked if their values are uncertain.

    They are uncertain if a click triggers the inclusion or the included passage includes others, if
    other choices are open at the same time, or if the including text reads them.
    """
    if choice.is_after_click or not included.is_complete:
        state.untracked |= variables_set_by(state)
        included.untracked |= variables_set_by(included)
        return
    others = (each.condition for each in state.choices if each is not choice)
    if all(are_exclusive(choice.condition, each) for each in others):
        text = VARS_SECTION.sub("", state.passage.text)
        included.untracked |= variables_set_by(included) & (
            find_variables(text) | set(NAME.findall(text))
        )
    else:
        included.untracked |= variables_set_by(included)


def variables_set_by(state: ParserState) -> set[str]:
    """Return the variables that the passage of ``state`` sets, except its own visit counter."""
    return state.settings.keys() - {visit_counter_of(state.passage.name)}


def drop_text_passages(states: Sequence[ParserState], start: str) -> list[ParserState]:
    """Return the passages that a player can visit, without those that only add text to others.

    A passage is dropped if it has no exits, is only ever included, and is not the start.
    """
    text = collect_targets(states, is_include=True) - _passages_with_exits(states)
    text &= {state.passage.name for state in states}
    for state in states:
        state.choices = [
            choice for choice in state.choices if not (choice.is_include and choice.target in text)
        ]
    inner = text - collect_targets(states, is_include=False) - {start}
    return [state for state in states if state.passage.name not in inner]


def _passages_with_exits(states: Iterable[ParserState]) -> set[str]:
    shown_in: dict[str, list[str]] = {}
    waiting = []
    for state in states:
        for choice in state.choices:
            if choice.is_include:
                shown_in.setdefault(choice.target, []).append(state.passage.name)
            else:
                waiting.append(state.passage.name)
    leading = set(waiting)
    while waiting:
        for name in shown_in.get(waiting.pop(), ()):
            if name not in leading:
                leading.add(name)
                waiting.append(name)
    return leading


def collect_targets(states: Iterable[ParserState], *, is_include: bool) -> set[str]:
    """Return the names of all included passages, or of all passages to which choices lead."""
    return {
        choice.target
        for state in states
        for choice in state.choices
        if choice.is_include is is_include
    }
