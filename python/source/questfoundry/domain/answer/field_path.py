"""Handle dotted paths to parts of a submitted value, such as ``entities.ada.name``.

A list item appears in a path by its id if the id is unique in the list, else by its index: a
model finds ``ada`` more reliably than ``7``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ID = "id"
"""The field with an item's id, in every artifact that has ids."""


def id_of(item: Any) -> str | None:
    """Return the id of a list item, or ``None`` if the item is no object or has no id."""
    found = item.get(ID) if isinstance(item, dict) else None
    return found if isinstance(found, str) and found else None


def item_names(items: Sequence[Any]) -> tuple[str, ...]:
    """Return the name of each list item in a path.

    The name is the item's id if this is unique in the list, else the item's index.
    """
    ids = [id_of(item) for item in items]
    counts = Counter(ids)
    return tuple(
        str(index) if name is None or counts[name] > 1 else name for index, name in enumerate(ids)
    )


def item_positions(items: Sequence[Any]) -> Mapping[str, int]:
    """Return a map from each name that a path may use for a list item to the item's position.

    Both the id and the index of an item are names, because a stage's rules always use the index.
    """
    by_place = {str(place): place for place in range(len(items))}
    return {**by_place, **{name: place for place, name in enumerate(item_names(items))}}


def join_path(path: str, *steps: str) -> str:
    """Return ``path`` extended by ``steps``.

    An empty ``path`` means the whole value. An empty step is written as ``""``.
    """
    names = (step or '""' for step in steps)
    return ".".join((path, *names) if path else names)


def find_steps(path: str, data: Any) -> tuple[str | int, ...]:
    """Return the keys and list positions along ``path`` in ``data``.

    The result ends before the first step that is not in the data.
    """
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
    """Return the rest of ``path`` after ``step``; ``None`` if ``path`` begins with another step.

    The comparison uses the whole step, because a key may contain a dot.
    """
    step = step or '""'
    if path == step:
        return ""
    return path[len(step) + 1 :] if path.startswith(f"{step}.") else None


def strip_steps(paths: Iterable[str], *steps: str) -> tuple[str, ...]:
    """Return the rest of each path that begins with one of ``steps``, without that step.

    Other paths are left out.
    """
    found = (strip_step(path, step) for path in paths for step in dict.fromkeys(steps))
    return tuple(rest for rest in found if rest is not None)
