"""The endings of a plan: one for each way through the dilemmas that split it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.ids import slug_of
from questfoundry.domain.weaving.builder import build_id

LETTERS = "ab"
"""What tells the first path of a dilemma from its second, in ids."""

THE_END = build_id("ending", "the-end")
"""The only one, where nothing splits."""


_Route = tuple[str, tuple[str, ...]]


def ending_id(path: str, code: str) -> str:
    """The ending after a path, the last that is taken; ``code`` has a letter for each before it."""
    return build_id("ending", slug_of(path), code)


def variant_id(ending: str, path: str) -> str:
    """The variant of an ending that is told for a path alone."""
    return build_id("ending", slug_of(ending), f"after-{slug_of(path)}")


def endings_of(
    splits: Sequence[Sequence[str]], parent_paths: Sequence[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """The paths that lead to each ending, by its id; ``splits`` are the paths of each dilemma.

    ``under`` says of each on which path it comes up, and nothing where every player decides it.
    """
    parents = tuple(parent_paths) or ("",) * len(splits)
    nested = {path: paths for paths, path in zip(splits, parents, strict=True) if path}

    def ways(
        code: str, taken: tuple[str, ...], waiting: Sequence[Sequence[str]]
    ) -> Iterator[_Route]:
        following = waiting[0] if waiting else nested.get(taken[-1] if taken else "", ())
        if not following:
            yield code, taken
        for letter, path in zip(LETTERS, following, strict=False):
            yield from ways(code + letter, (*taken, path), waiting[1:])

    everywhere = [paths for paths, path in zip(splits, parents, strict=True) if not path]
    return {
        ending_id(taken[-1], code[:-1]) if taken else THE_END: taken
        for code, taken in ways("", (), everywhere)
    }
