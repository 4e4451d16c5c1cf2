"""How a part of a submitted value is named: ``scope.target_word_count``, ``entities.ada.name``.

An item of a list stands in a path by its id where it has one of its own, else by its
index: a model finds ``ada`` more surely than ``7``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ID = "id"
"""The field that names an item; every artifact with ids uses it."""


def id_of(item: Any) -> str | None:
    """The id of an object in a list."""
    found = item.get(ID) if isinstance(item, dict) else None
    return found if isinstance(found, str) and found else None


def item_names(items: Sequence[Any]) -> tuple[str, ...]:
    """The names of a list's items in paths; an id that stands there twice names none."""
    ids = [id_of(item) for item in items]
    counts = Counter(ids)
    return tuple(
        str(index) if name is None or counts[name] > 1 else name for index, name in enumerate(ids)
    )


def item_positions(items: Sequence[Any]) -> Mapping[str, int]:
    """Where a list's items stand, by every name that a path may have for them.

    The rules of a stage name an item by its place even where it has an id.
    """
    by_place = {str(place): place for place in range(len(items))}
    return {**by_place, **{name: place for place, name in enumerate(item_names(items))}}


def join_path(path: str, *steps: str) -> str:
    """The path with further steps; the empty path is the whole value, an empty key ``""``."""
    named = (step or '""' for step in steps)
    return ".".join((path, *named) if path else named)


def find_steps(path: str, data: Any) -> tuple[str | int, ...]:
    """The keys and list positions on the way to a path in the data, as far as it goes there."""
    steps: Mapping[str, str | int] = {}
    if isinstance(data, dict):
        steps = {key or '""': key for key in data}
    elif isinstance(data, list):
        steps = item_positions(data)
    for name, step in steps.items():
        rest = strip_step(path, name)
        if rest is not None:
            return (step, *find_steps(rest, data[step]))
    return ()


def strip_step(path: str, step: str) -> str | None:
    """What is left of a path after its first step; ``None`` where it does not begin with it.

    Told by the step, not by the dots: a key may hold a dot of its own.
    """
    step = step or '""'
    if path == step:
        return ""
    return path[len(step) + 1 :] if path.startswith(f"{step}.") else None


def strip_steps(paths: Iterable[str], *steps: str) -> tuple[str, ...]:
    """What is left of the paths that begin with one of those names of a step."""
    found = (strip_step(path, step) for path in paths for step in dict.fromkeys(steps))
    return tuple(rest for rest in found if rest is not None)
