"""In which order flags stand in diagrams, which decides how large these become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Passage

_Components = Iterable[Iterable[int]]

MAX_COUPLED_FLAGS = 8
"""Of the flags of more than so many in a passage none is drawn to the others."""


@frozen(kw_only=True)
class PassageKinds:
    """The ``kind`` of each passage, and the ``choices`` of each kind.

    Passages are of one kind whose choices ask for the same flags and do the same to them. Long
    stories have many passages of few kinds.
    """

    kind: Sequence[int]
    choices: Sequence[Sequence[Choice]]

    @classmethod
    def from_choices(
        cls, leaving: Sequence[Sequence[int]], choices: Sequence[Choice]
    ) -> PassageKinds:
        """The kinds of passages which these choices leave, by number."""
        doing: dict[tuple[frozenset[str], ...], int] = {}
        does = [
            doing.setdefault((each.requires, each.forbids, each.grants, each.clears), turn)
            for turn, each in enumerate(choices)
        ]
        kinds: dict[tuple[int, ...], int] = {}
        return cls(
            kind=[
                kinds.setdefault(tuple([does[turn] for turn in turns]), len(kinds))
                for turns in leaving
            ],
            choices=[[choices[turn] for turn in each] for each in kinds],
        )


def assign_bits(
    segments: Sequence[_Components],
    kinds: PassageKinds,
    passages: Sequence[Passage],
) -> Mapping[str, int]:
    """A bit for each flag that is read, the higher the earlier.

    So what is asked for and forgotten next stands at the top of a diagram. Of those that are first
    read in the same group the last is the highest: where they are granted in that order, what is
    granted next does. But flags stand beside those on which it hangs who holds them, and beside
    those that other ways through the same part grant, as far as these form a tree: a branch after
    the other, the largest last. ``parts`` are those of the story, each of groups of passages.
    """
    first = _find_first_reads(chain.from_iterable(segments), kinds, passages)
    earliest = sorted(first, key=lambda flag: -first[flag])[::-1]
    near: dict[str, dict[str, None]] = {flag: {} for flag in earliest}
    granted = chain.from_iterable(_find_flags_granted_together(part, kinds) for part in segments)
    for flags in chain(map(_find_coupled_flags, kinds.choices), granted):
        joined = sorted(first.keys() & flags) if len(flags) > 1 else ()
        for flag in joined if len(joined) <= MAX_COUPLED_FLAGS else ():
            near[flag].update(dict.fromkeys(joined))
    placed: dict[str, None] = {}
    for flag in earliest:
        if flag not in placed:
            placed.update(dict.fromkeys(_iter_branches(flag, near)))
    return {flag: 1 << place for place, flag in enumerate(reversed(placed))}


def _find_first_reads(
    components: _Components,
    kinds: PassageKinds,
    passages: Sequence[Passage],
) -> Mapping[str, int]:
    """The number of the group in which each flag is first read, in the order of reading."""
    read: dict[frozenset[str], int] = {}
    met = set[int]()
    for turn, group in enumerate(components):
        for place in group:
            kind = kinds.kind[place]
            if kind not in met:
                met.add(kind)
                for choice in kinds.choices[kind]:
                    read.setdefault(choice.requires, turn)
                    read.setdefault(choice.forbids, turn)
            if passages[place].conditional_flags:
                read.setdefault(passages[place].conditional_flags, turn)
    first: dict[str, int] = {}
    for flags, turn in read.items():
        for flag in sorted(flags):
            first.setdefault(flag, turn)
    return first


def _find_flags_granted_together(
    segment: _Components, kinds: PassageKinds
) -> Iterable[frozenset[str]]:
    """The flags that are granted on the ways through a part; of many, those of each passage."""
    met = dict.fromkeys([kinds.kind[place] for group in segment for place in group])
    granted = [[each.grants for each in kinds.choices[kind] if each.grants] for kind in met]
    whole = frozenset[str]().union(*chain.from_iterable(granted))
    if len(whole) <= MAX_COUPLED_FLAGS:
        return [whole]
    return [frozenset[str]().union(*each) for each in granted]


def _find_coupled_flags(choices: Sequence[Choice]) -> frozenset[str]:
    """The flags that one passage grants to those who hold others, with these.

    What another choice grants to more players says nothing of who holds it.
    """
    telling = [each for each in choices if not any(_is_more_open(other, each) for other in choices)]
    asked = frozenset[str]().union(*(each.requires | each.forbids for each in telling))
    return asked and asked.union(*(each.grants for each in telling))


def _is_more_open(one: Choice, other: Choice) -> bool:
    """Whether the one is open to more players, and does the same to their flags."""
    return (
        (one.grants, one.clears) == (other.grants, other.clears)
        and (one.requires, one.forbids) != (other.requires, other.forbids)
        and one.requires <= other.requires
        and one.forbids <= other.forbids
    )


def _iter_branches(root: str, near: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The flag with all to which it is joined, the smaller branches first."""
    below: dict[str, list[str]] = {root: []}
    for flag in (found := [root]):
        for each in near[flag]:
            if each not in below:
                below[each] = []
                below[flag].append(each)
                found.append(each)
    size: dict[str, int] = {}
    for flag in reversed(found):
        size[flag] = 1 + sum(size[each] for each in below[flag])
    waiting = [root]
    while waiting:
        flag = waiting.pop()
        yield flag
        waiting += sorted(below[flag], key=size.__getitem__, reverse=True)
