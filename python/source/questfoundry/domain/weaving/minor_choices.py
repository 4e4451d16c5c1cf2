"""Acts and dares: small decisions whose options meet again at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.mark import MARK
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.weaving.flag_availability import find_possible_flags


@frozen(kw_only=True)
class Option:
    """One way to meet a moment; taking it leaves the ``mark``, a flag of its own."""

    label: str
    mark: str


@frozen(kw_only=True)
class Dare(Option):
    """An option for those alone who hold the flag that it ``needs``.

    ``closed`` is what the others read in its place, empty where they see nothing. At a fork it
    ``takes`` a path, in a way of its own.
    """

    needs: str
    closed: str = ""
    takes: str = ""


def has_one_way_on(structure: Structure, passage: str) -> bool:
    """Whether nothing is decided in the passage, though the story goes on from it.

    The choices may be several: to the variants of the next passage, each open to other players.
    """
    offered = structure.offered(passage)
    return bool(offered) and not any(choice.takes or _leaves_mark(choice) for choice in offered)


def moments_to_meet(structure: Structure) -> Sequence[tuple[Passage, ...]]:
    """The passages that have one way on, each with its copies, in the order of the story."""
    found: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in structure.passages:
        if has_one_way_on(structure, passage.id):
            found[passage.beats].append(passage)
    return [tuple(copies) for copies in found.values()]


def with_acts(structure: Structure, acts: Mapping[str, Sequence[Option]]) -> Structure:
    """The structure with these options for the only way on from each of the passages.

    Each leads where that way did, and is answered there.
    """
    answered: dict[str, list[str]] = defaultdict(list)
    for passage, options in acts.items():
        for way in structure.leaving(passage):
            answered[way.target] += (option.mark for option in options)

    def choices() -> Iterator[Choice]:
        for way in structure.choices:
            options = acts.get(way.source)
            if options:
                yield from (_option(way, each, at) for at, each in enumerate(options, start=1))
            else:
                yield way

    return recalling(evolve(structure, choices=tuple(choices())), answered)


def with_dare(
    structure: Structure,
    passages: Collection[str],
    dare: Dare,
    held: Mapping[str, frozenset[str]] | None = None,
) -> Structure:
    """The structure with one more option in a passage and its copies.

    It leads where the options do that take the same path, and is answered there; but not where
    nobody can go who holds what it needs. What is ``held`` by whom is found where it is not given.
    """
    choices = list(structure.choices)
    held = find_possible_flags(structure) if held is None else held
    targets: set[str] = set()
    for passage in passages:
        beside = structure.leaving(passage)
        ways = {
            way.target: way
            for way in reversed(beside)
            if way.takes == dare.takes and dare.needs in held.get(way.id, ())
        }
        targets.update(ways)
        last = [each.id for each in choices].index(beside[-1].id)
        choices[last + 1 : last + 1] = [
            evolve(
                _option(way, dare, len(beside) + at),
                closed=dare.closed,
                requires=way.requires | {dare.needs},
                grants=(way.grants if dare.takes else frozenset()) | {dare.mark},
            )
            for at, way in enumerate(reversed(ways.values()), start=1)
        ]
    answered = dict.fromkeys(targets, (dare.mark,))
    return recalling(evolve(structure, choices=tuple(choices)), answered)


def recalling(structure: Structure, marks: Mapping[str, Iterable[str]]) -> Structure:
    """The structure in which these passages have an insert for each of their marks."""

    def recalled(passage: Passage) -> Passage:
        more = frozenset(marks.get(passage.id, ()))
        if not more:
            return passage
        return evolve(passage, recalls=passage.recalls | more, reads=passage.reads | more)

    return evolve(structure, passages=tuple(map(recalled, structure.passages)))


def _leaves_mark(choice: Choice) -> bool:
    return any(kind_of(flag) == MARK for flag in choice.grants)


def _option(way: Choice, option: Option, number: int) -> Choice:
    return evolve(
        way,
        id=f"{way.id}--{number}",
        label=option.label,
        grants=way.grants | {option.mark},
    )
