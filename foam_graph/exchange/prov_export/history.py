"""The history of one node: the part of its chain's PROV graph that tells where it came from and what was said of it.

It is read off the statements, which are passed twice: once to follow them, once to keep what was reached. Following needs
memory for the names of the chain's things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from foam_graph.exchange.prov_export.terms import FOAM
from foam_graph.prov.model import OBJECTS, Item, Selector, Statement
from foam_graph.prov.vocabulary import PROV

_NEXT, _REVISION = FOAM + "NEXT", PROV + "Revision"
_FOLLOWED = {"wasDerivedFrom": (1, 2), "wasAssociatedWith": (1, 2)}
"""Places of the arguments that a relation leads to, where it is not the second alone."""

Paths = Mapping[str, Iterable[str]]


def history(items: Iterable[Item], name: str) -> set[str]:
    """The names of the things in a node's history.

    They are the node and its other versions; what they go back to, from statement to statement: activities, agents, plans,
    sources, members; and what was said of a version directly (critiques, ratings, labels), with who said it.

    Args:
        items: The chain's statements.
        name: IRI of the node.
    """
    back: defaultdict[str, list[str]] = defaultdict(list)
    made: defaultdict[str, list[str]] = defaultdict(list)
    about: defaultdict[str, list[str]] = defaultdict(list)
    versions: defaultdict[str, list[str]] = defaultdict(list)
    for item in items:
        if isinstance(item, Selector) or item.kind in OBJECTS or _NEXT in item.types():
            continue
        subject, *rest = item.arguments
        reached = [other for n in _FOLLOWED.get(item.kind, (1,)) if (other := item.arguments[n])]
        if subject is None or not rest:
            continue
        back[subject] += reached
        if item.kind in ("wasGeneratedBy", "wasAssociatedWith", "actedOnBehalfOf"):
            made[subject] += reached
        elif item.kind in ("wasInfluencedBy", "wasDerivedFrom") and rest[0]:
            about[rest[0]].append(subject)
            if _REVISION in item.types():
                versions[subject].append(rest[0])
                versions[rest[0]].append(subject)
    own = _reached([name], versions)
    said = [other for one in own for other in about[one]]
    return _reached(own, back) | _reached(said, made)


def _reached(start: Iterable[str], paths: Paths) -> set[str]:
    found = set(start)
    ahead = list(found)
    while ahead:
        for other in paths.get(ahead.pop(), ()):
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def within(items: Iterable[Item], names: set[str]) -> Iterator[Item]:
    """The statements among these things, and about them alone.

    Args:
        items: The chain's statements.
        names: What ``history`` gave.
    """
    for item in items:
        if isinstance(item, Selector):
            if item.sentence in names and item.document in names:
                yield item
        elif item.kind in OBJECTS:
            if item.id in names:
                yield item
        elif all(other is None or other in names for other in _things(item)):
            yield item


def _things(s: Statement) -> tuple[str | None, ...]:
    return s.arguments[: 3 if s.kind == "wasAssociatedWith" else 2]
