"""Test what every embedding provider must do."""

from collections.abc import Sequence
from math import hypot

import pytest

from questfoundry.domain.protocols.provider import EmbeddingProvider


class EmbeddingProviderContract:
    """The tests for embedding providers; a subclass adds a fixture ``embeddings``, the provider."""

    async def test_each_text_has_a_vector_of_length_one_and_all_are_as_long(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """All vectors have length 1 and the same number of dimensions (SRC-8.1)."""
        vectors = await embeddings.embed(["rain on the archive", "a cake", "rain on the archive"])

        assert [hypot(*vector) for vector in vectors] == pytest.approx([1, 1, 1])
        assert len({len(vector) for vector in vectors}) == 1
        assert list(vectors[0]) == pytest.approx(list(vectors[2]))

    async def test_vectors_come_in_the_order_of_the_texts(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """Vectors are returned in the order of the texts from which they were made (SRC-8.1)."""
        texts = ["a murder in the city", "flour and sugar", "the harbour bell"]
        (first,), (second,), (third,) = [await embeddings.embed([text]) for text in texts]

        together = await embeddings.embed(texts)

        for alone, vector in zip((first, second, third), together, strict=True):
            assert _cosine_similarity(alone, vector) == pytest.approx(1, abs=1e-4)

    async def test_a_text_without_words_gives_zeros(self, embeddings: EmbeddingProvider) -> None:
        """A text without words gives a vector of zeros and no error (SRC-8.1)."""
        nothing, words = await embeddings.embed(["", "rain"])
        (alone,) = await embeddings.embed([""])

        assert set(nothing) == set(alone) == {0.0}
        assert len(nothing) == len(alone) == len(words)
        assert list(await embeddings.embed([])) == []

    async def test_texts_on_the_same_thing_are_nearer_than_others(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """Two texts about one topic have more similar vectors than other texts (SRC-8.1)."""
        one, same, other = await embeddings.embed(
            ["the murder of the clerk", "the clerk was murdered", "flour, butter and sugar"]
        )

        assert _cosine_similarity(one, same) > _cosine_similarity(one, other)

    def test_the_model_has_a_name(self, embeddings: EmbeddingProvider) -> None:
        assert embeddings.model


def _cosine_similarity(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
