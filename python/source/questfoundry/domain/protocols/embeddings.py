"""Define the interface to models that turn texts into vectors."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol


class EmbeddingProvider(Protocol):
    """A model that turns texts into vectors; the dot product of two vectors measures similarity."""

    @property
    @abstractmethod
    def model(self) -> str:
        """The model's name; only vectors of the same model are comparable."""

    @abstractmethod
    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one unit vector for each text, in order; a text without words gives a zero vector.

        All vectors of a model have the same dimension.
        """

    async def close(self) -> None:
        """Close the provider's connections; this default does nothing."""
        return
