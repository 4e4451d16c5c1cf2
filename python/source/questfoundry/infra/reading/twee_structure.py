"""Joins what was read of each passage to the structure of a story.

Some of it can be said only once the whole story is read: which variables are flags, which
targets are computed, and which passages are no more than text of others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from attrs import evolve

from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.play.value_sets import Link
from questfoundry.domain.story.foreign.code_parts import reads
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    UNSET,
    Settings,
    Sum,
    Value,
    Variable,
    number,
    value_of,
)
from questfoundry.domain.story.foreign.story import ForeignStory, Unmodelled, alternative_id
from questfoundry.domain.story.lists import list_of
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.infra.reading.parser_state import MOST_SET, ParserState
from questfoundry.infra.reading.read_choice import ReadChoice
from questfoundry.infra.reading.shown_passages import (
    HEAD,
    NAME,
    set_in,
    spoil_shown,
    targets,
    without_mere_text,
)
from questfoundry.infra.reading.snowman import Snowman
from questfoundry.infra.reading.snowman_code import plain
from questfoundry.infra.reading.story_variables import played
from questfoundry.infra.reading.sugarcube_code import touches_nothing, variables_in, visits
from questfoundry.infra.reading.twee_body import read_body
from questfoundry.infra.reading.twee_passages import (
    TweePassage,
    can_affect_play,
    is_initial,
    is_special,
)

# SugarCube takes what is no passage's name for code.
_CODE = re.compile(r"[$_]\w.*|\w[\w.]*\(.*\)|.*<%.*", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"\\]+\"|'[^'\\]+'|`[^`\\$]+`")
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
    states = _states_of(passages, story_format)
    places = [each for each in states if not is_special(each.passage, story_format)]
    _resolve(states, {each.passage.name for each in places})
    met = without_mere_text(places, start)
    file_places = {each.passage.name: each.passage.place for each in reversed(met)}
    choices = []
    begin = start if start in file_places else next(iter(each.passage.name for each in met), "")
    unset = _UNSET.get(story_format.casefold(), UNSET)
    by_chance = set[str]()
    for choice, place, drawn in _choices(states, met, unset, begin):
        choices.append(choice)
        file_places[choice.id] = place
        by_chance |= {choice.id} if drawn else set()
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
        by_chance=frozenset(by_chance),
    )


def _choices(
    states: Sequence[ParserState], met: Sequence[ParserState], unset: Value, start: str
) -> Iterator[tuple[Choice, FilePlace, bool]]:
    """What the links become, each with its line, and whether chance decides.

    All of one link are called alike.
    """
    read = [(state, each) for state in met for each in state.choices]
    first = {name: value for state in states for name, value in state.first.items()}
    spoiled = {name for state in states for name in state.spoiled}
    links = [
        Link(
            condition=each.condition,
            settings=each.settings,
            source=state.passage.name,
            target=each.target,
        )
        for state, each in read
    ]
    spoiled |= {name for link in links for name in _used(link) if name.startswith("_")}
    found = played(links, first=first, spoiled=spoiled, unset=unset, start=start)
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
            yield choice, FilePlace(state.passage.place.file, each.line), link.by_chance


def _used(link: Link) -> Iterator[str]:
    """The variables of a link. A temporary one is known where it is set, and nowhere else."""
    yield from (*reads(link.condition), *link.settings)
    for each in link.settings.values():
        yield from reads(each)


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
            looked_at |= set(NAME.findall(HEAD.sub("", text)))
        yield Passage(
            id=name,
            title=name,
            ending="" if name in going_on else name,
            reads={flag for flag in flags if _shown(flag) in looked_at},
        )


def _shown(flag: str) -> str:
    """The variable that the flag is of, or the list whose item it is of."""
    return (list_of(flag) or flag).partition(" is ")[0]


def _states_of(passages: Sequence[TweePassage], story_format: str) -> list[ParserState]:
    """What reading the passages came to.

    Those that show others which do nothing but set variables are read again: now that is known.
    """
    states = [_state_of(each, story_format, {}) for each in passages]
    setting = {
        each.passage.name: {name: value for name, value in each.settings.items() if name != own}
        for each in reversed(states)
        for own in [visits(each.passage.name)]
        if each.only_sets and not is_special(each.passage, story_format)
    }
    shown = {name for name, settings in setting.items() if settings}
    return [
        _state_of(each.passage, story_format, setting)
        if any(choice.target in shown for choice in each.choices if choice.shows)
        else each
        for each in states
    ]


def _state_of(
    passage: TweePassage, story_format: str, setting: Mapping[str, Settings]
) -> ParserState:
    """What reading the passage came to; ``setting`` are passages that set variables where shown.

    Of a special one that does more than to set variables, nothing is modelled.
    """
    special = is_special(passage, story_format)
    initial = special and is_initial(passage)
    state = ParserState(passage, setting, most_set=_MOST_BEGUN if initial else MOST_SET)
    if not special:
        visited = visits(passage.name)
        state.settings[visited] = Sum(Variable(visited), 1)
    if initial or not special:
        read_body(state, story_format)
        if initial:
            _begin(state)
    elif can_affect_play(passage) and "script" in passage.tags:
        _read_script(state)
    elif can_affect_play(passage):
        _read_beside(state, story_format)
    return state


def _read_script(state: ParserState) -> None:
    """What a script does before the story begins, where all of it is plain."""
    text = state.passage.text
    if touches_nothing(text):
        return
    script = ParserState(state.passage, most_set=_MOST_BEGUN)
    reader = Snowman(script)
    reader.run(plain(text))
    reader.close()
    script.settings = {
        name: value_of(each, dict.fromkeys(reads(each), UNSET)) or each
        for name, each in script.settings.items()
    }
    if not script.only_sets or not all(isinstance(e, Value) for e in script.settings.values()):
        state.passage_unknown()
    else:
        state.settings = script.settings
        _begin(state)


def _read_beside(state: ParserState, story_format: str) -> None:
    """What stands beside every passage: nobody knows when what it sets is set."""
    beside = ParserState(state.passage)
    read_body(beside, story_format)
    if beside.choices or beside.unmodelled:
        state.passage_unknown()
    state.spoiled = {*beside.spoiled, *beside.settings}


def _begin(state: ParserState) -> None:
    """Where all variables get their first values."""
    for name, expression in state.settings.items():
        if isinstance(expression, Value):
            state.first[name] = expression
        else:
            state.spoiled.add(name)


def _resolve(states: Sequence[ParserState], names: AbstractSet[str]) -> None:
    """Leaves out of the choices, and notes, what is computed, and names what is not known.

    Whoever reads a passage inside another one was not in it.
    """
    shown = targets(states, shows=True)
    by_name = {state.passage.name: state for state in reversed(states)}
    for state in states:
        name = state.passage.name
        if name in shown:
            state.spoiled.add(visits(name))
            if not state.whole:
                state.spoiled |= set_in(state)
        for choice in state.choices:
            if choice.shows and not choice.done and choice.target in by_name:
                spoil_shown(state, choice, by_name[choice.target])
        _resolve_choices(state, names)


def _resolve_choices(state: ParserState, names: AbstractSet[str]) -> None:
    resolved = []
    for choice in state.choices:
        state.line = choice.line
        if choice.target not in names and _QUOTED.fullmatch(choice.target):
            choice = evolve(choice, target=choice.target[1:-1])
        if choice.target not in names and _CODE.fullmatch(choice.target):
            state.target_unknown(choice.target)
        else:
            resolved.append(choice)
    sure = {each.target for each in resolved if each.condition == ALWAYS}
    state.choices = [*resolved, *_possible(state, names - sure)]


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
