"""Planning of batches: which sequences of passages one answer contains.

A sequence is a run of passages that a player reads one after the other, or the topics of a hub. A
batch joins sequences that share a context, although no player reads them all: a decision and its
arms, a hub and its topics, the variants of one scene, the endings. The shared context is then sent
only once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from itertools import chain

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.writing.batch_format import find_sequences
from questfoundry.domain.writing.briefer import Briefer

Batch = tuple[tuple[str, ...], ...]
"""What is asked for in one answer: rows, each of passages that are read one after the other."""


def plan_batches(structure: Structure, briefer: Briefer, max_words: int) -> tuple[Batch, ...]:
    """Plan the batches with more than one passage, in the order of writing.

    A batch with several sequences has at most ``max_words`` planned words. A whole story below that
    limit becomes one batch. The dependencies between batches never form a cycle.
    """
    rows = {row[0]: row for [row] in find_writable_sequences(structure, briefer)}
    inside = {each for row in rows.values() for each in row[1:]}
    rows |= {each: (each,) for each in briefer.turns if each not in inside and each not in rows}
    if _count_planned_words(briefer.turns, briefer) <= max_words:
        return (_order_as_one_batch(structure, rows.values(), briefer),)
    groups: list[Batch] = []
    taken: set[tuple[str, ...]] = set()

    def take(candidate: Sequence[tuple[str, ...]]) -> None:
        for group in _split_by_length(
            [row for row in candidate if row not in taken], briefer, max_words
        ):
            if len(group) > 1 and _is_acyclic((*groups, group), briefer):
                groups.append(group)
                taken.update(group)

    for candidate in _candidates(structure, briefer, rows, max_words):
        take(candidate)
    alone: list[Batch] = [(row,) for row in rows.values() if row not in taken]
    place = {each: number for number, each in enumerate(briefer.turns)}
    found = sorted((*groups, *alone), key=lambda group: place[group[0][0]])
    beside = _merge_siblings(structure, found, briefer, max_words)
    in_turn = tuple(_merge_serial(structure, beside, briefer, max_words))
    return tuple(
        group
        for group in _merge_final(in_turn, briefer, max_words)
        if len(tuple(chain(*group))) > 1
    )


def _order_as_one_batch(
    structure: Structure, sequences: Iterable[tuple[str, ...]], briefer: Briefer
) -> Batch:
    """Sort ``sequences`` topologically by dependency; ties follow the order of the story."""
    place = {each.id: number for number, each in enumerate(structure.passages)}
    waits = _find_dependencies([(row,) for row in sequences], briefer)
    sorter, found = TopologicalSorter(waits), list[tuple[str, ...]]()
    sorter.prepare()
    waiting: list[tuple[int, Batch]] = []
    while sorter.is_active():
        for group in sorter.get_ready():
            heappush(waiting, (place[group[0][0]], group))
        _, group = heappop(waiting)
        found += group
        sorter.done(group)
    return tuple(found)


def find_writable_sequences(structure: Structure, briefer: Briefer) -> tuple[Batch, ...]:
    """Return the sequences of at least two passages, each as a batch of its own, without cycles.

    If all sequences together create a cycle, add them one by one and skip those that create one.
    """
    found: tuple[Batch, ...] = tuple(
        (row,) for row in find_sequences(structure, briefer.word_range)
    )
    if _is_acyclic(found, briefer):
        return found
    free: list[Batch] = []
    for group in found:
        if _is_acyclic((*free, group), briefer):
            free.append(group)
    return tuple(free)


def _candidates(
    structure: Structure, briefer: Briefer, sequences: Mapping[str, tuple[str, ...]], max_words: int
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Yield lists of sequences that could share a batch, in order of preference.

    First come a hub with its topics, then a decision with its arms, the endings, and the variants
    of one scene.
    """
    topics: dict[str, list[str]] = defaultdict(list)
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub:
            topics[each.hub].append(each.id)
        else:
            alike[(*each.beats, *briefer.turns[each.id].recent_passages[-1:])].append(each.id)
    up_to = {row[-1]: row for row in sequences.values()}
    for passage, found in topics.items():
        if passage in up_to and len(sequences.get(found[0], ())) > 1:
            yield (up_to[passage], sequences[found[0]])
    for passage in briefer.turns:
        arms = _exclusive_successors(structure, sequences, {passage, *topics.get(passage, ())})
        whole = (up_to.get(passage, ()), *arms)
        is_short = _count_planned_words(chain(*whole), briefer) <= max_words
        yield whole if all(whole) and is_short and passage not in topics else arms
    yield [
        sequences[each.id] for each in structure.passages if each.ending and each.id in sequences
    ]
    for variants in alike.values():
        yield [sequences[each] for each in variants if sequences.get(each) == (each,)]


