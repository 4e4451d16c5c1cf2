"""Joins what was read of each passage to the structure of a story.

Some of it can be said only once the whole story is read: which variables are flags, which
targets are computed, and which passages are no more than text of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.story.foreign import ForeignStory, Unmodelled
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.parser_state import ParserState, ReadChoice
from questfoundry.infra.reading.sugarcube_code import ALWAYS
from questfoundry.infra.reading.twee_body import read_body
from questfoundry.infra.reading.twee_passages import TweePassage, is_initial, is_special, may_act

# SugarCube takes what is no passage's name for code.
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)", re.DOTALL)


def story_of(
    passages: Sequence[TweePassage], *, title: str, start: str, story_format: str
) -> ForeignStory:
    """The story of the passages; ``story_format`` is empty where nobody says.

    Variables are flags where choices, or coming to a passage, set them, and nothing else
    changes them.
    """
    states = [_state_of(passage, story_format) for passage in passages]
    places = [each for each in states if not is_special(each.passage, story_format)]
    _resolve(states, {each.passage.name for each in places})
    met = _without_mere_text(places, start)
    file_places = {each.passage.name: each.passage.place for each in reversed(met)}
    choices = []
    numbers: Counter[str] = Counter()
    for state in met:
        source = state.passage.name
        for read in state.choices:
            joined = f"{source} -> {read.target}"
            numbers[joined] += 1
            choice = Choice(
                id=f"{joined} #{numbers[joined]}",
                source=source,
                target=read.target,
                label=read.label,
                requires=read.condition.requires,
                forbids=read.condition.forbids,
                grants=read.grants,
            )
            choices.append(choice)
            file_places[choice.id] = FilePlace(state.passage.place.file, read.line)
    return ForeignStory(
        title=title,
        structure=Structure(
            start=start,
            passages=tuple(_passages(met)),
            choices=tuple(choices),
        ),
        words={each.passage.name: each.word_count for each in met if each.whole},
        unmodelled=tuple(
            Unmodelled(
                passage=each.passage.name,
                place=FilePlace(each.passage.place.file, line),
                what=what,
                leads=what in each.leads,
            )
            for each in states
            for what, line in each.unmodelled.items()
        ),
        places=file_places,
    )


def _passages(states: Sequence[ParserState]) -> Iterable[Passage]:
    going_on = {each.passage.name for each in states if each.choices}
    for name in (each.passage.name for each in states):
        yield Passage(id=name, title=name, ending="" if name in going_on else name)


def _state_of(passage: TweePassage, story_format: str) -> ParserState:
    """What reading the passage came to; a special one that acts is not modelled as a whole."""
    special = is_special(passage, story_format)
    state = ParserState(passage, initial=special and is_initial(passage))
    if state.initial or not special:
        read_body(state, story_format)
    elif may_act(passage) and ("script" in passage.tags or _acts(passage, story_format)):
        state.passage_unknown()
    return state


def _acts(passage: TweePassage, story_format: str) -> bool:
    state = ParserState(passage)
    read_body(state, story_format)
    return bool(state.choices or state.unmodelled or state.grants)


def _resolve(states: Sequence[ParserState], names: AbstractSet[str]) -> None:
    """Leaves out of the choices, and notes, what is computed or uses variables as no flags.

    What is set where one passage shows another, and what a passage asks for that it sets
    itself, would depend on which comes first in the text.
    """
    shown = _targets(states, shows=True)
    for state in states:
        if state.grants and (state.passage.name in shown or not state.whole):
            state.line = state.passage.place.line
            state.change_unknown(" ".join(sorted(state.grants)))
    no_flags = {name for state in states for name in state.no_flags}
    for state in states:
        _resolve_choices(state, no_flags, names)


def _resolve_choices(
    state: ParserState, no_flags: AbstractSet[str], names: AbstractSet[str]
) -> None:
    state.grants -= no_flags
    resolved = []
    for choice in state.choices:
        state.line = choice.line
        if choice.target not in names and _CODE.fullmatch(choice.target):
            state.target_unknown(choice.target)
            continue
        asked = choice.condition.requires | choice.condition.forbids
        unclear = {flag for flag in asked if flag in no_flags or flag in state.grants}
        if unclear:
            state.condition_unknown(" ".join(sorted(unclear)))
        grants = (choice.grants | state.grants) - no_flags
        resolved.append(evolve(choice, condition=choice.condition.without(unclear), grants=grants))
    state.choices = [*resolved, *_possible(state, names - {each.target for each in resolved})]


def _possible(state: ParserState, names: AbstractSet[str]) -> Iterable[ReadChoice]:
    """Ways to the passages that are named where something unknown may lead on."""
    for name, line in state.mentioned.items():
        if name in names:
            yield ReadChoice(
                target=name,
                label="",
                line=line,
                condition=ALWAYS,
                grants=frozenset(state.grants),
                shows=False,
            )


def _without_mere_text(states: Sequence[ParserState], start: str) -> list[ParserState]:
    """The passages in which a player can stand.

    What is shown inside others and leads nowhere is their text, and no choice.
    """
    text = _targets(states, shows=True) - _leading_on(states)
    text &= {state.passage.name for state in states}
    for state in states:
        state.choices = [
            choice for choice in state.choices if not (choice.shows and choice.target in text)
        ]
    inner = text - _targets(states, shows=False) - {start}
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


def _targets(states: Iterable[ParserState], *, shows: bool) -> set[str]:
    return {choice.target for state in states for choice in state.choices if choice.shows is shows}
