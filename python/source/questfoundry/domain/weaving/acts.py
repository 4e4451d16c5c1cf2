"""Acts and dares: small decisions whose options meet again at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import evolve, frozen

from questfoundry.domain.story.passage import Choice, Structure


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
    return bool(offered) and not any(choice.takes or choice.grants for choice in offered)


def with_act(
    structure: Structure, passages: Collection[str], options: Sequence[Option]
) -> Structure:
    """The structure with these options for the only way on from a passage and its copies.

    Each leads where that way did, and is answered there.
    """
    ways = {way.id for passage in passages for way in structure.leaving(passage)}
    choices: list[Choice] = []
    for choice in structure.choices:
        if choice.id in ways:
            choices += (_option(choice, each, at) for at, each in enumerate(options, start=1))
        else:
            choices.append(choice)
    targets = {way.target for passage in passages for way in structure.leaving(passage)}
    return recalling(
        evolve(structure, choices=tuple(choices)), targets, [each.mark for each in options]
    )


def with_dare(structure: Structure, passages: Collection[str], dare: Dare) -> Structure:
    """The structure with one more option in a passage and its copies.

    It leads where the options do that take the same path, and is answered there.
    """
    choices = list(structure.choices)
    targets: set[str] = set()
    for passage in passages:
        beside = structure.leaving(passage)
        ways = {way.target: way for way in reversed(beside) if way.takes == dare.takes}
        targets.update(ways)
        last = choices.index(beside[-1])
        choices[last + 1 : last + 1] = [
            evolve(
                _option(way, dare, len(beside) + at),
                closed=dare.closed,
                requires=way.requires | {dare.needs},
                grants=(way.grants if dare.takes else frozenset()) | {dare.mark},
            )
            for at, way in enumerate(reversed(ways.values()), start=1)
        ]
    return recalling(evolve(structure, choices=tuple(choices)), targets, [dare.mark])


def recalling(structure: Structure, passages: Collection[str], marks: Iterable[str]) -> Structure:
    """The structure in which these passages have an insert for each of the marks."""
    more = frozenset(marks)
    return evolve(
        structure,
        passages=tuple(
            evolve(each, recalls=each.recalls | more, reads=each.reads | more)
            if each.id in passages
            else each
            for each in structure.passages
        ),
    )


def _option(way: Choice, option: Option, number: int) -> Choice:
    return evolve(
        way,
        id=f"{way.id}--{number}",
        label=option.label,
        grants=way.grants | {option.mark},
    )
