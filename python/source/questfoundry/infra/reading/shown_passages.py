"""Passages that stand inside others: what they set, and whether they are more than text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from questfoundry.domain.story.foreign.code_parts import exclude_each_other
from questfoundry.infra.reading.parser_state import ParserState
from questfoundry.infra.reading.read_choice import ReadChoice
from questfoundry.infra.reading.sugarcube_code import variables_in, visits

HEAD = re.compile(r"\A(?:[^\n]*\n)*?--(?=\n|\Z)")
"""What stands before the text in Chapbook."""

NAME = re.compile(r"(?<![\w$.])[A-Za-z_][\w.]*")
"""What may be a variable without a sign in front."""


def spoil_shown(state: ParserState, choice: ReadChoice, shown: ParserState) -> None:
    """What a shown passage sets is not known where other choices of its host are there, too.

    Nor is it where the text of the host asks for it, or where a click shows it.
    """
    if choice.late or not shown.whole:
        state.spoiled |= set_in(state)
        shown.spoiled |= set_in(shown)
        return
    others = (each.condition for each in state.choices if each is not choice)
    if all(exclude_each_other(choice.condition, each) for each in others):
        text = HEAD.sub("", state.passage.text)
        shown.spoiled |= set_in(shown) & (variables_in(text) | set(NAME.findall(text)))
    else:
        shown.spoiled |= set_in(shown)


def set_in(state: ParserState) -> set[str]:
    """The variables that the passage sets, but for its visits."""
    return state.settings.keys() - {visits(state.passage.name)}


def without_mere_text(states: Sequence[ParserState], start: str) -> list[ParserState]:
    """The passages in which a player can stand.

    What is shown inside others and leads nowhere is their text, and no choice.
    """
    text = targets(states, shows=True) - _leading_on(states)
    text &= {state.passage.name for state in states}
    for state in states:
        state.choices = [
            choice for choice in state.choices if not (choice.shows and choice.target in text)
        ]
    inner = text - targets(states, shows=False) - {start}
    return [state for state in states if state.passage.name not in inner]


def _leading_on(states: Iterable[ParserState]) -> set[str]:
    """The passages with links, and those that show such ones, at any remove."""
    shown_in: dict[str, list[str]] = {}
    waiting = []
    for state in states:
        for choice in state.choices:
            if choice.shows:
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


def targets(states: Iterable[ParserState], *, shows: bool) -> set[str]:
    """What choices lead to, those that show others or those that do not."""
    return {choice.target for state in states for choice in state.choices if choice.shows is shows}
