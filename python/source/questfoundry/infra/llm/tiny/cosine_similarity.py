"""Nearness in meaning: how a choice is made, and a stray sentence noticed, without the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from questfoundry.domain.protocols.embeddings import EmbeddingProvider


async def nearness(embeddings: EmbeddingProvider, one: str, other: str) -> float:
    """About 0 for strangers, 1 for the same text."""
    return _dot(*await embeddings.embed([one, other]))


async def ranked(
    embeddings: EmbeddingProvider, text: str, options: Mapping[str, str]
) -> tuple[str, ...]:
    """The options, nearest to ``text`` first; each maps to the words that stand for it."""
    vectors = await embeddings.embed([text, *options.values()])
    near = {
        option: _dot(vectors[0], vector)
        for option, vector in zip(options, vectors[1:], strict=True)
    }
    return tuple(sorted(options, key=lambda option: -near[option]))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
