"""May/must analysis: the flags that are set on some, and on all, ways to a passage."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from attrs import frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.clue import CLUE
from questfoundry.domain.story.mark import MARK
from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Arrival:
    """What is known on arrival at a passage.

    The flags in ``must`` are set on every way there, those in ``may`` on at least one;
    ``behind`` are the passages that lie before it on every way.
    """

    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()

    def joined(self, other: Arrival) -> Arrival:
        """What is known where both ways arrive."""
        return Arrival(
            must=self.must & other.must,
            may=self.may | other.may,
            behind=self.behind & other.behind,
        )

    def after(self, choice: Choice) -> Arrival:
        """What is known where the choice leads."""
        flags = choice.requires | choice.grants
        return Arrival(
            must=self.must | flags, may=self.may | flags, behind=self.behind | {choice.source}
        )


def arrivals(structure: Structure) -> Mapping[str, Arrival]:
    """By passage, each that some way leads to.

    Ways are not played: one that no player can take counts too, so that ``must`` and
    ``behind`` never hold too much, and ``may`` may hold a little more than can be. But where
    all have taken one of several answers, ways through the others do not count: a passage that
    asks for a flag is met on the ways on which it was granted.
    """
    found = _arrivals(structure, frozenset())
    forks = [
        fork
        for each in structure.passages
        if len(fork := [choice for choice in structure.leaving(each.id) if choice.takes]) > 1
    ]
    by_shut: dict[frozenset[str], list[str]] = defaultdict(list)
    for passage, known in found.items():
        if shut := frozenset(_not_taken(forks, known)):
            by_shut[shut].append(passage)
    for shut, passages in by_shut.items():  # one after the other: each knows as much as the story
        open_ways = _arrivals(structure, shut)
        found |= {each: open_ways[each] for each in passages if each in open_ways}
    return found


def _not_taken(forks: Sequence[Sequence[Choice]], known: Arrival) -> Iterator[str]:
    """The choices that grant what may be set there, beside one whose flags all have."""
    for answers in forks:
        said = {each.id: _said_by(each) for each in answers}
        if any(flags and flags <= known.must for flags in said.values()):
            yield from (
                each
                for each, flags in said.items()
                if not flags <= known.must and flags & known.may
            )


def _said_by(answer: Choice) -> frozenset[str]:
    """The flags of its path; a mark or a clue may have been left out on another way to it."""
    return frozenset(each for each in answer.grants if kind_of(each) not in (CLUE, MARK))


def _arrivals(structure: Structure, shut: Collection[str]) -> dict[str, Arrival]:
    """What is known along all ways but those through the choices that are ``shut``."""
    found = {structure.start: Arrival()}
    order = [passage.id for passage in structure.passages]
    place = {passage: number for number, passage in enumerate(order)}
    waiting = [place[structure.start]]
    while waiting:
        # In the order of the story nearly all ways to a passage are known when its turn comes.
        source = order[heappop(waiting)]
        while waiting and waiting[0] == place[source]:
            heappop(waiting)
        for choice in structure.leaving(source):
            if choice.id in shut:
                continue
            arriving = found[source].after(choice)
            known = found.get(choice.target)
            joined = arriving if known is None else known.joined(arriving)
            if joined != known:
                found[choice.target] = joined
                heappush(waiting, place[choice.target])
    return found
