"""Choose the variable order of the decision diagrams, by assigning a bit to each flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Passage

_Components = Iterable[Iterable[int]]

MAX_COUPLED_FLAGS = 8
"""The most flags that can be coupled as one group; a larger group says little about a pair."""

MAX_COMPARED_CHOICES = 400
"""The most choices of a passage that are compared in pairs."""


@frozen(kw_only=True)
class PassageKinds:
    """The passages of a story, grouped by the conditions and effects of their choices.

    Passages have the same kind if their choices have equal conditions and effects. Long stories
    have many passages of few kinds.
    ``kind``: for each passage, the number of its kind.
    ``choices``: for each kind, the choices of one passage of that kind.
    """

    kind: Sequence[int]
    choices: Sequence[Sequence[Choice]]

    @classmethod
    def from_choices(
        cls, outgoing: Sequence[Sequence[int]], choices: Sequence[Choice]
    ) -> PassageKinds:
        """Group the passages by kind.

        ``outgoing`` lists, for each passage, the indices of its choices in ``choices``.
        """
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
    segments: Sequence[_Components], kinds: PassageKinds, passages: Sequence[Passage]
) -> Mapping[str, int]:
    """Return a bit for each flag that is read: the earlier it is first read, the higher the bit.

    High bits are near the root of a diagram, where a flag costs little if it is not needed for
    long. Coupled flags (read or granted together) get neighbouring bits: a spanning tree of the
    couplings is laid out in preorder, smaller branches first.
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
    components: _Components, kinds: PassageKinds, passages: Sequence[Passage]
) -> Mapping[str, int]:
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
    """Return the sets of flags that are granted together in ``segment``.

    The result is a single set, or a set for each kind of passage if a single set would be too
    large.
    """
    seen = dict.fromkeys([kinds.kind[passage] for component in segment for passage in component])
    granted = [[each.grants for each in kinds.choices[kind] if each.grants] for kind in seen]
    whole = frozenset[str]().union(*chain.from_iterable(granted))
    if len(whole) <= MAX_COUPLED_FLAGS:
        return [whole]
    return [frozenset[str]().union(*each) for each in granted]


def _find_coupled_flags(choices: Sequence[Choice]) -> frozenset[str]:
    """Return the flags that ``choices`` read or grant, or an empty set if the choices read no flag.

    A choice is ignored if another choice has the same effect and is open to more players. The
    result is empty, too, for very many choices, because they couple too many flags.
    """
    if len(choices) > MAX_COMPARED_CHOICES:
        return frozenset()
    informative = [
        each for each in choices if not any(_is_more_open(other, each) for other in choices)
    ]
    conditions = frozenset[str]().union(*(each.requires | each.forbids for each in informative))
    return conditions and conditions.union(*(each.grants for each in informative))


def _is_more_open(one: Choice, other: Choice) -> bool:
    return (
        (one.grants, one.clears) == (other.grants, other.clears)
        and (one.requires, one.forbids) != (other.requires, other.forbids)
        and one.requires <= other.requires
        and one.forbids <= other.forbids
    )


def _iter_branches(root: str, coupled: Mapping[str, Iterable[str]]) -> Iterator[str]:
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
