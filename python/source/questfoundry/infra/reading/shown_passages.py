"""Passages that stand inside others: what they set, and whether they are more than text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.story.foreign.code_parts import exclude_each_other
from questfoundry.infra.reading.parser_state import ParserState
from questfoundry.infra.reading.read_choice import ReadChoice
from questfoundry.infra.reading.sugarcube_code import find_variables, visit_counter_of

VARS_SECTION = re.compile(r"\A(?:[^\n]*\n)*?--(?=\n|\Z)")
"""What stands before the text in Chapbook."""

NAME = re.compile(r"(?<![\w$.])[A-Za-z_][\w.]*")
"""What may be a variable without a sign in front."""


def untrack_included_variables(
    state: ParserState, choice: ReadChoice, included: ParserState
) -> None:
    """What a shown passage sets is not known where other choices of its host are there, too.

    Nor is it where the text of the host asks for it, or where a click shows it.
    """
    if choice.is_after_click or not included.is_complete:
        state.untracked |= variables_set_by(state)
        included.untracked |= variables_set_by(included)
        return
    others = (each.condition for each in state.choices if each is not choice)
    if all(exclude_each_other(choice.condition, each) for each in others):
        text = VARS_SECTION.sub("", state.passage.text)
        included.untracked |= variables_set_by(included) & (
            find_variables(text) | set(NAME.findall(text))
        )
    else:
        included.untracked |= variables_set_by(included)


def variables_set_by(state: ParserState) -> set[str]:
    """The variables that the passage sets, but for its visits."""
    return state.settings.keys() - {visit_counter_of(state.passage.name)}


def drop_text_passages(states: Sequence[ParserState], start: str) -> list[ParserState]:
    """The passages in which a player can stand.

    What is shown inside others and leads nowhere is their text, and no choice.
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
    """The passages with links, and those that show such ones, at any remove."""
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
    """What choices lead to, those that show others or those that do not."""
    return {
        choice.target
        for state in states
        for choice in state.choices
        if choice.is_include is is_include
    }
