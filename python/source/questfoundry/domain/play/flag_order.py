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
        cls, outgoing: Sequence[Sequence[int]], choices: Sequence[Choice]
    ) -> PassageKinds:
        """The kinds of passages which these choices leave, by number."""
        effect_numbers: dict[tuple[frozenset[str], ...], int] = {}
        effects = [
            effect_numbers.setdefault(
                (each.requires, each.forbids, each.grants, each.clears), number
            )
            for number, each in enumerate(choices)
        ]
        kinds: dict[tuple[int, ...], int] = {}
        return cls(
            kind=[
                kinds.setdefault(tuple([effects[number] for number in choice_numbers]), len(kinds))
                for choice_numbers in outgoing
            ],
            choices=[[choices[number] for number in each] for each in kinds],
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
    coupled: dict[str, dict[str, None]] = {flag: {} for flag in earliest}
    granted = chain.from_iterable(_find_flags_granted_together(part, kinds) for part in segments)
    for flags in chain(map(_find_coupled_flags, kinds.choices), granted):
        group = sorted(first.keys() & flags) if len(flags) > 1 else ()
        for flag in group if len(group) <= MAX_COUPLED_FLAGS else ():
            coupled[flag].update(dict.fromkeys(group))
    ordered: dict[str, None] = {}
    for flag in earliest:
        if flag not in ordered:
            ordered.update(dict.fromkeys(_iter_branches(flag, coupled)))
    return {flag: 1 << passage for passage, flag in enumerate(reversed(ordered))}


def _find_first_reads(
    components: _Components,
    kinds: PassageKinds,
    passages: Sequence[Passage],
) -> Mapping[str, int]:
    """The number of the group in which each flag is first read, in the order of reading."""
    read: dict[frozenset[str], int] = {}
    seen = set[int]()
    for number, component in enumerate(components):
        for passage in component:
            kind = kinds.kind[passage]
            if kind not in seen:
                seen.add(kind)
                for choice in kinds.choices[kind]:
                    read.setdefault(choice.requires, number)
                    read.setdefault(choice.forbids, number)
            if passages[passage].conditional_flags:
                read.setdefault(passages[passage].conditional_flags, number)
    first: dict[str, int] = {}
    for flags, number in read.items():
        for flag in sorted(flags):
            first.setdefault(flag, number)
    return first


def _find_flags_granted_together(
    segment: _Components, kinds: PassageKinds
) -> Iterable[frozenset[str]]:
    """The flags that are granted on the ways through a part; of many, those of each passage."""
    seen = dict.fromkeys([kinds.kind[passage] for component in segment for passage in component])
    granted = [[each.grants for each in kinds.choices[kind] if each.grants] for kind in seen]
    whole = frozenset[str]().union(*chain.from_iterable(granted))
    if len(whole) <= MAX_COUPLED_FLAGS:
        return [whole]
    return [frozenset[str]().union(*each) for each in granted]


def _find_coupled_flags(choices: Sequence[Choice]) -> frozenset[str]:
    """The flags that one passage grants to those who hold others, with these.

    What another choice grants to more players says nothing of who holds it.
    """
    informative = [
        each for each in choices if not any(_is_more_open(other, each) for other in choices)
    ]
    conditions = frozenset[str]().union(*(each.requires | each.forbids for each in informative))
    return conditions and conditions.union(*(each.grants for each in informative))


def _is_more_open(one: Choice, other: Choice) -> bool:
    """Whether the one is open to more players, and does the same to their flags."""
    return (
        (one.grants, one.clears) == (other.grants, other.clears)
        and (one.requires, one.forbids) != (other.requires, other.forbids)
        and one.requires <= other.requires
        and one.forbids <= other.forbids
    )


def _iter_branches(root: str, coupled: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """The flag with all to which it is joined, the smaller branches first."""
    children: dict[str, list[str]] = {root: []}
    for flag in (reachable := [root]):
        for each in coupled[flag]:
            if each not in children:
                children[each] = []
                children[flag].append(each)
                reachable.append(each)
    size: dict[str, int] = {}
    for flag in reversed(reachable):
        size[flag] = 1 + sum(size[each] for each in children[flag])
    stack = [root]
    while stack:
        flag = stack.pop()
        yield flag
        stack += sorted(children[flag], key=size.__getitem__, reverse=True)
