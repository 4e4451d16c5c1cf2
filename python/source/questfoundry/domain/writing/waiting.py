"""What must be written before a passage is, and what of it its writer is told."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import chain
from typing import Self

from attrs import frozen

from questfoundry.domain.writing.briefer import Briefer
from questfoundry.domain.writing.strands import Group, waits_for


@frozen(kw_only=True)
class Waiting:
    """By passage, those that it waits ``after``, and of those written by then the ``known``.

    Known are those that its players may have read, whose notes tell how people and things stand.
    """

    after: Mapping[str, frozenset[str]]
    known: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, briefer: Briefer, groups: Mapping[str, Group]) -> Self:
        """Where a passage waits for one arm, it waits for all that are written in that answer."""
        after = {passage: _with_mates(passage, briefer, groups) for passage in briefer.turns}
        written: dict[str, frozenset[str]] = {}
        for passage in TopologicalSorter(after).static_order():
            earlier = after[passage]
            written[passage] = earlier.union(*(written[each] for each in earlier))
        known = {each: told & briefer.told_of(each) for each, told in written.items()}
        return cls(after=after, known=known)


def _with_mates(passage: str, briefer: Briefer, groups: Mapping[str, Group]) -> frozenset[str]:
    after = waits_for(passage, briefer, groups.get(passage, ()))
    mates = {each for one in after for each in chain(*groups.get(one, ()))}
    own = {passage, *chain(*groups.get(passage, ()))}
    return after | (mates - own) & briefer.told_of(passage)
