"""Build and resolve dotted paths to parts of a model's answer, such as ``entities.ada.name``.

A list item appears in a path by its id if the id is unique in the list, else by its index. A model
finds ``ada`` more reliably than ``7``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

ID = "id"
"""The field with an item's id, in every artifact that has ids."""


def id_of(item: Any) -> str | None:
    """Return the id of the list item ``item``, or ``None`` if it is no object with an id."""
    found = item.get(ID) if isinstance(item, dict) else None
    return found if isinstance(found, str) and found else None


def item_names(items: Sequence[Any]) -> tuple[str, ...]:
    """Return the names of the list items ``items`` in paths, in order.

    The name of an item is its id if this is unique in the list, else its index.
    """
    ids = [id_of(item) for item in items]
    counts = Counter(ids)
    return tuple(
        str(index) if name is None or counts[name] > 1 else name for index, name in enumerate(ids)
    )


def item_positions(items: Sequence[Any]) -> Mapping[str, int]:
    """Map each name that a path may use for one of ``items`` to the position of the item.

    A path may name an item by its id, or by its index, as the faults of a stage's rules do.
    """
    by_place = {str(place): place for place in range(len(items))}
    return {**by_place, **{name: place for place, name in enumerate(item_names(items))}}


def join_path(path: str, *steps: str) -> str:
    """Return ``path`` extended by ``steps``, all joined by dots.

    An empty ``path`` means the whole value. An empty step is written as ``""``.
    """
    names = (step or '""' for step in steps)
    return ".".join((path, *names) if path else names)


def find_steps(path: str, data: Any) -> tuple[str | int, ...]:
    """Return the keys and list positions to which the steps of ``path`` lead in ``data``.

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
    """Return the rest of each path that begins with one of the given steps, without this step.

    Paths that begin with other steps are left out.
    """
    found = (strip_step(path, step) for path in paths for step in dict.fromkeys(steps))
    return tuple(rest for rest in found if rest is not None)
