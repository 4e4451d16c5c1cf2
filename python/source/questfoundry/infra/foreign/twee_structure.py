"""Build a story from Twine passages: replace variables by flags; resolve links and inclusions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import PurePath

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.foreign.code_parts import collect_variables, list_of
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    UNSET,
    Settings,
    Sum,
    Value,
    Variable,
    evaluate,
    number_value,
)
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.foreign.value_sets import Link
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.code_findings import list_code_findings
from questfoundry.infra.foreign.code_notes import ReadChoice
from questfoundry.infra.foreign.parser_state import MAX_VARIABLES, ParserState
from questfoundry.infra.foreign.snowman import Snowman
from questfoundry.infra.foreign.snowman_code import normalise_state_name
from questfoundry.infra.foreign.source_facts import (
    SourceFacts,
    collect_facts,
    join_lines_everywhere,
)
from questfoundry.infra.foreign.story_variables import resolve_links
from questfoundry.infra.foreign.styles import note_hidden_parts
from questfoundry.infra.foreign.sugarcube_code import (
    find_variables,
    is_harmless_script,
    visit_counter_of,
)
from questfoundry.infra.foreign.twee_body import (
    NAME,
    VARS_SECTION,
    adds_only_text,
    collect_targets,
    drop_text_passages,
    read_body,
    untrack_included_variables,
    variables_set_by,
)
from questfoundry.infra.foreign.twee_passages import (
    DATA,
    PassageRole,
    TweePassage,
    can_affect_play,
    find_role,
    is_initial,
    list_included_files,
    parse_story_data,
)

_UNSET = {"harlowe": number_value(0)}
"""The value of variables that were never set, by story format; other formats define no value."""

_MAX_INITIAL = 5_000  # the most variables with an initial value

# Code that sets variables; it is removed before the variables that a text reads are collected.
_SETTERS = re.compile(
    r"<<(?:set|run|unset)\s[^<>]*+>>|\]\[[^\[\]\n]*+\]\]|\((?:set|put|move):[^()]*+\)"
)


def build_story(
    passages: Sequence[TweePassage], *, title: str, start: str, story_format: str, version: str = ""
) -> ForeignStory:
    """Return the story that consists of ``passages``; an empty ``story_format`` means unknown.

    ``version``: the version of the format, such as ``2.37.3``, or an empty string.

    A variable is replaced by flags if it has few values and all code that changes it is understood.
    """
    passages = join_lines_everywhere(passages)
    facts = collect_facts(passages, story_format, version)
    states = _read_passages(passages, story_format, facts)
    places = [each for each in states if find_role(each.passage, story_format) is PassageRole.PLACE]
    places += _read_linked_passages(states, start, story_format, facts)
    states = [*states, *(each for each in places if each not in states)]
    note_hidden_parts(places, passages)
    _resolve_targets(states, {each.passage.name for each in places})
    reachable = drop_text_passages(places, start)
    if not reachable:
        raise InputError(
            f"The story {title!r} has no passage. Add a passage in its editor, and export it again."
        )
    file_places = {each.passage.name: each.passage.place for each in reversed(reachable)}
    choices = []
    begin = (
        start if start in file_places else next(iter(each.passage.name for each in reachable), "")
    )
    unset = _UNSET.get(story_format.casefold(), UNSET)
    by_chance = set[str]()
    for choice, place, has_chance in build_choices(states, reachable, unset, begin):
        choices.append(choice)
        file_places[choice.id] = place
        by_chance |= {choice.id} if has_chance else set()
    flags = frozenset[str]().union(*(each.grants for each in choices))
    return ForeignStory(
        title=title,
        structure=Structure(
            start=start, passages=tuple(_build_passages(reachable, flags)), choices=tuple(choices)
        ),
        words={each.passage.name: each.word_count for each in reachable if each.is_complete},
        unmodelled=tuple(list_unmodelled(states)),
        places=file_places,
        random_choices=frozenset(by_chance),
        findings=tuple(list_code_findings(states, reachable, story_format)),
    )


def list_unmodelled(states: Sequence[ParserState]) -> Iterator[UnmodelledCode]:
    """Yield the code of ``states`` that is not analysed."""
    for state in states:
        for what, line in state.unmodelled.items():
            yield UnmodelledCode(
                passage=state.passage.name,
                place=FilePlace(state.passage.place.file, line),
                what=what,
                can_jump=what in state.leading_notes,
                hides_passages=bool(list_included_files(state.passage)),
            )


def _read_linked_passages(
    states: Sequence[ParserState], start: str, story_format: str, facts: SourceFacts
) -> Sequence[ParserState]:
    """Return passages that the format shows by itself, and to which links lead as well."""
    linked = {choice.target for state in states for choice in state.choices} | {start}
    found = []
    for each in states:
        if (
            find_role(each.passage, story_format) is PassageRole.SHARED
            and each.passage.name in linked
        ):
            state = ParserState(each.passage, story=facts)
            read_body(state, story_format)
            found.append(state)
    return found


def build_choices(
    states: Sequence[ParserState], reachable: Sequence[ParserState], unset: Value, start: str
) -> Iterator[tuple[Choice, FilePlace, bool]]:
    """Yield the choices of ``reachable``, each with its place and whether chance decides on it.

    ``states`` are all passages of the story, also those that only set variables. ``unset`` is the
    value of variables that were never set, and ``start`` the name of the first passage.
    """
    read = [(state, each) for state in reachable for each in state.choices]
    initial = {name: value for state in states for name, value in state.initial_values.items()}
    untracked = {name for state in states for name in state.untracked}
    links = [
        Link(
            condition=each.condition,
            settings=each.settings,
            source=state.passage.name,
            target=each.target,
        )
        for state, each in read
    ]
    untracked |= {name for link in links for name in link.names if name.startswith("_")}
    found = resolve_links(links, initial=initial, untracked=untracked, unset=unset, start=start)
    numbers: Counter[str] = Counter()
    for (state, each), link in zip(read, found, strict=True):
        source = state.passage.name
        joined = f"{source} -> {each.target}"
        numbers[joined] += 1
        state.line = each.line
        for code in link.unclear:
            state.note_unknown_condition(code)
        identifier = f"{joined} #{numbers[joined]}"
        for choice in link.build_choices(identifier, source, each.target, each.label):
            yield choice, FilePlace(state.passage.place.file, each.line), link.by_chance


def _build_passages(states: Sequence[ParserState], flags: AbstractSet[str]) -> Iterable[Passage]:
    with_choices = {each.passage.name for each in states if each.choices}
    has_bare_names = any(flag[0] not in "$_" for flag in flags)
    for each in states:
        name = each.passage.name
        text = _SETTERS.sub("", each.passage.text)
        read_names = find_variables(text)
        if has_bare_names:
            # Chapbook variables have no sigil, so any word of the prose may be a variable.
            read_names |= set(NAME.findall(VARS_SECTION.sub("", text)))
        conditional_flags = {
            flag for flag in flags if (list_of(flag) or flag).partition(" is ")[0] in read_names
        }
        ending = "" if name in with_choices else name
        yield Passage(id=name, title=name, ending=ending, conditional_flags=conditional_flags)


def _read_passages(
    passages: Sequence[TweePassage], story_format: str, facts: SourceFacts
) -> list[ParserState]:
    states = [_read_passage(each, story_format, {}, facts) for each in passages]
    setter_passages = {
        each.passage.name: {name: value for name, value in each.settings.items() if name != own}
        for each in reversed(states)
        for own in [visit_counter_of(each.passage.name)]
        if each.is_only_settings and find_role(each.passage, story_format) is PassageRole.PLACE
    }
    setter_names = {name for name, settings in setter_passages.items() if settings}
    return [
        _read_passage(each.passage, story_format, setter_passages, facts)
        if any(choice.target in setter_names for choice in each.choices if choice.is_include)
        else each
        for each in states
    ]


def _read_passage(
    passage: TweePassage,
    story_format: str,
    setter_passages: Mapping[str, Settings],
    facts: SourceFacts,
) -> ParserState:
    special = find_role(passage, story_format) is not PassageRole.PLACE
    initial = special and is_initial(passage)
    state = ParserState(
        passage,
        setter_passages,
        max_variables=_MAX_INITIAL if initial else MAX_VARIABLES,
        story=facts,
    )
    if not special:
        visited = visit_counter_of(passage.name)
        state.settings[visited] = Sum(Variable(visited), 1)
    for file in list_included_files(passage) if special else ():
        if file.strip() and PurePath(file.strip()).name not in facts.files:
            state.note(f"the file {file.strip()!r} was not read: give the folder of the story", "")
    if passage.name == DATA and parse_story_data(passage.text) is None:
        state.note("StoryData is not valid JSON, so the start and the format are not known", "")
    if initial or not special:
        read_body(state, story_format)
        if initial:
            _store_initial_values(state)
            # SugarCube does not show the text of its setup, and so none of its links.
            is_shown = story_format.casefold() != "sugarcube"
            if any(not each.is_include and (is_shown or not each.label) for each in state.choices):
                state.note_unknown_passage()
    elif can_affect_play(passage) and "script" in passage.tags:
        _read_script(state)
    elif can_affect_play(passage):
        _read_shared_passage(state, story_format)
    return state


def _read_script(state: ParserState) -> None:
    text = state.passage.text
    if is_harmless_script(text):
        return
    script = ParserState(state.passage, max_variables=_MAX_INITIAL)
    reader = Snowman(script)
    reader.read_code(normalise_state_name(text))
    reader.close()
    script.settings = {
        name: evaluate(each, dict.fromkeys(collect_variables(each), UNSET)) or each
        for name, each in script.settings.items()
    }
    if not script.is_only_settings or not all(
        isinstance(e, Value) for e in script.settings.values()
    ):
        state.note_unknown_passage()
    else:
        state.settings = script.settings
        _store_initial_values(state)


def _read_shared_passage(state: ParserState, story_format: str) -> None:
    shared = ParserState(state.passage, story=state.story)
    read_body(shared, story_format)
    state.refused = shared.refused
    if shared.choices or shared.unmodelled:
        state.note_unknown_passage()
    state.untracked = {*shared.untracked, *shared.settings}


def _store_initial_values(state: ParserState) -> None:
    for name, expression in state.settings.items():
        if isinstance(expression, Value):
            state.initial_values[name] = expression
        else:
            state.untracked.add(name)


def _resolve_targets(states: Sequence[ParserState], names: AbstractSet[str]) -> None:
    included = collect_targets(states, is_include=True)
    by_name = {state.passage.name: state for state in reversed(states)}
    texts = {name for name in included if name in by_name and adds_only_text(by_name[name])}
    for state in states:
        name = state.passage.name
        if name in included:
            state.untracked.add(visit_counter_of(name))
            if not state.is_complete:
                state.untracked |= variables_set_by(state)
        for choice in state.choices:
            if (
                choice.is_include
                and not choice.is_expanded
                and choice.target in by_name.keys() - texts
            ):
                untrack_included_variables(state, choice, by_name[choice.target], texts)
        _resolve_choices(state, names)


def _resolve_choices(state: ParserState, names: AbstractSet[str]) -> None:
    sure = {each.target for each in state.choices if each.condition == ALWAYS}
    state.choices += _guess_choices(state, names - sure)


def _guess_choices(state: ParserState, names: AbstractSet[str]) -> Iterable[ReadChoice]:
    for name, line in state.quoted_texts.items():
        if name in names:
            yield ReadChoice(target=name, label="", line=line, settings=dict(state.settings))
