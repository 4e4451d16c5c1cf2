"""Joins what was read of each passage to the structure of a story.

Some of it can be said only once the whole story is read: which variables are flags, which
targets are computed, and which passages are no more than text of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.play.growing import Link
from questfoundry.domain.story.code import (
    UNSET,
    All,
    Condition,
    Sum,
    Value,
    Variable,
    negated,
    number,
)
from questfoundry.domain.story.foreign import ForeignStory, Unmodelled, alternative_id
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.parser_state import MOST_SET, ParserState, ReadChoice
from questfoundry.infra.reading.story_variables import played
from questfoundry.infra.reading.sugarcube_code import variables_in, visits
from questfoundry.infra.reading.twee_body import read_body
from questfoundry.infra.reading.twee_passages import TweePassage, is_initial, is_special, may_act

# SugarCube takes what is no passage's name for code.
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)|.*<%.*", re.DOTALL)
_HEAD = re.compile(r"\A(?:[^\n]*\n)*?--(?=\n|\Z)")
_NAME = re.compile(r"(?<![\w$.])[A-Za-z_][\w.]*")
_UNSET = {"harlowe": number(0)}
"""What variables hold that were never set, where that is a value."""

_MOST_BEGUN = 5_000
"""The most variables that have a first value."""

# Where variables get values, and not where they are looked at.
_SETTERS = re.compile(
    r"<<(?:set|run|unset)\s[^<>]*+>>|\]\[[^\[\]\n]*+\]\]|\((?:set|put|move):[^()]*+\)"
)


def story_of(
    passages: Sequence[TweePassage], *, title: str, start: str, story_format: str
) -> ForeignStory:
    """The story of the passages; ``story_format`` is empty where nobody says.

    A variable is modelled where it has few values, and nothing unknown changes it.
    """
    states = [_state_of(passage, story_format) for passage in passages]
    places = [each for each in states if not is_special(each.passage, story_format)]
    _resolve(states, {each.passage.name for each in places})
    met = _without_mere_text(places, start)
    file_places = {each.passage.name: each.passage.place for each in reversed(met)}
    choices = []
    for choice, place in _choices(states, met, _UNSET.get(story_format.casefold(), UNSET)):
        choices.append(choice)
        file_places[choice.id] = place
    flags = frozenset[str]().union(*(each.grants for each in choices))
    return ForeignStory(
        title=title,
        structure=Structure(
            start=start,
            passages=tuple(_passages(met, flags)),
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


def _choices(
    states: Sequence[ParserState], met: Sequence[ParserState], unset: Value
) -> Iterator[tuple[Choice, FilePlace]]:
    """What the links become, each with its line; all of one link are called alike."""
    read = [(state, each) for state in met for each in state.choices]
    first = {name: value for state in states for name, value in state.first.items()}
    spoiled = {name for state in states for name in state.spoiled}
    links = [Link(condition=each.condition, settings=each.settings) for _, each in read]
    found = played(links, first=first, spoiled=spoiled, unset=unset)
    numbers: Counter[str] = Counter()
    for (state, each), link in zip(read, found, strict=True):
        source = state.passage.name
        joined = f"{source} -> {each.target}"
        numbers[joined] += 1
        state.line = each.line
        for code in link.unclear:
            state.condition_unknown(code)
        for place, alternative in enumerate(link.choices, start=1):
            other = alternative_id(f"{joined} #{numbers[joined]}", place)
            choice = Choice(
                id=other,
                source=source,
                target=each.target,
                label=each.label,
                requires=alternative.requires,
                forbids=alternative.forbids,
                grants=alternative.grants,
                clears=alternative.clears,
            )
            yield choice, FilePlace(state.passage.place.file, each.line)


def _passages(states: Sequence[ParserState], flags: AbstractSet[str]) -> Iterable[Passage]:
    """The passages, with the flags of all variables that their text looks at."""
    going_on = {each.passage.name for each in states if each.choices}
    without_sign = any(flag[0] not in "$_" for flag in flags)
    for each in states:
        name = each.passage.name
        text = _SETTERS.sub("", each.passage.text)
        looked_at = variables_in(text)
        if without_sign:
            # A word of the prose may be one of them.
            looked_at |= set(_NAME.findall(_HEAD.sub("", text)))
        yield Passage(
            id=name,
            title=name,
            ending="" if name in going_on else name,
            reads={flag for flag in flags if flag.partition(" is ")[0] in looked_at},
        )


def _state_of(passage: TweePassage, story_format: str) -> ParserState:
    """What reading the passage came to; a special one that acts is not modelled as a whole."""
    special = is_special(passage, story_format)
    initial = special and is_initial(passage)
    state = ParserState(passage, most_set=_MOST_BEGUN if initial else MOST_SET)
    if not special:
        visited = visits(passage.name)
        state.settings[visited] = Sum(Variable(visited), 1)
    if initial or not special:
        read_body(state, story_format)
        if initial:
            _begin(state)
    elif may_act(passage) and ("script" in passage.tags or _acts(passage, story_format)):
        state.passage_unknown()
    return state


def _begin(state: ParserState) -> None:
    """Where all variables get their first values."""
    for name, expression in state.settings.items():
        if isinstance(expression, Value):
            state.first[name] = expression
        else:
            state.spoiled.add(name)


def _acts(passage: TweePassage, story_format: str) -> bool:
    state = ParserState(passage)
    read_body(state, story_format)
    return bool(state.choices or state.unmodelled or state.settings or state.spoiled)


def _resolve(states: Sequence[ParserState], names: AbstractSet[str]) -> None:
    """Leaves out of the choices, and notes, what is computed, and names what is not known.

    Whoever reads a passage inside another one was not in it.
    """
    shown = _targets(states, shows=True)
    by_name = {state.passage.name: state for state in reversed(states)}
    for state in states:
        name = state.passage.name
        if name in shown:
            state.spoiled.add(visits(name))
            if not state.whole:
                state.spoiled |= _set_in(state)
        for choice in state.choices:
            if choice.shows and choice.target in by_name:
                _spoil_shown(state, choice, by_name[choice.target])
        _resolve_choices(state, names)


def _spoil_shown(state: ParserState, choice: ReadChoice, shown: ParserState) -> None:
    """What a shown passage sets is not known where other choices of its host are there, too.

    Nor is it where the text of the host asks for it, or where a click shows it.
    """
    if choice.late or not shown.whole:
        state.spoiled |= _set_in(state)
        shown.spoiled |= _set_in(shown)
        return
    here = _parts(choice.condition)
    others = (_parts(each.condition) for each in state.choices if each is not choice)
    if all(any(negated(part) in other for part in here) for other in others):
        text = _HEAD.sub("", state.passage.text)
        shown.spoiled |= _set_in(shown) & (variables_in(text) | set(_NAME.findall(text)))
    else:
        shown.spoiled |= _set_in(shown)


def _set_in(state: ParserState) -> set[str]:
    return state.settings.keys() - {visits(state.passage.name)}


def _parts(condition: Condition) -> AbstractSet[Condition]:
    return frozenset(condition.of) if isinstance(condition, All) else frozenset({condition})


def _resolve_choices(state: ParserState, names: AbstractSet[str]) -> None:
    resolved = []
    for choice in state.choices:
        state.line = choice.line
        if choice.target not in names and _CODE.fullmatch(choice.target):
            state.target_unknown(choice.target)
        else:
            resolved.append(choice)
    state.choices = [*resolved, *_possible(state, names - {each.target for each in resolved})]


def _possible(state: ParserState, names: AbstractSet[str]) -> Iterable[ReadChoice]:
    """Ways to the passages that are named where something unknown may lead on."""
    for name, line in state.mentioned.items():
        if name in names:
            yield ReadChoice(
                target=name,
                label="",
                line=line,
                settings=dict(state.settings),
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
