"""The endings of a plan: one for each combination of the paths that split it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from questfoundry.domain.ids import slug_of
from questfoundry.domain.weaving.builder import named

LETTERS = "ab"
"""What tells the first path of a dilemma from its second, in ids."""

THE_END = named("ending", "the-end")
"""The only one, where nothing splits."""


def ending_id(path: str, code: str) -> str:
    """The ending after a path, the last that is taken; ``code`` has a letter for each before it."""
    return named("ending", slug_of(path), code)


def endings_of(splits: Sequence[Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    """The paths that lead to each ending, by its id; ``splits`` are the paths of each dilemma."""
    ways: list[tuple[str, tuple[str, ...]]] = [("", ())]
    for paths in splits:
        ways = [
            (code + letter, (*taken, path))
            for code, taken in ways
            for letter, path in zip(LETTERS, paths, strict=True)
        ]
    return {ending_id(taken[-1], code[:-1]) if taken else THE_END: taken for code, taken in ways}
