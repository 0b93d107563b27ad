"""What a challenge asks for: a normative one other weights, scope or company; one to an imported map other words. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from foam_graph.errors import ContestError, UsageError
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.perspectives.changing import rescoped, reweighted, weighting
from foam_graph.reasoning.perspectives.held import held
from foam_graph.reasoning.perspectives.library import Perspective, build


@dataclass(frozen=True)
class Remedy:
    """What should follow where a challenge is upheld; a normative one with nothing of it only stands in the memo.

    Attributes:
        reweight: ``VALUE=WEIGHT``, for the challenged perspective.
        rescope: ``jurisdiction=TEXT`` or ``time_horizon=TEXT``, for the challenged perspective.
        add: A perspective that joins as an audience, whole.
        stakeholder: Somebody affected who was left out or told wrongly: name and what is at stake.
        correction: What a node of an imported map, or an issue, an option or the agenda, should say.
    """

    reweight: tuple[str, ...] = ()
    rescope: tuple[str, ...] = ()
    add: Perspective | None = None
    stakeholder: tuple[str, str] | None = None
    correction: str = ""

    def __bool__(self) -> bool:
        return bool(self.reweight or self.rescope or self.add or self.stakeholder or self.correction)

    @property
    def changes_the_challenged(self) -> bool:
        """Whether the challenged perspective becomes another one."""
        return bool(self.reweight or self.rescope)

    def as_data(self) -> dict[str, Any]:
        """As it stands in ``Challenge.remedy``."""
        found: dict[str, Any] = {
            "reweight": list(self.reweight),
            "rescope": list(self.rescope),
            "add": self.add.model_dump(mode="json") if self.add else None,
            "stakeholder": list(self.stakeholder) if self.stakeholder else None,
            "correction": self.correction,
        }
        return {name: value for name, value in found.items() if value}

    @classmethod
    def of(cls, challenge: Node) -> Remedy:
        """The remedy of a challenge; none where it asks for none or was erased."""
        data: Mapping[str, Any] = json.loads(challenge.get("remedy") or "{}")
        named = data.get("stakeholder")
        return cls(
            tuple(data.get("reweight", ())),
            tuple(data.get("rescope", ())),
            build(data["add"]) if data.get("add") else None,
            (str(named[0]), str(named[1])) if named else None,
            str(data.get("correction", "")),
        )

    def told(self) -> str:
        """In words, for whoever rules."""
        parts = [f"weigh {text}" for text in self.reweight]
        parts += [f"speak within {text}" for text in self.rescope]
        parts += [f"let {self.add.role_label} be heard as well"] if self.add else []
        parts += (
            [f"count {self.stakeholder[0]} among those affected: {self.stakeholder[1]}"] if self.stakeholder else []
        )
        parts += [f"let it say “{self.correction}”"] if self.correction else []
        return "; ".join(parts)


def stakeholder_of(text: str) -> tuple[str, str]:
    """A stakeholder as given: ``NAME: WHAT IS AT STAKE``.

    Raises:
        UsageError: One of the two is missing.
    """
    name, mark, interest = (part.strip() for part in text.partition(":"))
    if not mark or not name or not interest:
        raise UsageError(f"{text!r} names no stakeholder", "Give NAME: WHAT IS AT STAKE.")
    return name, interest


def changed(perspective: Perspective, remedy: Remedy) -> Perspective:
    """The challenged perspective as the remedy makes it.

    Raises:
        UsageError: A weight or scope cannot be used.
    """
    for text in remedy.reweight:
        _, value, weight = weighting(text, [perspective.stance_id])
        perspective = reweighted(perspective, value, weight)
    for text in remedy.rescope:
        perspective = rescoped(perspective, text)
    return perspective


def check_remedy(graph: Subgraph, part: Node, kind: str, remedy: Remedy) -> None:
    """Checks a remedy before anything is written.

    Raises:
        ContestError: The challenge is of a kind or against a part for which it cannot be asked.
        UsageError: A weight or scope cannot be used, or nothing would be different.
    """
    if not remedy:
        return
    if remedy.correction and (kind != "structural" or part.kind not in ("Issue", "Option", "Agenda")):
        raise ContestError(
            f"a {part.kind} is not corrected by whoever challenges it: what it rests on is argued anew",
            "Only an issue, an option, the agenda (--kind structural) or a node of an imported map is: leave it out.",
        )
    if remedy.correction:
        return
    if kind != "normative" or part.kind not in ("Perspective", "Stakeholder"):
        raise ContestError(
            f"a {kind} challenge to a {part.kind} cannot re-weight or add anybody",
            "Challenge a perspective or stakeholder with --kind normative.",
        )
    if remedy.changes_the_challenged:
        if part.kind != "Perspective":
            raise ContestError("only a perspective has weights and a scope", "Name the perspective to change.")
        before = perspective_of(current(graph, part))
        if changed(before, remedy) == before:
            raise UsageError(f"nothing would be different for {before.stance_id}", "Give another weight or scope.")
    if remedy.add is not None and remedy.add.stance_id in {node["stance_id"] for node in held(graph)}:
        raise UsageError(f"{remedy.add.stance_id} is heard in this run already", "Add another one.")


def current(graph: Subgraph, part: Node) -> Node:
    """A perspective as the run holds it now: with the weights and scope that later rulings gave it."""
    return next((node for node in held(graph) if node["stance_id"] == part["stance_id"]), part)


def perspective_of(node: Node) -> Perspective:
    """The record behind a perspective's node."""
    return build(json.loads(node["card"]))
