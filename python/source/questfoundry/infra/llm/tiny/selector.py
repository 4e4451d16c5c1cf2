"""What is decided without the model: by similarity, in turn, and by the idea's own seed.

The same idea gets the same decisions, another idea gets others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

from questfoundry.domain.ids import kind_of
from questfoundry.domain.protocols.embeddings import EmbeddingProvider

_V = TypeVar("_V")


class Selector:
    """Decides for one answer, and remembers what it took for which field.

    Another ``variant`` of the same idea gets other decisions.
    """

    def __init__(self, *, idea: str, embeddings: EmbeddingProvider, variant: int = 0) -> None:
        self._idea = idea
        self._variant = f"\n{variant}" if variant else ""
        self._embeddings = embeddings
        self._taken: Counter[tuple[str, str]] = Counter()

    async def rank_by_similarity(self, options: Mapping[str, str], to: str = "") -> tuple[str, ...]:
        """The options, those first whose words are most similar to ``to``, or to the idea."""
        near = await cosine_similarities(self._embeddings, to or self._idea, *options.values())
        similarity = dict(zip(options, near, strict=True))
        return tuple(sorted(options, key=lambda option: -similarity[option]))

    async def pick_unused(
        self, field: str, options: Mapping[str, str], widely: int, to: str = ""
    ) -> str:
        """One of the ``widely`` most similar options that ``field`` does not have yet.

        Where it has them all, a number tells another one apart.
        """
        order = await self.rank_by_similarity(options, to)
        free = [each for each in order if self.is_unused(field, each)]
        free = free or [self._numbered(field, each) for each in order]
        chosen = self.pick_seeded(f"{field}/{len(order) - len(free)}", free[:widely])
        self.take(field, chosen)
        return chosen

    def pick_evenly(
        self, field: str, options: Sequence[str], kinds: Sequence[str], count: int
    ) -> list[str]:
        """``count`` ids, one of each of ``kinds`` before any other, the least used ones first."""
        chosen: list[str] = []
        for kind in (*kinds, *[None] * count):
            free = [e for e in options if e not in chosen and kind in (None, kind_of(e))]
            if free and len(chosen) < count:
                least = min(free, key=lambda each: self._taken[field, each.casefold()])
                self.take(field, least)
                chosen.append(least)
        return chosen

    def rotate(self, field: str, options: Sequence[_V]) -> list[_V]:
        """The options from one on that is decided by the idea, those before it at the end."""
        start = self._seed(field) % len(options)
        return [*options[start:], *options[:start]]

    def pick_seeded(self, what: str, values: Sequence[_V]) -> _V:
        """One of the values, decided by the idea and by what it is for."""
        return values[self._seed(what) % len(values)]

    def pick_fresh(self, field: str, values: Sequence[str]) -> str:
        """One that ``field`` does not have yet, decided by the idea; any where it has them all."""
        free = [each for each in values if self.is_unused(field, each)]
        chosen = self.pick_seeded(f"{field}/{len(free)}", free or values)
        self.take(field, chosen)
        return chosen

    def is_unused(self, field: str, value: str) -> bool:
        """Whether ``field`` does not have this value anywhere yet."""
        return not self._taken[field, value.casefold()]

    def take(self, field: str, value: str) -> None:
        """Remember that ``field`` has this value."""
        self._taken[field, value.casefold()] += 1

    def _numbered(self, field: str, value: str) -> str:
        numbered = (f"{value} {number}" for number in count(2))
        return next(each for each in numbered if self.is_unused(field, each))

    def _seed(self, what: str) -> int:
        digest = sha256(f"{what}\n{self._idea}{self._variant}".encode()).digest()
        return int.from_bytes(digest[:4], "big")


async def cosine_similarities(
    embeddings: EmbeddingProvider, text: str, *others: str
) -> list[float]:
    """Of ``text`` to each of the others: about 0 for strangers, 1 for the same text."""
    first, *vectors = await embeddings.embed([text, *others])
    return [sum(a * b for a, b in zip(first, vector, strict=True)) for vector in vectors]
