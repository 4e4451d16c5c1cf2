"""How ids and what they stand for are listed for a model: one line each."""

from __future__ import annotations

from collections.abc import Iterable


def known_entities(entities: Iterable[tuple[str, str, str]]) -> str:
    """``id = name: concept``, a line an entity."""
    return "\n".join(f"{identifier} = {name}: {concept}" for identifier, name, concept in entities)


def known(pairs: Iterable[tuple[str, str]]) -> str:
    """``id = words``, a line an id."""
    return "\n".join(f"{identifier} = {words}" for identifier, words in pairs)
