"""Read ink stories from compiled files, as passages and choices between stop positions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import PurePath

from attrs import evolve, frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.expressions import (
    Expression,
    Value,
    evaluate,
    number_value,
    text_value,
)
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.foreign.value_sets import Link
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.infra.foreign.ink.compiled import (
    CompiledStory,
    Container,
    is_compiled,
    parse_compiled_story,
)
from questfoundry.infra.foreign.ink.exits import (
    CALLED,
    NO_TOKEN,
    Exit,
    StopPosition,
    drop_steps,
    exits_of,
    is_ending,
)
from questfoundry.infra.foreign.ink.explore import Explorer
from questfoundry.infra.foreign.ink.places import Survey, is_choice_content
from questfoundry.infra.foreign.ink.symbolic_values import (
    describe_unknown,
    is_large,
    is_unknown,
    limit_condition,
    make_unknown,
)
from questfoundry.infra.foreign.ink.truth_tables import convert_to_booleans, split_into_cases
from questfoundry.infra.foreign.story_variables import resolve_links
from questfoundry.infra.foreign.twee_passages import SourceReader, TweePassage, decode_text

SOURCE = ".ink"
_TITLE = "title:"
_COMPILE = (
    "Ink source cannot be read directly. Export it as JSON with Inky, or run "
    "'inklecate -o story.ink.json story.ink', or 'npx -p inkjs inkjs-compiler story.ink', and give "
    "the JSON file."
)


@frozen
class InkStory:
    """A story that was read from ink; ``texts`` maps the id of each passage to its text."""

    story: ForeignStory
    texts: Mapping[str, str]


class InkReader(SourceReader):
    """A reader of one compiled ink story; files with ink source code are ignored."""

    suffixes = (".json", SOURCE)

    fixed = (
        "A compiled story cannot be rewritten: the next compilation would undo that. Change the "
        "passage in its .ink source, compile it, and put the new file into the folder of the story."
    )

    def read(self, files: Sequence[SourceFile]) -> ForeignStory:
        """Return the compiled story in ``files``; raise ``InputError`` unless there is one."""
        return _read_files(files).story

    def read_passages(self, files: Sequence[SourceFile]) -> Sequence[TweePassage]:
        """Return a passage for each point where a turn starts; the text has all possible texts."""
        found = _read_files(files)
        return [
            TweePassage(
                name=name,
                tags=frozenset(),
                text=text,
                place=found.story.places[name],
                text_line=found.story.places[name].line,
            )
            for name, text in found.texts.items()
        ]

    def detect_story_format(self, _: Sequence[SourceFile]) -> str:
        """Return ``ink``."""
        return "ink"

    def replace_text(self, _: str, __: TweePassage, ___: str) -> str:
        """Raise ``InputError``: compiled stories cannot be rewritten."""
        raise InputError(self.fixed)


def _read_files(files: Sequence[SourceFile]) -> InkStory:
    texts = [(decode_text(each), each.name) for each in files if not each.name.endswith(SOURCE)]
    if not texts:
        for file in files:
            decode_text(file)
        raise InputError(f"{', '.join(repr(each.name) for each in files)}: {_COMPILE}")
    stories = [each for each in texts if is_compiled(each[0])] or texts
    if len(stories) > 1:
        raise InputError(
            f"{', '.join(repr(name) for _, name in stories)}: a compiled story is one file. "
            "Name the one to read."
        )
    ((text, name),) = stories
    story = parse_compiled_story(text, name)
    return read_ink(story, title=_find_title(story) or _file_stem(name), file=name)


def _file_stem(name: str) -> str:
    return PurePath(name).name.removesuffix(".json").removesuffix(".ink")


def _find_title(story: CompiledStory) -> str:
    for tag in _leading_tags(story.root):
        if tag.strip().startswith(_TITLE):
            return tag.strip().removeprefix(_TITLE).strip()
    return ""


def _leading_tags(container: Container) -> Iterator[str]:
    here: object = container
    while isinstance(here, Container) and here.content:
        content, here = here.content, here.content[0]
        tag: str | None = None
        for part in content:
            if isinstance(part, dict) and "#" in part:
                yield part["#"]
            elif part in ("#", "/#"):
                if tag is not None:
                    yield tag
                tag = "" if part == "#" else None
            elif tag is not None and isinstance(part, str):
                tag += part.removeprefix("^")
            elif part != "\n":
                break


_MAX_SIZE = 100  # the most parts of a condition after simplification


def read_ink(story: CompiledStory, *, title: str, file: str) -> InkStory:
    """Return the compiled ``story``, read from ``file``, as passages and choices."""
    explorer = Explorer(story)
    survey = Survey.from_story(story)
    first = explorer.explore(survey)
    places = list(explorer.places.values())
    exits = drop_steps(places, [each for place in places for each in exits_of(place)])
    joined = {each.source.name for each in exits}.union(*(each.targets for each in exits))
    passages_by_name = {
        each.name: each for each in places if each.name in joined or not _is_silent_step(each)
    }
    place = FilePlace(file, 1)
    notes = {
        (each.name, what): can_jump
        for each in passages_by_name.values()
        for what, can_jump in each.notes.items()
    }
    choices, by_chance = _build_choices(exits, explorer, first.name, notes)
    flags = frozenset[str]().union(*(each.grants for each in choices))
    endings = {target for each in exits for target in each.targets} - passages_by_name.keys()
    passages = [*(_build_passage(each, flags) for each in passages_by_name.values())]
    passages += [Passage(id=each, title=each, ending=each) for each in sorted(endings)]
    found = ForeignStory(
        title=title,
        structure=Structure(start=first.name, passages=tuple(passages), choices=tuple(choices)),
        words={each.name: each.word_count for each in passages_by_name.values() if each.word_count},
        unmodelled=(
            *_note_unknown_entries(first, places, place, calls_game=survey.calls_game),
            *(
                UnmodelledCode(passage=passage, place=place, what=what, can_jump=can_jump)
                for (passage, what), can_jump in notes.items()
            ),
        ),
        places=dict.fromkeys(
            [*(each.id for each in passages), *(each.id for each in choices)], place
        ),
        random_choices=frozenset(by_chance),
        is_split=True,
        same_links=_find_same_links(exits),
        fallback_ids=frozenset(
            [
                *(each.id for each in exits if not each.is_expected),
                *(each.name for each in passages_by_name.values() if not each.is_expected),
                *endings,
            ]
        ),
    )
    texts = {each.id: "" for each in passages} | {
        each.name: each.text for each in passages_by_name.values()
    }
    return InkStory(found, texts)


def _note_unknown_entries(
    first: StopPosition, places: Sequence[StopPosition], file: FilePlace, *, calls_game: bool
) -> Iterator[UnmodelledCode]:
    """Yield notes on the knots to which only a game can jump.

    If nothing comes before the first knot, the game enters the story in any knot. If the story
    calls functions of the game, the game may jump to each knot that no divert leads to.
    """
    met = dict.fromkeys([first])
    queue = [first]
    for each in queue:
        new = {e.target: None for e in each.transitions if e.target and e.target not in met}
        met |= new
        queue += new
    unmet = [each for each in places if each not in met]
    if unmet and not any(each.text or each.notes for each in met):
        what = "where a game enters this story is not modelled, and no divert leads to a knot"
        yield UnmodelledCode(passage="", place=file, what=what)
    elif calls_game:
        what = "no divert leads here, and where the game jumps to is not modelled"
        for each in unmet:
            yield UnmodelledCode(passage=each.name, place=file, what=what, can_jump=True)


def _find_same_links(exits: Sequence[Exit]) -> Mapping[str, str]:
    """Return the first exit of each choice that a tunnel makes part of several stop positions."""
    first: dict[object, str] = {}
    return {
        each.id: first.setdefault(each.token_key, each.id)
        for each in exits
        if each.token_key != NO_TOKEN
    }


def _is_silent_step(place: StopPosition) -> bool:
    return (
        is_choice_content(place.place.container)
        and bool(place.transitions)
        and not is_ending(place)
    )


def _build_choices(
    exits: Sequence[Exit], explorer: Explorer, start: str, notes: dict[tuple[str, str], bool]
) -> tuple[list[Choice], set[str]]:
    links: Sequence[Link] = [exit_link for each in exits for exit_link in each.links]
    initial: Mapping[str, Value] = {CALLED: text_value("")}
    for name, first in explorer.initial_values.items():
        value = evaluate(first, {})
        if value is None:
            explorer.untracked.add(name)
        else:
            initial = {**initial, name: value}
    links, initial = convert_to_booleans(links, initial)
    split: list[Link] = []
    owners: list[tuple[Exit, str]] = []
    at = 0
    for each in exits:
        for exit_link in links[at : at + len(each.links)]:
            for condition in split_into_cases(exit_link.condition):
                split.append(_limit_link(evolve(exit_link, condition=condition)))
                owners.append((each, exit_link.target))
        at += len(each.links)
    names = {name for link in split for name in link.names}
    found = resolve_links(
        split,
        initial=initial,
        untracked={name for name in names if is_unknown(name)} | explorer.untracked,
        unset=number_value(0),
        start=start,
    )
    choices: list[Choice] = []
    by_chance = set[str]()
    counts: Counter[str] = Counter()
    for (exit_, target), link in zip(owners, found, strict=True):
        for code in link.unclear:
            code_text = describe_unknown(code)
            what = f"the condition {code_text!r} is not modelled: what depends on it counts as open"
            notes.setdefault((exit_.source.name, what), False)
        begin = counts[exit_.id] + 1
        found_choices = [
            *link.build_choices(exit_.id, exit_.source.name, target, exit_.label, begin)
        ]
        counts[exit_.id] += len(found_choices)
        choices += found_choices
        by_chance |= {each.id for each in found_choices} if link.by_chance else set()
    return choices, by_chance


def _limit_link(link: Link) -> Link:
    settings: dict[str, Expression] = {
        name: make_unknown(name) if is_large(each, _MAX_SIZE) else each
        for name, each in link.settings.items()
    }
    return evolve(link, condition=limit_condition(link.condition, _MAX_SIZE), settings=settings)


def _build_passage(place: StopPosition, flags: AbstractSet[str]) -> Passage:
    read_flags = {flag for flag in flags if not place.read_names.isdisjoint(_flag_variables(flag))}
    return Passage(
        id=place.name,
        title=place.name,
        ending=place.name if is_ending(place) else "",
        conditional_flags=read_flags,
    )


def _flag_variables(flag: str) -> Iterator[str]:
    name = flag.partition(" is ")[0]
    yield name
    yield name.partition(": ")[0]
