"""Places that lead to each other, by numbers alone: what leads where, in loops, parts and ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def reverse_edges(successors: Iterable[Iterable[int]], count: int) -> list[list[int]]:
    """Of each of ``count`` places, those that lead to it."""
    into: list[list[int]] = [[] for _ in range(count)]
    for source, targets in enumerate(successors):
        for target in targets:
            into[target].append(source)
    return into


def find_reachable(roots: Iterable[int], successors: Sequence[Iterable[int]]) -> list[bool]:
    """Of each place, whether one of the roots leads to it, or is it."""
    waiting = list(roots)
    met = [False] * len(successors)
    for place in waiting:
        met[place] = True
    while waiting:
        for after in successors[waiting.pop()]:
            if not met[after]:
                met[after] = True
                waiting.append(after)
    return met


def find_components(successors: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The largest groups of places in which each leads to all, those that lead on first.

    So stand the places of a group, as far as they can.
    """
    count = len(successors)
    at, back, left = [-1] * count, [count] * count, dict[int, int]()
    trail, groups = list[int](), list[tuple[int, ...]]()
    waiting = [*reversed(range(count))]
    while waiting:
        place = waiting.pop()
        if place >= 0 and at[place] < 0:
            at[place] = back[place] = len(trail)
            trail.append(place)
            waiting += (~place, *reversed(successors[place]))
        elif place < 0:
            # All that it leads to has been seen: a group is over where it is as far back as any.
            place = ~place
            left[place] = len(left)
            farthest = back[place]
            for each in successors[place]:
                if back[each] < farthest:
                    farthest = back[each]
            back[place] = farthest
            if farthest == at[place]:
                group = trail[at[place] :]
                del trail[at[place] :]
                for each in group:
                    back[each] = count
                if len(group) > 1:
                    group.sort(key=left.__getitem__, reverse=True)
                groups.append(tuple(group))
    return tuple(reversed(groups))


def split_at_dominators(
    components: Sequence[tuple[int, ...]], successors: Sequence[Iterable[int]], start: int
) -> Sequence[Sequence[tuple[int, ...]]]:
    """The groups in parts, each begun by a place that leads on, and to which all before it lead.

    What stands before the ``start``, where nobody comes, is in the first part alone.
    """
    number = {place: at for at, group in enumerate(components) for place in group}
    begin = far = number[start]
    parts = [list(components[:begin])]
    for at in range(begin, len(components)):
        first, *others = group = components[at]
        if at == begin or (at == far and not others and successors[first]):
            parts.append([])
        parts[-1].append(group)
        for place in group:
            for each in successors[place]:
                if number[each] > far:
                    far = number[each]
    return parts


def compute_ranks(successors: Sequence[Sequence[int]]) -> Mapping[int, int] | None:
    """Of each place a number, lower than those of the places that lead to it.

    ``None`` where places lead to each other in a loop.
    """
    groups = find_components(successors)
    if len(groups) < len(successors) or any(at in after for at, after in enumerate(successors)):
        return None
    return {place: -number for number, (place,) in enumerate(groups)}
