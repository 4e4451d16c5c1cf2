"""Derive the endings of a plan: one for each combination of answers that splits the story."""

from collections.abc import Iterator, Mapping, Sequence

from questfoundry.domain.ids import slug_of
from questfoundry.domain.weaving.builder import build_id

LETTERS = "ab"
"""The letters that mark the first and the second path of a dilemma in ids."""

THE_END = build_id("ending", "the-end")
"""The only ending of a story that no dilemma splits."""


_Route = tuple[str, tuple[str, ...]]


def ending_id(path: str, code: str) -> str:
    """Return the id of the ending for players whose last path is ``path``.

    ``code`` has one letter, "a" or "b", for each earlier decision.
    """
    return build_id("ending", slug_of(path), code)


def variant_id(ending: str, path: str) -> str:
    """Return the id of a variant of the ending, for players who took the path ``path``."""
    return build_id("ending", slug_of(ending), f"after-{slug_of(path)}")


SIDES = ("high", "low")
"""The two ends of a stat, which mark the variants of an ending in ids."""


def side_id(ending: str, side: str) -> str:
    """Return the id of the variant of an ending for players at ``side`` of a stat."""
    return build_id("ending", slug_of(ending), side)


def endings_of(
    splits: Sequence[Sequence[str]], parent_paths: Sequence[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the paths that lead to each ending, by ending id.

    ``splits`` lists, for each dilemma that splits the story, its two paths. ``parent_paths`` gives,
    for each of these dilemmas, the path on which it comes up. An empty string there means that
    every player decides the dilemma.
    """
    parents = tuple(parent_paths) or ("",) * len(splits)
    nested = {path: paths for paths, path in zip(splits, parents, strict=True) if path}

    def routes(
        code: str, taken: tuple[str, ...], waiting: Sequence[Sequence[str]]
    ) -> Iterator[_Route]:
        following = waiting[0] if waiting else nested.get(taken[-1] if taken else "", ())
        if not following:
            yield code, taken
        for letter, path in zip(LETTERS, following, strict=False):
            yield from routes(code + letter, (*taken, path), waiting[1:])

    everywhere = [paths for paths, path in zip(splits, parents, strict=True) if not path]
    return {
        ending_id(taken[-1], code[:-1]) if taken else THE_END: taken
        for code, taken in routes("", (), everywhere)
    }
