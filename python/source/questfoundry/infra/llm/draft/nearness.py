"""Measure how similar texts are in meaning, with the static embeddings in the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from questfoundry.domain.errors import SettingsError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors = Sequence[Sequence[float]]
Embedder = Callable[[Sequence[str]], Vectors]
"""A function that returns a unit vector for each text."""


def load_embedder() -> Embedder | None:
    """Return the embedder of the installed word vectors, or ``None`` if they are not installed."""
    from questfoundry.infra.llm.embeddings.wordllama import embed_texts

    try:
        embed_texts(())
    except (ImportError, SettingsError):
        return None
    return embed_texts


def measure_nearness(embed: Embedder, text: str, others: Sequence[str]) -> Sequence[float]:
    """Return the cosine similarity of ``text`` to each of ``others``; their vectors are cached."""
    import numpy as np

    own = np.asarray(embed((text,))[0])
    # vecdot works on one thread, which is fastest for so few rows.
    return [float(each) for each in np.vecdot(_embed_rows(embed, tuple(others)), own)]


@lru_cache(maxsize=128)
def _embed_rows(embed: Embedder, texts: tuple[str, ...]) -> NDArray[np.float64]:
    import numpy as np

    return np.asarray(embed(texts))
