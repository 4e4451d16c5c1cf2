"""Compute text embeddings offline with the static word vectors in the package ``wordllama``.

Only two data files of the package are read. The package's Python code is not imported, because the
import takes seconds, and its loader needs the network.
"""

import asyncio
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.protocols.provider import EmbeddingProvider

_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TENSOR = "embedding.weight"

Vectors = list[list[float]]


class WordLlamaEmbeddingProvider(EmbeddingProvider):
    """An offline embedding provider that averages token vectors; it takes about 1 ms per text."""

    @property
    def model(self) -> str:
        return "wordllama"

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return await asyncio.to_thread(embed_texts, texts)


_LOAD_LOCK = Lock()


def embed_texts(texts: Sequence[str]) -> Vectors:
    """Return one unit vector for each text; raise ``SettingsError`` without ``wordllama``."""
    with _LOAD_LOCK:
        embed = _load_embedder(_find_data_folder())
    return embed(texts)


@cache
def _load_embedder(root: Path) -> Callable[[Sequence[str]], Vectors]:
    """Load the weights (16 MB) once per process and return a function that embeds texts."""
    import numpy as np
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(root / _TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    rows = load_file(root / _WEIGHTS)[_TENSOR]

    def embed(texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), rows.shape[1]), dtype=np.float32)
        encodings = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        for vector, encoding in zip(vectors, encodings, strict=True):
            if encoding.ids:
                vector[:] = rows[encoding.ids].astype(np.float32).mean(axis=0)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).tolist()
        return unit

    return embed


def _find_data_folder() -> Path:
    spec = importlib.util.find_spec("wordllama")
    if spec is None or not spec.submodule_search_locations:
        raise SettingsError(
            "The embeddings need the package 'wordllama', which is not installed. "
            'Install it with: pip install "questfoundry[local]"'
        )
    return Path(spec.submodule_search_locations[0])
