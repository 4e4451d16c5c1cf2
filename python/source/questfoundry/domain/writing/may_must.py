"""May/must analysis: the flags that are set on some, and on all, ways to a passage."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from attrs import frozen

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
    ``behind`` never hold too much, and ``may`` may hold a little more than can be.
    """
    found = {structure.start: Arrival()}
    waiting = deque([structure.start])
    while waiting:
        source = waiting.popleft()
        for choice in structure.leaving(source):
            arriving = found[source].after(choice)
            known = found.get(choice.target)
            joined = arriving if known is None else known.joined(arriving)
            if joined != known:
                found[choice.target] = joined
                waiting.append(choice.target)
    return found
