"""Strongly connected components of a graph of integers, without recursion (Tarjan 1972)."""

from __future__ import annotations

from collections.abc import Sequence


def components(successors: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """The component of each vertex.

    Args:
        successors: Per vertex, the vertices that its edges lead to.

    Returns:
        Component number per vertex, and how many there are. An edge between two components leads from the higher number
        to the lower one: the numbers are a reverse topological order.
    """
    count = len(successors)
    index, low, component = [0] * count, [0] * count, [-1] * count
    stack: list[int] = []
    seen = found = 0
    for start in range(count):
        if index[start]:
            continue
        seen += 1
        index[start] = low[start] = seen
        stack.append(start)
        path = [(start, iter(successors[start]))]
        while path:
            vertex, ahead = path[-1]
            for following in ahead:
                if not index[following]:
                    seen += 1
                    index[following] = low[following] = seen
                    stack.append(following)
                    path.append((following, iter(successors[following])))
                    break
                if component[following] < 0 and index[following] < low[vertex]:
                    low[vertex] = index[following]
            else:
                path.pop()
                if path and low[vertex] < low[path[-1][0]]:
                    low[path[-1][0]] = low[vertex]
                if low[vertex] == index[vertex]:
                    while component[vertex] < 0:
                        component[stack.pop()] = found
                    found += 1
    return component, found


def shortest_path(successors: Sequence[Sequence[int]], start: int, end: int, within: Sequence[int]) -> list[int]:
    """A shortest path between two vertices of one component, both included; a cycle's way back.

    Args:
        successors: As for ``components``.
        start: First vertex.
        end: Last vertex.
        within: Component number per vertex; the path stays in the component of ``start``.
    """
    before = {start: start}
    level = [start]
    while level and end not in before:
        coming = []
        for vertex in level:
            for following in successors[vertex]:
                if following not in before and within[following] == within[start]:
                    before[following] = vertex
                    coming.append(following)
        level = coming
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]