def _exclusive_successors(
    structure: Structure, sequences: Mapping[str, tuple[str, ...]], passages: Collection[str]
) -> list[tuple[str, ...]]:
    """Return the sequences that players can only reach from ``passages``, without endings."""
    ahead = dict.fromkeys(
        way.target for each in passages for way in structure.outgoing_choices(each)
    )
    return [
        sequences[each]
        for each in ahead
        if each in sequences
        and each not in passages
        and not structure.passage(each).ending
        and all(way.source in passages for way in structure.incoming_choices(each))
    ]


def _merge_siblings(
    structure: Structure, batches: Sequence[Batch], briefer: Briefer, max_words: int
) -> Sequence[Batch]:
    """Merge batches that depend on the same single batch, up to ``max_words`` words.

    A batch with an ending, and a batch in which one sequence continues another, stay separate.
    """
    found: dict[tuple[Batch, bool], list[Batch]] = defaultdict(list)
    of = {each: group for group in batches for row in group for each in row}
    for group in batches:
        sources = {of[way.source] for row in group for way in structure.incoming_choices(row[0])}
        ends = any(structure.passage(row[-1]).ending for row in group)
        alone = ends or group in sources or len(sources) != 1
        found[group if alone else sources.pop(), alone].append(group)
    joined = list(batches)
    for beside in found.values():
        together: Batch = ()
        for group in beside:
            both = (*together, *group)
            others = [each for each in joined if each not in (together, group)]
            if (
                together
                and _count_planned_words(chain(*both), briefer) <= max_words
                and _is_acyclic((*others, both), briefer)
            ):
                joined, together = [*others, both], both
            else:
                together = group
    return sorted(joined, key=lambda group: batches.index(of[group[0][0]]))


def _merge_serial(
    structure: Structure, batches: Sequence[Batch], briefer: Briefer, max_words: int
) -> Iterator[Batch]:
    """Merge consecutive batches that could only be written one after the other.

    A merge must not delay any other batch: all batches that depend on the first also depend on the
    second. A batch with an ending stays separate.
    """
    waits = _find_dependencies(batches, briefer)
    for group in TopologicalSorter(waits).static_order():
        waits[group] = waits[group].union(*(waits[each] for each in waits[group]))
    together: Batch = ()
    inside: frozenset[Batch] = frozenset()
    for number, group in enumerate(batches):
        needed = waits[group] - inside
        if (
            together
            and waits[group] & inside
            and all(needed <= waits[each] for each in inside)
            and all(group in waits[each] for each in batches[number + 1 :] if waits[each] & inside)
            and not any(structure.passage(row[-1]).ending for row in chain(together, group))
            and _count_planned_words(chain(*together, *group), briefer) <= max_words
        ):
            together, inside = (*together, *group), inside | {group}
            continue
        if together:
            yield together
        together, inside = group, frozenset((group,))
    if together:
        yield together


def _merge_final(batches: Sequence[Batch], briefer: Briefer, max_words: int) -> Iterator[Batch]:
    """Merge the last batches, on which no others depend, up to ``max_words`` words."""
    waits = _find_dependencies(batches, briefer)
    last: Batch = ()
    inside: set[Batch] = set()
    for group in reversed(batches):
        is_last = all(each in inside for each in batches if group in waits[each])
        if is_last and _count_planned_words(chain(*group, *last), briefer) <= max_words:
            last = (*group, *last)
            inside.add(group)
    yield from (group for group in batches if group not in inside)
    if last:
        yield last


def _split_by_length(
    sequences: Iterable[tuple[str, ...]], briefer: Briefer, max_words: int
) -> Iterator[Batch]:
    group: list[tuple[str, ...]] = []
    for row in sequences:
        if group and _count_planned_words(chain(*group, row), briefer) > max_words:
            yield tuple(group)
            group = []
        group.append(row)
    yield tuple(group)


def _count_planned_words(passages: Iterable[str], briefer: Briefer) -> int:
    ranges = [briefer.word_range(each) for each in passages]
    return sum((each.least + each.most) // 2 for each in ranges)


def _is_acyclic(batches: Sequence[Batch], briefer: Briefer) -> bool:
    """Return whether the dependencies between ``batches`` form no cycle."""
    waits = _find_dependencies(batches, briefer)
    try:
        TopologicalSorter(waits).prepare()
    except CycleError:
        return False
    return True


def _find_dependencies(batches: Sequence[Batch], briefer: Briefer) -> dict[Batch, set[Batch]]:
    """Return the batches that must be written before each batch.

    A passage outside ``batches`` counts as a batch of its own.
    """
    of: dict[str, Batch] = {each: group for group in batches for row in group for each in row}
    waits: dict[Batch, set[Batch]] = defaultdict(set)
    for passage in briefer.turns:
        group = of.get(passage, ((passage,),))
        waits[group].update(
            of.get(each, ((each,),)) for each in briefer.turns[passage].dependencies
        )
        waits[group].discard(group)
    return waits
