"""Rows of passages that are written in one answer though no player reads all of them.

A decision and its arms, a hub and its topics, the arms alone, the variants of one moment: what
comes before them and who is there is the same, and is told once. And endings, of which each is told
otherwise then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from itertools import chain

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.writing.batch_format import groups_of
from questfoundry.domain.writing.briefer import Briefer

Group = tuple[tuple[str, ...], ...]
"""What is asked for in one answer: rows, each of passages that are read one after the other."""


def plan_batches(structure: Structure, briefer: Briefer, most: int) -> tuple[Group, ...]:
    """What is written in one answer, in the order of writing; no two wait for each other.

    Where it has several rows, it is planned to have ``most`` words at most. A story that is as
    short is written in one.
    """
    rows = {row[0]: row for [row] in rows_of(structure, briefer)}
    inside = {each for row in rows.values() for each in row[1:]}
    rows |= {each: (each,) for each in briefer.turns if each not in inside and each not in rows}
    if _planned(briefer.turns, briefer) <= most:
        return (_one_by_one(structure, rows.values(), briefer),)
    groups: list[Group] = []
    taken: set[tuple[str, ...]] = set()

    def take(candidate: Sequence[tuple[str, ...]]) -> None:
        for group in _divided([row for row in candidate if row not in taken], briefer, most):
            if len(group) > 1 and _is_free_of_rings((*groups, group), briefer):
                groups.append(group)
                taken.update(group)

    for candidate in _candidates(structure, briefer, rows, most):
        take(candidate)
    alone: list[Group] = [(row,) for row in rows.values() if row not in taken]
    place = {each: number for number, each in enumerate(briefer.turns)}
    found = sorted((*groups, *alone), key=lambda group: place[group[0][0]])
    beside = _side_by_side(structure, found, briefer, most)
    in_turn = tuple(_in_turn(structure, beside, briefer, most))
    return tuple(
        group for group in _closing(in_turn, briefer, most) if len(tuple(chain(*group))) > 1
    )


def _one_by_one(structure: Structure, rows: Iterable[tuple[str, ...]], briefer: Briefer) -> Group:
    """The rows, each after all that it waits for, and of several that could be next the first."""
    place = {each.id: number for number, each in enumerate(structure.passages)}
    waits = _waits([(row,) for row in rows], briefer)
    sorter, found = TopologicalSorter(waits), list[tuple[str, ...]]()
    sorter.prepare()
    waiting: list[tuple[int, Group]] = []
    while sorter.is_active():
        for group in sorter.get_ready():
            heappush(waiting, (place[group[0][0]], group))
        _, group = heappop(waiting)
        found += group
        sorter.done(group)
    return tuple(found)


def rows_of(structure: Structure, briefer: Briefer) -> tuple[Group, ...]:
    """What players read one after the other and is written in one answer, each row by itself."""
    found: tuple[Group, ...] = tuple((row,) for row in groups_of(structure, briefer.words))
    if _is_free_of_rings(found, briefer):
        return found
    free: list[Group] = []
    for group in found:
        if _is_free_of_rings((*free, group), briefer):
            free.append(group)
    return tuple(free)


def _candidates(
    structure: Structure, briefer: Briefer, rows: Mapping[str, tuple[str, ...]], most: int
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Rows that could be written together, those first that could be with no other."""
    topics: dict[str, list[str]] = defaultdict(list)
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub:
            topics[each.hub].append(each.id)
        else:
            alike[(*each.beats, *briefer.turns[each.id].behind[-1:])].append(each.id)
    up_to = {row[-1]: row for row in rows.values()}
    for passage, found in topics.items():
        if passage in up_to and len(rows.get(found[0], ())) > 1:
            yield (up_to[passage], rows[found[0]])
    for passage in briefer.turns:
        arms = _following(structure, rows, {passage, *topics.get(passage, ())})
        whole = (up_to.get(passage, ()), *arms)
        is_short = _planned(chain(*whole), briefer) <= most
        yield whole if all(whole) and is_short and passage not in topics else arms
    yield [rows[each.id] for each in structure.passages if each.ending and each.id in rows]
    for variants in alike.values():
        yield [rows[each] for each in variants if rows.get(each) == (each,)]


