"""A run with its labels as it is read for its outcome: which argument concludes for what, and what stands for whom."""

from __future__ import annotations

import json
from collections.abc import Sequence

from foam_graph.agents.tasks.rounds import ArgumentShown
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.outcome.deciding import Concluding
from foam_graph.reasoning.outcome.objections import Objection, objections
from foam_graph.reasoning.outcome.plain import (
    perspectives_of,
    spoken,
    with_titles,
)
from foam_graph.reasoning.rounds.critiques import given_up
from foam_graph.reasoning.sublation import Condition, Sublation
from foam_graph.reasoning.sublation.agenda_reading import concludes
from foam_graph.reasoning.sublation.conditions import Admission
from foam_graph.reasoning.taken_back import taken_back

STANDING = ("core", "conditional")
"""Classes of claims that a position asserts."""


class Reader:
    """Reads results off a run and its labels.

    Args:
        desk: The run, its documents and its case file.
        graph: The run.
        sublation: Its labels.
    """

    def __init__(self, desk: Desk, graph: Subgraph, sublation: Sublation) -> None:
        self.desk, self.graph, self.sublation = desk, graph, sublation
        self.agenda, _ = desk.shown(graph)
        self.names = Names(graph, desk.file)
        self.labels = list(sublation.labels.values())
        self.concluding = self._concluding()
        self.arguments = {one.id: self._shown(one) for one in self.names.shown()}
        self.roles = {p.stance_id: p.role_label for p in desk.brief.perspectives}
        self.raised = self._raised()
        self.given_up = given_up(self.names, desk.brief)
        self._labelled = {one for labels in self.labels for one in labels}

    def _concluding(self) -> dict[str, Concluding]:
        """Arguments with what they conclude for; a new version of a claim concludes as the one before it."""
        found = {}
        for name, claim in self.names.parts.items():
            for edge in concludes(self.graph, claim)[:1]:
                issue, outcome = self.graph[edge.end]["name"], str(edge.fields["outcome"])
                advocacy = bool(edge.fields.get("advocacy"))
                found[name.partition(".")[0]] = Concluding(claim, issue, outcome, advocacy)
        return {name: one for name, one in found.items() if one.issue in self.agenda.issues}

    def _shown(self, argument: ArgumentShown) -> ArgumentShown:
        """An argument with what it concludes for, also where only an earlier version of its conclusion said so."""
        made = self.concluding.get(argument.id)
        told = {"issue": made.issue, "outcome": made.outcome, "advocacy": made.advocacy} if made else {}
        return argument.model_copy(update=told)

    def _raised(self) -> list[Objection]:
        issue_of = {name: made.issue for name, made in self.concluding.items()}
        issue_of |= {node.id: name for name, node in self.agenda.issues.items()}
        threshold = self.desk.brief.limits.materiality
        unsettled = {item.critique: set(item.labels.values()) for item in self.sublation.memo}
        return objections(self.graph, self.names, issue_of, unsettled, self.desk.file, threshold)

    def class_of(self, claim: Node) -> str:
        """The class of a claim; empty where none was computed."""
        found = self.sublation.claims.get(claim.id)
        return found.class_ if found else ""

    def condition_words(self, condition: Condition | None) -> str:
        """A condition in words, documents by their titles."""
        return with_titles(condition.words(), self.desk.file) if condition else ""

    def wordings(self, issue: str) -> dict[str, str]:
        """The outcomes of an issue in words, without a full stop."""
        told = json.loads(self.agenda.issues[issue]["wordings"])
        return {name: str(text).strip().rstrip(".") for name, text in told.items()}

    def spoken_name(self, issue: str) -> str:
        """The short name of an issue as it is said, with the capitals of its question."""
        return spoken(issue, str(self.agenda.issues[issue]["text"]))

    def seen_by(self, audiences: Sequence[str]) -> str:
        """From whose perspective something holds."""
        return f"from {perspectives_of([self.roles.get(one, spoken(one)) for one in audiences])}"

    def is_alive(self, claim: str) -> bool:
        """Whether a claim or objection, by its id, is not out for everybody."""
        return any(labels.get(claim, "out") != "out" for labels in self.labels)

    def refused_by(self, condition: Condition | None, who: str) -> list[str]:
        """Documents by title that a condition wants admitted and that an audience refuses."""
        audience = next(one for one in self.sublation.audiences if one.name == who)
        titles = {document.id: document.title for document in self.desk.file.documents}
        return [
            titles.get(source.document.partition("@")[0], source.document)
            for term in (condition.terms if condition else ())
            for literal in term
            if isinstance(literal, Admission) and literal.admitted and not literal.holds(audience)
            for source in literal.sources
            if audience.refuses(source)
        ]

    def holds(self, node: Node) -> bool:
        """Whether a finding or a calculation may be told as what was found: no ruling took it back, and labelled it is in for somebody."""
        fell = node.id in self._labelled and not any(labels.get(node.id) == "in" for labels in self.labels)
        return not fell and taken_back(self.graph, node) is None
