"""Build the briefings with which FILL asks for prose for the first time, alone or in a batch."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from attrs import evolve

from questfoundry.app.writing.requests import PassageRequests
from questfoundry.domain.story.voice import Fact
from questfoundry.domain.writing.batching import Batch, find_writable_sequences, plan_batches
from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.briefing import Briefing


def group_passages(briefer: Briefer, requests: PassageRequests) -> Mapping[str, Batch]:
    """Return the batch of each passage that FILL requests together with others."""
    groups: Iterable[Batch] = ()
    if requests.can_write_batches:
        groups = plan_batches(briefer, requests.max_batch_words)
    elif requests.can_write_several:
        groups = find_writable_sequences(briefer)
    return {each: group for group in groups for row in group for each in row}


def build_first_briefing(
    briefer: Briefer,
    passage: str,
    prose: Mapping[str, str],
    facts: Mapping[str, Sequence[Fact]],
    same_batch: Collection[str] = (),
) -> Briefing:
    """Return the briefing of ``passage``, made from prose that certainly exists at its turn.

    The request therefore does not depend on the order in which answers arrive. ``same_batch`` are
    the passages of the same request, which have no prose yet.
    """
    earlier = [each for each in briefer.possible_predecessors(passage) if each not in same_batch]
    available = chain(earlier, briefer.turns[passage].dependencies.difference(same_batch))
    return briefer.build_briefing(
        passage,
        prose=dict.fromkeys(same_batch, "") | {name: prose[name] for name in available},
        facts={**facts, **dict.fromkeys(same_batch, ())},
    )


def build_batch_briefings(
    briefer: Briefer, batch: Batch, prose: Mapping[str, str], facts: Mapping[str, Sequence[Fact]]
) -> list[list[Briefing]]:
    """Return the briefings of ``batch``.

    If no later passage can follow, the briefings ask for no continuity notes.
    """
    together = tuple(chain(*batch))
    briefings = [
        [build_first_briefing(briefer, each, prose, facts, together) for each in passages]
        for passages in batch
    ]
    if _has_later_readers(briefer, together):
        return briefings
    return [[evolve(each, continuity=()) for each in passages] for passages in briefings]


def _has_later_readers(briefer: Briefer, passages: Collection[str]) -> bool:
    return any(
        not frozenset(briefer.possible_predecessors(each)).isdisjoint(passages)
        for each in briefer.turns
        if each not in passages
    )
