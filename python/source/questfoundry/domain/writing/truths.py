"""What is true when a passage is met: the flags that every way sets, and those that some do."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure


@frozen(kw_only=True)
class Truths:
    """Flags on arrival at a passage: set on every way there, and on at least one.

    ``behind`` are the passages that lie before it on some way.
    """

    certain: frozenset[str]
    possible: frozenset[str]
    behind: frozenset[str]

    def joined(self, other: Truths) -> Truths:
        """What is true where both ways arrive."""
        return Truths(
            certain=self.certain & other.certain,
            possible=self.possible | other.possible,
            behind=self.behind | other.behind,
        )

    def after(self, choice: Choice) -> Truths:
        """What is true where the choice leads."""
        flags = choice.requires | choice.grants
        return Truths(
            certain=self.certain | flags,
            possible=self.possible | flags,
            behind=self.behind | {choice.source},
        )


_NOTHING = Truths(certain=frozenset(), possible=frozenset(), behind=frozenset())


def truths_of(structure: Structure) -> Mapping[str, Truths]:
    """By passage, each that some way leads to.

    Ways are not played: one that no player can take counts too, so that what is called
    certain is certain, and what is called possible may be a little more than that.
    """
    leaving: dict[str, list[Choice]] = {passage.id: [] for passage in structure.passages}
    for choice in structure.choices:
        leaving[choice.source].append(choice)
    found = {structure.start: _NOTHING}
    waiting = deque([structure.start])
    while waiting:
        source = waiting.popleft()
        for choice in leaving[source]:
            arriving = found[source].after(choice)
            known = found.get(choice.target)
            joined = arriving if known is None else known.joined(arriving)
            if joined != known:
                found[choice.target] = joined
                waiting.append(choice.target)
    return found