def _following(
    structure: Structure, rows: Mapping[str, tuple[str, ...]], passages: Collection[str]
) -> list[tuple[str, ...]]:
    """The rows to which players come from these passages, and from nowhere else; no ending."""
    ahead = dict.fromkeys(
        way.target for each in passages for way in structure.outgoing_choices(each)
    )
    return [
        rows[each]
        for each in ahead
        if each in rows
        and each not in passages
        and not structure.passage(each).ending
        and all(way.source in passages for way in structure.incoming_choices(each))
    ]


def _side_by_side(
    structure: Structure, groups: Sequence[Group], briefer: Briefer, most: int
) -> Sequence[Group]:
    """The groups, those in one that all wait for the same one alone, as far as they are short.

    One with an ending stays by itself, and one in which a row goes on from another.
    """
    found: dict[tuple[Group, bool], list[Group]] = defaultdict(list)
    of = {each: group for group in groups for row in group for each in row}
    for group in groups:
        sources = {of[way.source] for row in group for way in structure.incoming_choices(row[0])}
        ends = any(structure.passage(row[-1]).ending for row in group)
        alone = ends or group in sources or len(sources) != 1
        found[group if alone else sources.pop(), alone].append(group)
    joined = list(groups)
    for beside in found.values():
        together: Group = ()
        for group in beside:
            both = (*together, *group)
            others = [each for each in joined if each not in (together, group)]
            if (
                together
                and _planned(chain(*both), briefer) <= most
                and _is_free_of_rings((*others, both), briefer)
            ):
                joined, together = [*others, both], both
            else:
                together = group
    return sorted(joined, key=lambda group: groups.index(of[group[0][0]]))


def _in_turn(
    structure: Structure, groups: Sequence[Group], briefer: Briefer, most: int
) -> Iterator[Group]:
    """The groups, those in one that can only be written one after the other, as far as short.

    Nothing is written later for it: whatever else waits for the first waits for the other, too.
    One with an ending stays by itself.
    """
    waits = _waits(groups, briefer)
    for group in TopologicalSorter(waits).static_order():
        waits[group] = waits[group].union(*(waits[each] for each in waits[group]))
    together: Group = ()
    inside: frozenset[Group] = frozenset()
    for number, group in enumerate(groups):
        needed = waits[group] - inside
        if (
            together
            and waits[group] & inside
            and all(needed <= waits[each] for each in inside)
            and all(group in waits[each] for each in groups[number + 1 :] if waits[each] & inside)
            and not any(structure.passage(row[-1]).ending for row in chain(together, group))
            and _planned(chain(*together, *group), briefer) <= most
        ):
            together, inside = (*together, *group), inside | {group}
            continue
        if together:
            yield together
        together, inside = group, frozenset((group,))
    if together:
        yield together


def _closing(groups: Sequence[Group], briefer: Briefer, most: int) -> Iterator[Group]:
    """The groups, the last ones of them in one, as far as short: nothing else waits for these."""
    waits = _waits(groups, briefer)
    last: Group = ()
    inside: set[Group] = set()
    for group in reversed(groups):
        is_last = all(each in inside for each in groups if group in waits[each])
        if is_last and _planned(chain(*group, *last), briefer) <= most:
            last = (*group, *last)
            inside.add(group)
    yield from (group for group in groups if group not in inside)
    if last:
        yield last


def _divided(rows: Iterable[tuple[str, ...]], briefer: Briefer, most: int) -> Iterator[Group]:
    group: list[tuple[str, ...]] = []
    for row in rows:
        if group and _planned(chain(*group, row), briefer) > most:
            yield tuple(group)
            group = []
        group.append(row)
    yield tuple(group)


def _planned(passages: Iterable[str], briefer: Briefer) -> int:
    ranges = [briefer.words(each) for each in passages]
    return sum((each.least + each.most) // 2 for each in ranges)


def _is_free_of_rings(groups: Sequence[Group], briefer: Briefer) -> bool:
    """Whether each can be written after all that it waits for."""
    waits = _waits(groups, briefer)
    try:
        TopologicalSorter(waits).prepare()
    except CycleError:
        return False
    return True


def _waits(groups: Sequence[Group], briefer: Briefer) -> dict[Group, set[Group]]:
    """What each waits for; what is in no group is one by itself."""
    of: dict[str, Group] = {each: group for group in groups for row in group for each in row}
    waits: dict[Group, set[Group]] = defaultdict(set)
    for passage in briefer.turns:
        group = of.get(passage, ((passage,),))
        waits[group].update(of.get(each, ((each,),)) for each in briefer.turns[passage].after)
        waits[group].discard(group)
    return waits
