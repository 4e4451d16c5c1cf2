"""Embeddings that only count letters."""

from collections.abc import Sequence
from math import hypot

from questfoundry import EmbeddingProvider, ProviderSettings


class LetterEmbeddings(EmbeddingProvider):
    """Texts are near where they have the same letters."""

    def __init__(self, model: str, settings: ProviderSettings) -> None:
        self._alphabet = model or "abcdefghijklmnopqrstuvwxyz"

    @property
    def model(self) -> str:
        """Its name, with the letters that it counts."""
        return f"letters/{self._alphabet}"

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One number a letter."""
        return [self._vector(text.lower()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        counts = [text.count(letter) for letter in self._alphabet]
        length = hypot(*counts) or 1.0
        return [count / length for count in counts]
