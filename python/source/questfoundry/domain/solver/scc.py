"""Find strongly connected components and topological ranks in a directed graph."""

from collections.abc import Iterable, Mapping, Sequence


def find_components(successors: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the strongly connected components in topological order, sources first.

    The nodes of a component are in reverse postorder, so that most edges inside it lead forwards.
    """
    count = len(successors)
    # ``path`` is Tarjan's stack of visited nodes without a component, ``index`` a node's place
    # there, ``low`` the smallest place that its descendants reach. ``~node`` marks the end of a
    # visit.
    index, low, postorder = [-1] * count, [count] * count, dict[int, int]()
    path, components = list[int](), list[tuple[int, ...]]()
    stack = [*reversed(range(count))]
    while stack:
        node = stack.pop()
        if node >= 0 and index[node] < 0:
            index[node] = low[node] = len(path)
            path.append(node)
            stack += (~node, *reversed(successors[node]))
        elif node < 0:
            # All successors are visited: a node that reaches no earlier one closes a component.
            node = ~node
            postorder[node] = len(postorder)
            lowest = low[node]
            for target in successors[node]:
                if low[target] < lowest:
                    lowest = low[target]
            low[node] = lowest
            if lowest == index[node]:
                component = path[index[node] :]
                del path[index[node] :]
                for target in component:
                    low[target] = count
                if len(component) > 1:
                    component.sort(key=postorder.__getitem__, reverse=True)
                components.append(tuple(component))
    return tuple(reversed(components))


def split_at_dominators(
    components: Sequence[tuple[int, ...]], successors: Sequence[Iterable[int]], start: int
) -> Sequence[Sequence[tuple[int, ...]]]:
    """Group the components into segments, each entered only through its first node.

    The first node of a segment is a component by itself, has a successor, and dominates all later
    nodes. Segment 0 contains the components before ``start``, which no path from the start reaches.
    """
    number = {node: at for at, component in enumerate(components) for node in component}
    # In topological order, ``farthest`` is the last component that any edge so far leads to: where
    # it is the current one, every path to later components passes through here.
    begin = farthest = number[start]
    segments = [list(components[:begin])]
    for at in range(begin, len(components)):
        first, *others = component = components[at]
        if at == begin or (at == farthest and not others and successors[first]):
            segments.append([])
        segments[-1].append(component)
        for node in component:
            for target in successors[node]:
                if number[target] > farthest:
                    farthest = number[target]
    return segments


def compute_ranks(successors: Sequence[Sequence[int]]) -> Mapping[int, int] | None:
    """Return a rank for each node, such that every edge leads to a node with a lower rank.

    The result is ``None`` if the graph has a cycle.
    """
    components = find_components(successors)
    if len(components) < len(successors) or any(at in after for at, after in enumerate(successors)):
        return None
    return {node: -number for number, (node,) in enumerate(components)}
