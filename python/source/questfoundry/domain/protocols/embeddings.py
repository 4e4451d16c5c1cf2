"""The port to text embeddings."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol


class EmbeddingProvider(Protocol):
    """Turns texts into vectors whose dot product says how near they are in meaning."""

    @property
    @abstractmethod
    def model(self) -> str:
        """The model's name; only vectors of the same model can be compared."""

    @abstractmethod
    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector of length 1 a text, in order; a text without words gives zeros.

        All of a model's vectors are equally long.
        """

    async def close(self) -> None:
        """Give back connections; a provider that has none need not say so."""
        return
