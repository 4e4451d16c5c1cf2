"""Planning of batches: which sequences of passages one answer contains."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from itertools import chain

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.writing.answer_format import find_sequences
from questfoundry.domain.writing.briefer import Briefer

Batch = tuple[tuple[str, ...], ...]
"""The sequences that one answer contains; each sequence is a tuple of passage ids."""


def plan_batches(briefer: Briefer, max_words: int) -> tuple[Batch, ...]:
    """Plan the batches with more than one passage, in the order of writing.

    A batch is the sequences of passages that one answer contains. A batch with several sequences
    has at most ``max_words`` planned words. A whole story below that limit becomes one batch.
    """
    sequences = {each[0]: each for [each] in find_writable_sequences(briefer)}
    inside = {passage for each in sequences.values() for passage in each[1:]}
    single = [each for each in briefer.turns if each not in inside and each not in sequences]
    sequences |= {each: (each,) for each in single}
    if _fits(briefer.turns, briefer, max_words):
        return (_order_as_one_batch(sequences.values(), briefer),)
    batches: list[Batch] = []
    assigned: set[tuple[str, ...]] = set()

    # Greedy: earlier candidates are preferred, and only sequences that are still free are added.
    for candidate in _candidates(briefer, sequences, max_words):
        free = [each for each in candidate if each not in assigned]
        for batch in _split_by_length(free, briefer, max_words):
            if len(batch) > 1 and _is_acyclic((*batches, batch), briefer):
                batches.append(batch)
                assigned.update(batch)
    alone: list[Batch] = [(each,) for each in sequences.values() if each not in assigned]
    place = {each: number for number, each in enumerate(briefer.turns)}
    ordered = sorted((*batches, *alone), key=lambda batch: place[batch[0][0]])
    siblings = _merge_siblings(ordered, briefer, max_words)
    serial = tuple(_merge_serial(siblings, briefer, max_words))
    merged = _merge_final(serial, briefer, max_words)
    return tuple(batch for batch in merged if len(tuple(chain(*batch))) > 1)


def _order_as_one_batch(sequences: Iterable[tuple[str, ...]], briefer: Briefer) -> Batch:
    """Return all ``sequences`` as one batch, sorted by dependency and then in story order."""
    place = {each.id: number for number, each in enumerate(briefer.structure.passages)}
    needs = _find_dependencies([(sequence,) for sequence in sequences], briefer)
    sorter, ordered = TopologicalSorter(needs), list[tuple[str, ...]]()
    sorter.prepare()
    waiting: list[tuple[int, Batch]] = []
    while sorter.is_active():
        for batch in sorter.get_ready():
            heappush(waiting, (place[batch[0][0]], batch))
        _, batch = heappop(waiting)
        ordered += batch
        sorter.done(batch)
    return tuple(ordered)


def find_writable_sequences(briefer: Briefer) -> tuple[Batch, ...]:
    """Return the sequences of at least two passages, each as a batch of its own.

    A sequence is skipped if, as a batch, it would be part of a cycle of dependencies.
    """
    kept: list[Batch] = []
    for sequence in find_sequences(briefer.structure, briefer.word_range):
        if _is_acyclic((*kept, (sequence,)), briefer):
            kept.append((sequence,))
    return tuple(kept)


def _candidates(
    briefer: Briefer, sequences: Mapping[str, tuple[str, ...]], max_words: int
) -> Iterator[Sequence[tuple[str, ...]]]:
    """Yield groups of sequences that could share a batch, preferred groups first.

    The order is: a hub with its topics, a decision with its arms, all endings, variants of a
    passage.
    """
    structure = briefer.structure
    topics: dict[str, list[str]] = defaultdict(list)
    variants_by_start: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in structure.passages:
        if each.hub:
            topics[each.hub].append(each.id)
        else:
            before = briefer.turns[each.id].recent_passages[-1:]
            variants_by_start[*each.beats, *before].append(each.id)
    by_last_passage = {sequence[-1]: sequence for sequence in sequences.values()}
    for passage, found in topics.items():
        if passage in by_last_passage and len(sequences.get(found[0], ())) > 1:
            yield (by_last_passage[passage], sequences[found[0]])
    for passage in briefer.turns:
        arms = _exclusive_successors(structure, sequences, {passage, *topics.get(passage, ())})
        group = (by_last_passage.get(passage, ()), *arms)
        is_short = _fits(chain(*group), briefer, max_words)
        yield group if all(group) and is_short and passage not in topics else arms
    yield [
        sequences[each.id] for each in structure.passages if each.ending and each.id in sequences
    ]
    for variants in variants_by_start.values():
        yield [sequences[each] for each in variants if sequences.get(each) == (each,)]


def _exclusive_successors(
    structure: Structure, sequences: Mapping[str, tuple[str, ...]], passages: Collection[str]
) -> list[tuple[str, ...]]:
    targets = dict.fromkeys(
        choice.target for each in passages for choice in structure.outgoing_choices(each)
    )
    return [
        sequences[each]
        for each in targets
        if each in sequences
        and each not in passages
        and not structure.passage(each).ending
        and all(choice.source in passages for choice in structure.incoming_choices(each))
    ]


def _merge_siblings(batches: Sequence[Batch], briefer: Briefer, max_words: int) -> Sequence[Batch]:
    """Merge batches that follow the same batch, up to ``max_words`` words.

    A batch stays alone if it has an ending, follows several batches, or contains a sequence that
    continues another sequence of the batch.
    """
    structure = briefer.structure
    siblings_by_source: dict[tuple[Batch, bool], list[Batch]] = defaultdict(list)
    batch_of = {each: batch for batch in batches for sequence in batch for each in sequence}
    for batch in batches:
        sources = {
            batch_of[choice.source]
            for sequence in batch
            for choice in structure.incoming_choices(sequence[0])
        }
        ends = any(structure.passage(sequence[-1]).ending for sequence in batch)
        is_separate = ends or batch in sources or len(sources) != 1
        siblings_by_source[batch if is_separate else sources.pop(), is_separate].append(batch)
    remaining = list(batches)
    for siblings in siblings_by_source.values():
        merged: Batch = ()
        for batch in siblings:
            candidate = (*merged, *batch)
            others = [each for each in remaining if each not in (merged, batch)]
            if (
                merged
                and _fits(chain(*candidate), briefer, max_words)
                and _is_acyclic((*others, candidate), briefer)
            ):
                remaining, merged = [*others, candidate], candidate
            else:
                merged = batch
    return sorted(remaining, key=lambda batch: batches.index(batch_of[batch[0][0]]))


def _merge_serial(batches: Sequence[Batch], briefer: Briefer, max_words: int) -> Iterator[Batch]:
    """Merge each batch with the preceding batch if the batch depends on the preceding batch.

    No other batch is delayed: all batches that need the first batch must also need the second.
    """
    structure = briefer.structure
    needs = _find_dependencies(batches, briefer)
    # The transitive closure: in topological order, the needs of a batch's needs are complete.
    for batch in TopologicalSorter(needs).static_order():
        needs[batch] = needs[batch].union(*(needs[each] for each in needs[batch]))
    merged: Batch = ()
    members: frozenset[Batch] = frozenset()
    for number, batch in enumerate(batches):
        outer_needs = needs[batch] - members
        if (
            merged
            and needs[batch] & members
            and all(outer_needs <= needs[each] for each in members)
            and all(batch in needs[each] for each in batches[number + 1 :] if needs[each] & members)
            and not any(structure.passage(sequence[-1]).ending for sequence in chain(merged, batch))
            and _fits(chain(*merged, *batch), briefer, max_words)
        ):
            merged, members = (*merged, *batch), members | {batch}
            continue
        if merged:
            yield merged
        merged, members = batch, frozenset((batch,))
    if merged:
        yield merged


def _merge_final(batches: Sequence[Batch], briefer: Briefer, max_words: int) -> Iterator[Batch]:
    needs = _find_dependencies(batches, briefer)
    last: Batch = ()
    members: set[Batch] = set()
    for batch in reversed(batches):
        is_last = all(each in members for each in batches if batch in needs[each])
        if is_last and _fits(chain(*batch, *last), briefer, max_words):
            last = (*batch, *last)
            members.add(batch)
    yield from (batch for batch in batches if batch not in members)
    if last:
        yield last


def _split_by_length(
    sequences: Iterable[tuple[str, ...]], briefer: Briefer, max_words: int
) -> Iterator[Batch]:
    batch: list[tuple[str, ...]] = []
    for sequence in sequences:
        if batch and not _fits(chain(*batch, sequence), briefer, max_words):
            yield tuple(batch)
            batch = []
        batch.append(sequence)
    yield tuple(batch)


def _fits(passages: Iterable[str], briefer: Briefer, max_words: int) -> bool:
    ranges = map(briefer.word_range, passages)
    return sum((each.least + each.most) // 2 for each in ranges) <= max_words


def _is_acyclic(batches: Sequence[Batch], briefer: Briefer) -> bool:
    needs = _find_dependencies(batches, briefer)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError:
        return False
    return True


def _find_dependencies(batches: Sequence[Batch], briefer: Briefer) -> dict[Batch, set[Batch]]:
    """Return the batches that must be written before each batch.

    A passage outside ``batches`` counts as a batch of its own.
    """
    batch_of: dict[str, Batch] = {
        each: batch for batch in batches for sequence in batch for each in sequence
    }
    needs: dict[Batch, set[Batch]] = defaultdict(set)
    for passage in briefer.turns:
        batch = batch_of.get(passage, ((passage,),))
        needs[batch].update(
            batch_of.get(each, ((each,),)) for each in briefer.turns[passage].dependencies
        )
        needs[batch].discard(batch)
    return needs
