"""Measure how near texts are in meaning, with the static embeddings that come with the program."""

from collections.abc import Callable, Sequence

from questfoundry.domain.errors import SettingsError

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
    """Return the cosine similarity of ``text`` to each of ``others``."""
    import numpy as np

    own, *rest = embed((text, *others))
    # vecdot works on one thread, which is fastest for so few rows.
    return [float(each) for each in np.vecdot(np.asarray(rest), np.asarray(own))]
