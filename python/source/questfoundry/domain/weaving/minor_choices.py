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
    flag: str


@frozen(kw_only=True)
class GatedChoice(Option):
    """An option for those alone who hold the flag that it ``needs``.

    ``closed`` is what the others read in its place, empty where they see nothing. At a fork it
    ``takes`` a path, in a way of its own.
    """

    needs: str
    closed: str = ""
    takes: str = ""


def has_no_decision(structure: Structure, passage: str) -> bool:
    """Whether nothing is decided in the passage, though the story goes on from it.

    The choices may be several: to the variants of the next passage, each open to other players.
    """
    choices = structure.offered(passage)
    return bool(choices) and not any(
        choice.takes or _sets_choice_flag(choice) for choice in choices
    )


def find_minor_choice_places(structure: Structure) -> Sequence[tuple[Passage, ...]]:
    """The passages that have one way on, each with its copies, in the order of the story."""
    found: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in structure.passages:
        if has_no_decision(structure, passage.id):
            found[passage.beats].append(passage)
    return [tuple(copies) for copies in found.values()]


def add_minor_choices(structure: Structure, options: Mapping[str, Sequence[Option]]) -> Structure:
    """The structure with these options for the only way on from each of the passages.

    Each leads where that way did, and is answered there.
    """
    callbacks: dict[str, list[str]] = defaultdict(list)
    for passage, options in options.items():
        for way in structure.leaving(passage):
            callbacks[way.target] += (option.flag for option in options)

    def choices() -> Iterator[Choice]:
        for way in structure.choices:
            options = options.get(way.source)
            if options:
                yield from (
                    _build_option(way, each, at) for at, each in enumerate(options, start=1)
                )
            else:
                yield way

    return add_callbacks(evolve(structure, choices=tuple(choices())), callbacks)


def add_gated_choice(
    structure: Structure,
    passages: Collection[str],
    gated: GatedChoice,
    possible_flags: Mapping[str, frozenset[str]] | None = None,
) -> Structure:
    """The structure with one more option in a passage and its copies.

    It leads where the options do that take the same path, and is answered there; but not where
    nobody can go who holds what it needs. What is ``held`` by whom is found where it is not given.
    """
    choices = list(structure.choices)
    possible_flags = find_possible_flags(structure) if possible_flags is None else possible_flags
    targets: set[str] = set()
    for passage in passages:
        siblings = structure.leaving(passage)
        by_target = {
            way.target: way
            for way in reversed(siblings)
            if way.takes == gated.takes and gated.needs in possible_flags.get(way.id, ())
        }
        targets.update(by_target)
        last = [each.id for each in choices].index(siblings[-1].id)
        choices[last + 1 : last + 1] = [
            evolve(
                _build_option(way, gated, len(siblings) + at),
                closed=gated.closed,
                requires=way.requires | {gated.needs},
                grants=(way.grants if gated.takes else frozenset()) | {gated.flag},
            )
            for at, way in enumerate(reversed(by_target.values()), start=1)
        ]
    callbacks = dict.fromkeys(targets, (gated.flag,))
    return add_callbacks(evolve(structure, choices=tuple(choices)), callbacks)


def add_callbacks(structure: Structure, flags: Mapping[str, Iterable[str]]) -> Structure:
    """The structure in which these passages have an insert for each of their marks."""

    def recalled(passage: Passage) -> Passage:
        more = frozenset(flags.get(passage.id, ()))
        if not more:
            return passage
        return evolve(passage, recalls=passage.recalls | more, reads=passage.reads | more)

    return evolve(structure, passages=tuple(map(recalled, structure.passages)))


def _sets_choice_flag(choice: Choice) -> bool:
    return any(kind_of(flag) == MARK for flag in choice.grants)


def _build_option(original: Choice, option: Option, number: int) -> Choice:
    return evolve(
        original,
        id=f"{original.id}--{number}",
        label=option.label,
        grants=original.grants | {option.flag},
    )
