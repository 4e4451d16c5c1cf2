"""Rows of passages that are written in one answer though no player reads all of them.

A hub and its topics, the arms of one decision, the variants of one moment: what comes before them
and who is there is the same, and is told once. And endings, of which each is told otherwise then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.together import groups_of

MOST_WORDS = 1400
"""How many words an answer for several rows is planned to have."""

Group = tuple[tuple[str, ...], ...]
"""What is asked for in one answer: rows, each of passages that are read one after the other."""


def strands_of(structure: Structure, briefer: Briefer) -> tuple[Group, ...]:
    """What is written in one answer, in the order of writing; no two wait for each other."""
    rows = {row[0]: row for [row] in rows_of(structure, briefer)}
    inside = {each for row in rows.values() for each in row[1:]}
    rows |= {each: (each,) for each in briefer.turns if each not in inside and each not in rows}
    groups: list[Group] = []
    taken: set[tuple[str, ...]] = set()
    for candidate in _candidates(structure, briefer, rows):
        left = [row for row in candidate if row not in taken]
        for group in _divided(left, briefer):
            if len(group) > 1 and _is_free_of_rings((*groups, group), briefer):
                groups.append(group)
                taken.update(group)
    alone = [(row,) for row in rows.values() if row not in taken and len(row) > 1]
    place = {each: number for number, each in enumerate(briefer.turns)}
    return tuple(sorted((*groups, *alone), key=lambda group: place[group[0][0]]))


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
    structure: Structure, briefer: Briefer, rows: Mapping[str, tuple[str, ...]]
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Rows that could be written together, those first that could be with no other."""
    topics: dict[str, list[str]] = defaultdict(list)
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub:
            topics[each.hub].append(each.id)
        else:
            alike[(*each.beats, *briefer.turns[each.id].behind[-1:])].append(each.id)
    for passage, found in topics.items():
        if rows.get(passage) == (passage,) and len(rows.get(found[0], ())) > 1:
            yield (rows[passage], rows[found[0]])
    for passage in briefer.turns:
        around = {passage, *topics.get(passage, ())}
        heads = dict.fromkeys(
            way.target
            for way in structure.leaving(passage)
            if way.target in rows
            and way.target not in around
            and {one.source for one in structure.arriving(way.target)} <= around
        )
        for ends in (False, True):
            yield [rows[each] for each in heads if bool(structure.passage(each).ending) is ends]
    for variants in alike.values():
        yield [rows[each] for each in variants if rows.get(each) == (each,)]
    yield [rows[each.id] for each in structure.passages if each.ending and each.id in rows]


def _divided(rows: Iterable[tuple[str, ...]], briefer: Briefer) -> Iterator[Group]:
    group: list[tuple[str, ...]] = []
    for row in rows:
        if group and _planned(chain(*group, row), briefer) > MOST_WORDS:
            yield tuple(group)
            group = []
        group.append(row)
    yield tuple(group)


def _planned(passages: Iterable[str], briefer: Briefer) -> int:
    ranges = [briefer.words(each) for each in passages]
    return sum((each.least + each.most) // 2 for each in ranges)


def _is_free_of_rings(groups: Sequence[Group], briefer: Briefer) -> bool:
    """Whether each can be written after all that it waits for."""
    of: dict[str, Group] = {each: group for group in groups for row in group for each in row}
    waits: dict[object, set[object]] = defaultdict(set)
    for passage in briefer.turns:
        group = of.get(passage, ((passage,),))
        waits[group].update(of.get(each, ((each,),)) for each in briefer.turns[passage].after)
        waits[group].discard(group)
    try:
        TopologicalSorter(waits).prepare()
    except CycleError:
        return False
    return True
