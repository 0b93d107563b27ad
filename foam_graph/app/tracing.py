"""Why something is there: from a sentence, record, warrant, critique or claim to the position, and what was said against it.

The three queries ``why_leads``, ``why_rests`` and ``why_against`` each know one step; this module only repeats them
(a round trip a step) and hangs what they find into a tree. A node that comes a second time is named, not repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.app.looking_back import look_back
from foam_graph.app.session import Session
from foam_graph.app.showing import standings_of, text_of
from foam_graph.store.reading import kind_of, node_from

SECTIONS = {"leads_to": "why_leads", "rests_on": "why_rests", "against": "why_against"}
_DETAILS = (
    "type", "flaw", "verdict", "materiality", "recommendation", "rule", "provisional", "human", "stance_id", "leaf",
    "component", "certified", "version", "sentence_id", "kind", "concedes", "date", "source_class",
)  # fmt: skip
_ANSWERING = frozenset({"Critique", "Challenge", "Reply", "Evaluation", "Ruling"})


@dataclass(frozen=True)
class Step:
    """One step from one node to another.

    Attributes:
        how: How the first relates to the second, in words.
        to: Id of the second.
    """

    how: str
    to: str


class _Trace:
    """What the queries found: nodes by id, and steps by section and starting node."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.nodes: dict[str, dict[str, Any]] = {}
        self.steps: dict[str, dict[str, list[Step]]] = {name: {} for name in SECTIONS}

    def follow(self, section: str, ids: Collection[str], only: frozenset[str] = frozenset()) -> set[str]:
        """Repeats one query until it finds nothing new; returns every node reached, the first ones included.

        Args:
            section: Which query.
            ids: Where to begin.
            only: Kinds from which to go on; empty = all.
        """
        found, steps = set(ids), self.steps[section]
        frontier = [i for i in ids if i not in steps]
        while frontier:
            steps.update({i: [] for i in frontier})
            fresh: dict[str, None] = {}
            for row in self._session.store.ask(SECTIONS[section], ids=frontier):
                node = _described(row)
                self.nodes.setdefault(row["id"], node)
                steps[row["of"]].append(Step(row["how"], row["id"]))
                found.add(row["id"])
                if row["id"] not in steps and (not only or node["kind"] in only):
                    fresh[row["id"]] = None
            frontier = list(fresh)
        return found


def why(session: Session, prefix: str, as_of: str = "") -> dict[str, Any]:
    """The path from a node to the position, what it stands on, and everything that was said against any of it.

    Args:
        session: The session.
        prefix: Its id, or the beginning of it.
        as_of: An event or a time, see ``looking_back``.

    Returns:
        ``{"id", "kind", "text", "standing", …, "leads_to": [...], "rests_on": [...], "against": [...]}``; each item is
        a node of the same form with ``how``, or ``{"id", "how", "again": true}`` where it stands in the tree already.

    Raises:
        UnknownId: Nothing has an id that begins so, or had one then.
        AmbiguousId: More than one has.
        UsageError: ``as_of`` is neither an event nor a time.
    """
    look_back(session, as_of, prefix)
    found = session.store.find(prefix)
    row = session.store.ask("show_node", id=found["id"])[0]
    trace = _Trace(session)
    trace.nodes[found["id"]] = _described({**row, "id": found["id"]})
    up = trace.follow("leads_to", [found["id"]])
    down = trace.follow("rests_on", [found["id"]])
    said = trace.follow("against", sorted(up | down), only=_ANSWERING)
    trace.follow("rests_on", sorted(i for i in said if trace.nodes[i]["kind"] in ("Critique", "Challenge", "Reply")))
    standing = standings_of(session, row["props"]["run"])
    for node in trace.nodes.values():
        node["standing"] = standing.get(node["id"], "current")
    return _tree(trace, found["id"])


def _described(row: Mapping[str, Any]) -> dict[str, Any]:
    kind, props = kind_of(row["labels"]), node_from(row["labels"], row["props"]).fields
    details = {name: props[name] for name in _DETAILS if name in props and props[name] != ""}
    if "kind" in details:
        details["what"] = details.pop("kind")
    return {
        "id": row["id"],
        "kind": kind,
        "run": row["props"]["run"],
        "text": text_of(props),
        "standing": "",
        **details,
    }


def _tree(trace: _Trace, root: str) -> dict[str, Any]:
    """Hangs every node under the first step that reaches it."""
    node = {**trace.nodes[root]}
    seen = {root}
    for section in ("against", "rests_on", "leads_to"):
        node[section] = _below(trace, root, section, seen)
    return node


def _below(trace: _Trace, node_id: str, section: str, seen: set[str]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    for step in trace.steps[section].get(node_id, ()):
        if step.to in seen:
            known = trace.nodes[step.to]
            items.append({"how": step.how, "id": step.to, "kind": known["kind"], "again": True})
            continue
        seen.add(step.to)
        item = {"how": step.how, **trace.nodes[step.to]}
        for other in dict.fromkeys(("against", "rests_on", section)):
            if other == "rests_on" and section == "leads_to":
                continue
            below = _below(trace, step.to, other, seen)
            if below:
                item[other] = below
        items.append(item)
    return items
