"""Make choices for the embedded model: by similarity, in turn, or by a hash of the story idea.

The same idea always leads to the same choices.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import TypeVar

from questfoundry.domain.ids import kind_of
from questfoundry.domain.protocols.provider import EmbeddingProvider

_V = TypeVar("_V")


class Selector:
    """A selector of values for one answer; it remembers which values each field has used.

    A different ``variant`` number leads to different choices for the same story idea.
    """

    def __init__(self, *, idea: str, embeddings: EmbeddingProvider, variant: int = 0) -> None:
        self._idea = idea
        self._variant = f"\n{variant}" if variant else ""
        self._embeddings = embeddings
        self._taken: Counter[tuple[str, str]] = Counter()

    async def rank_by_similarity(self, options: Mapping[str, str], to: str = "") -> tuple[str, ...]:
        """Return the keys of ``options``, ordered by how similar their values are to a text.

        The text is ``to``, or the story idea if ``to`` is empty. The most similar comes first.
        """
        near = await cosine_similarities(self._embeddings, to or self._idea, *options.values())
        similarity = dict(zip(options, near, strict=True))
        return tuple(sorted(options, key=lambda option: -similarity[option]))

    async def pick_unused(
        self, field: str, options: Mapping[str, str], widely: int, to: str = ""
    ) -> str:
        """Return an option that the field ``field`` has not used, and record its use.

        The option is chosen from the ``widely`` options most similar to ``to``, or to the story
        idea if ``to`` is empty. If all options are used, a number is appended to one of them.
        """
        order = await self.rank_by_similarity(options, to)
        free = [each for each in order if self.is_unused(field, each)]
        free = free or [self._add_number(field, each) for each in order]
        chosen = self.pick_seeded(f"{field}/{len(order) - len(free)}", free[:widely])
        self.take(field, chosen)
        return chosen

    def pick_evenly(
        self, field: str, options: Sequence[str], kinds: Sequence[str], count: int
    ) -> list[str]:
        """Return ``count`` ids from ``options``, the least used first, and record their use.

        Only uses by the field ``field`` count. One id of each kind in ``kinds`` comes first. If
        there are too few options, the result has fewer ids.
        """
        chosen: list[str] = []
        for kind in (*kinds, *[None] * count):
            free = [e for e in options if e not in chosen and kind in (None, kind_of(e))]
            if free and len(chosen) < count:
                least = min(free, key=lambda each: self._taken[field, each.casefold()])
                self.take(field, least)
                chosen.append(least)
        return chosen

    def rotate(self, field: str, options: Sequence[_V]) -> list[_V]:
        """Return ``options`` rotated: the items before a starting point move to the end.

        The story idea and ``field`` determine the starting point.
        """
        start = self._seed(field) % len(options)
        return [*options[start:], *options[:start]]

    def pick_seeded(self, what: str, values: Sequence[_V]) -> _V:
        """Return one of ``values``; the story idea and the text ``what`` determine the choice.

        Different texts, such as the names of different fields, lead to independent choices.
        """
        return values[self._seed(what) % len(values)]

    def pick_fresh(self, field: str, values: Sequence[str]) -> str:
        """Return one of ``values`` that the field ``field`` has not used, and record its use.

        If all values are used, the result is any of them.
        """
        free = [each for each in values if self.is_unused(field, each)]
        chosen = self.pick_seeded(f"{field}/{len(free)}", free or values)
        self.take(field, chosen)
        return chosen

    def is_unused(self, field: str, value: str) -> bool:
        """Return whether the field ``field`` has not used ``value`` yet."""
        return not self._taken[field, value.casefold()]

    def take(self, field: str, value: str) -> None:
        """Record that ``field`` has used ``value``; later selections prefer unused values."""
        self._taken[field, value.casefold()] += 1

    def _add_number(self, field: str, value: str) -> str:
        numbered = (f"{value} {number}" for number in count(2))
        return next(each for each in numbered if self.is_unused(field, each))

    def _seed(self, what: str) -> int:
        digest = sha256(f"{what}\n{self._idea}{self._variant}".encode()).digest()
        return int.from_bytes(digest[:4], "big")


async def cosine_similarities(
    embeddings: EmbeddingProvider, text: str, *others: str
) -> list[float]:
    """Return how similar each of ``others`` is to ``text``: 0 if unrelated, 1 if identical."""
    first, *vectors = await embeddings.embed([text, *others])
    return [sum(a * b for a, b in zip(first, vector, strict=True)) for vector in vectors]
