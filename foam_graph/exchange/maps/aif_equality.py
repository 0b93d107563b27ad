"""Whether two argument graphs are the same up to the ids of their nodes and edges.

Colours are refined until they tell no more nodes apart (Weisfeiler and Leman 1968); where that leaves a choice, one node
is paired with each candidate in turn. Leaves that say the same of the same neighbours are counted, not paired.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from foam_graph.errors import UsageError
from foam_graph.exchange.maps.aif import AifGraph, AifNode

MOST_TRIES = 10_000
"""Pairings that are tried before two graphs are given up as too much alike."""
_Key: TypeAlias = tuple[int, str]
_Arrow: TypeAlias = tuple[bool, str, _Key]
_Colours: TypeAlias = dict[_Key, int]


def equal_up_to_ids(one: AifGraph, other: AifGraph) -> bool:
    """Whether a renaming of ids makes one graph the other: texts, types, schemes, times, speakers, edges.

    Raises:
        UsageError: They are so symmetric that it cannot be found out in reasonable time.
    """
    sizes = [(len(g.nodes), len(g.edges), len(g.locutions), _said(g.more)) for g in (one, other)]
    if sizes[0] != sizes[1]:
        return False
    return _Pairing((one, other)).found()


def _said(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


class _Pairing:
    def __init__(self, graphs: tuple[AifGraph, AifGraph]) -> None:
        self._arrows: dict[_Key, list[_Arrow]] = defaultdict(list)
        for side, graph in enumerate(graphs):
            for edge in graph.edges:
                form, start, end = _said(edge.form), (side, edge.start), (side, edge.end)
                self._arrows[start].append((True, form, end))
                self._arrows[end].append((False, form, start))
        contents = {key: text for side, graph in enumerate(graphs) for key, text in _contents(side, graph)}
        self._start = _numbered(self._without_twins(contents))

    def _without_twins(self, contents: Mapping[_Key, str]) -> dict[_Key, tuple[str, int]]:
        alike: dict[Any, list[_Key]] = defaultdict(list)
        for key, content in contents.items():
            alike[key[0], content, frozenset(Counter(self._arrows[key]).items())].append(key)
        return {keys[0]: (content, len(keys)) for (_, content, _), keys in alike.items()}

    def found(self) -> bool:
        """Searches in depth; each level of the stack is a pairing that has not failed yet."""
        tries = 0
        stack = [iter((self._start,))]
        while stack:
            guess = next(stack[-1], None)
            if guess is None:
                stack.pop()
                continue
            tries += 1
            if tries > MOST_TRIES:
                raise UsageError("the two graphs are too symmetric to be compared", "Compare smaller node sets.")
            colours = self._refined(guess)
            if colours is None:
                continue
            classes = _classes(colours)
            open_ = [sides for sides in classes.values() if len(sides[0]) > 1]
            if not open_:
                return True
            stack.append(_guesses(colours, min(open_, key=lambda sides: len(sides[0]))))
        return False

    def _refined(self, colours: _Colours) -> _Colours | None:
        """The colours when no more can be told apart; None as soon as the two sides differ."""
        while True:
            if any(len(a) != len(b) for a, b in _classes(colours).values()):
                return None
            seen = {key: (colours[key], tuple(sorted(self._seen(key, colours)))) for key in colours}
            finer = _numbered(seen)
            if len(set(finer.values())) == len(set(colours.values())):
                return colours
            colours = finer

    def _seen(self, key: _Key, colours: _Colours) -> Iterator[tuple[bool, str, int]]:
        for ahead, form, end in self._arrows[key]:
            # A twin that was left out is told by its count at the one that stayed.
            if end in colours:
                yield ahead, form, colours[end]


def _contents(side: int, graph: AifGraph) -> Iterator[tuple[_Key, str]]:
    spoken: dict[str, list[str]] = defaultdict(list)
    for one in graph.locutions:
        spoken[one.node].append(_said(one.said))
    for node in graph.nodes:
        yield (side, node.id), _said([*_content(node), sorted(spoken[node.id])])


def _content(node: AifNode) -> list[Any]:
    return [node.type, node.text, node.timestamp, node.scheme, node.scheme_id, node.more]


def _numbered(values: Mapping[_Key, Any]) -> _Colours:
    numbers: dict[Any, int] = {}
    return {key: numbers.setdefault(value, len(numbers)) for key, value in values.items()}


def _classes(colours: _Colours) -> dict[int, tuple[list[_Key], list[_Key]]]:
    found: dict[int, tuple[list[_Key], list[_Key]]] = {}
    for key, colour in colours.items():
        found.setdefault(colour, ([], []))[key[0]].append(key)
    return found


def _guesses(colours: _Colours, sides: tuple[list[_Key], list[_Key]]) -> Iterator[_Colours]:
    fresh = len(colours)
    for candidate in sides[1]:
        yield {**colours, sides[0][0]: fresh, candidate: fresh}
