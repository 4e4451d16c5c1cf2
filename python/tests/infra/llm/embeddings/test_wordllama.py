import importlib.util

import pytest

from questfoundry.domain.errors import SettingsError
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider


def cosine_similarity(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_meaning_and_not_spelling_makes_texts_near():
    """Search by meaning is useless if the vectors only compare spelling. (LOC-8.1)"""
    provider = WordLlamaEmbeddingProvider()
    crime, detective, cakes = await provider.embed(
        ["a murder in the city", "the detective and her suspect", "flour, butter and sugar"]
    )
    assert cosine_similarity(crime, detective) > cosine_similarity(crime, cakes) + 0.1


async def test_without_the_package_it_says_what_to_install(monkeypatch):
    """An import error would not show the author which package to install. (LOC-6.4)"""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SettingsError, match=r'pip install "questfoundry\[local\]"'):
        await WordLlamaEmbeddingProvider().embed(["rain"])
