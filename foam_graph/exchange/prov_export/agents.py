"""Who acted: software agents per name and perspective, people without their names, the operator behind the software."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.exchange.prov_export.terms import AGENT, FOAM, REL, joined, said, shortened, typed, visible
from foam_graph.model.subgraph import Node
from foam_graph.prov.model import Statement, statement
from foam_graph.prov.vocabulary import LABEL, PROV

PERSON = "person"
"""``agent`` of an activity that a person performed."""


class Cast:
    """The agents of a run, as they come on.

    People are numbered in the order in which they first acted; nothing tells who they are. The same person keeps their
    number within one run only. Acts whose person is not recorded, or was erased, are taken for different people.

    Args:
        run: Chain id.
        operator: Who runs the installation.
    """

    def __init__(self, run: str, operator: str) -> None:
        self._run = run
        self._operator_name = operator
        self.operator = joined(AGENT, "operator", operator)
        self._people: dict[str, str] = {}
        self._unknown = 0
        self._software: dict[tuple[str, str], str] = {}

    def opening(self) -> Statement:
        """The operator."""
        label = shortened(visible(self._operator_name))
        return statement("agent", self.operator, (), (typed(PROV + "Organization"), said(LABEL, label)))

    def enter(self, activity: Node) -> tuple[str, list[Statement]]:
        """Who performed an activity, and what is to be said of them where they were not met before."""
        if activity.kind == "HumanAct" or activity.get("agent") == PERSON:
            return self._person(activity)
        key = str(activity.get("agent") or "system"), str(activity.get("stance_id") or "")
        known = self._software.get(key)
        if known is not None:
            return known, []
        name = self._software[key] = joined(AGENT, "software", *filter(None, key))
        return name, list(self._introduced(name, *key))

    def _introduced(self, name: str, agent: str, stance: str) -> Iterator[Statement]:
        label = f"{agent} for {stance}" if stance else agent
        own = [typed(PROV + "SoftwareAgent"), said(LABEL, shortened(visible(label)))]
        own.append(said(FOAM + "agent", agent))
        if stance:
            own.append(said(FOAM + "stance_id", stance))
        yield statement("agent", name, (), own)
        relation = f"{REL}{name[len(AGENT) :]}.for.{self.operator[len(AGENT) :]}"
        yield statement("actedOnBehalfOf", relation, (name, self.operator))

    def _person(self, activity: Node) -> tuple[str, list[Statement]]:
        by = str(activity.get("by") or "")
        if by in self._people:
            return self._people[by], []
        number = len(self._people) + self._unknown + 1
        name = joined(AGENT, PERSON, self._run, str(number))
        if by:
            self._people[by] = name
        else:
            self._unknown += 1
        own = (typed(PROV + "Person"), said(LABEL, f"{PERSON}-{number}"))
        return name, [statement("agent", name, (), own)]
