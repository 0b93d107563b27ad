"""Arguments as agents see them: short names for arguments, parts, critiques and findings, and what stands behind each.

Names are given in the order in which things came into the run, so that they stay what they are while it grows:
``A3`` is an argument, ``A3.facts`` its part, ``K4`` a critique, ``F2`` a finding.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from functools import cached_property

from foam_graph.agents.tasks.rounds import ArgumentShown, PartShown
from foam_graph.casefile.case_file import CaseFile
from foam_graph.errors import UnknownId
from foam_graph.findings.finding import points
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.arguments.presupposing import presupposed
from foam_graph.reasoning.evidence import claim_sentences


class Names:
    """Short names of a run's arguments, parts, critiques and findings.

    Args:
        graph: The run.
        file: The case file.
    """

    def __init__(self, graph: Subgraph, file: CaseFile) -> None:
        self.graph, self.file = graph, file

    @cached_property
    def arguments(self) -> dict[str, Node]:
        """Name to syllogism; one that supersedes another has its name."""
        found: dict[str, Node] = {}
        for node in self.graph.of("Syllogism"):
            old = [edge.end for edge in self.graph.out_edges(node.id, "SUPERSEDES")]
            name = next((n for n, one in found.items() if one.id in old), f"A{len(found) + 1}")
            found[name] = node
        return found

    @cached_property
    def parts(self) -> dict[str, Node]:
        """Name to the live claim of each part."""
        return {name: claim for claim in self.graph.live("Claim") for name in self._filled(claim)}

    def _filled(self, claim: Node) -> list[str]:
        """Names of the parts that a claim is.

        None for the other side of a slot that was branched under opposed values, as earlier runs did: the slot's name is
        that of the claim that it was branched from.
        """
        if self.graph.out_edges(claim.id, "BRANCHES"):
            return []
        ends = [edge.end for edge in self.graph.out_edges(claim.id, "FILLS")]
        return [f"{self._argued[end]}.{claim['component']}" for end in ends if end in self._argued]

    @cached_property
    def _argued(self) -> dict[str, str]:
        """Syllogism id to name."""
        return {node.id: name for name, node in self.arguments.items()}

    @cached_property
    def critiques(self) -> dict[str, Node]:
        """Name to critique, challenges included."""
        return {f"K{n}": node for n, node in enumerate(self.graph.of("Critique"), 1)}

    @cached_property
    def findings(self) -> dict[str, Node]:
        """Name to finding."""
        return {node["number"]: node for node in self.graph.live("Finding") if not points(node["rule"])}

    @cached_property
    def of(self) -> dict[str, str]:
        """Node id to name, for everything that has one; an old version of a part has the part's name."""
        found = {
            node.id: name
            for group in (self.arguments, self.critiques, self.findings, self.parts)
            for name, node in group.items()
        }
        for claim in self.graph.of("Claim"):
            for name in self._filled(claim):
                found.setdefault(claim.id, name)
        return found

    def node(self, name: str) -> Node:
        """What a name stands for.

        Raises:
            UnknownId: Nothing is called that.
        """
        for group in (self.parts, self.critiques, self.findings, self.arguments):
            if name in group:
                return group[name]
        raise UnknownId(f"nothing is called {name[:40]!r} here", "Use a name that stands in the data.")

    def short(self, stable: Iterable[str]) -> list[str]:
        """Short ids of sentences."""
        known = self.file.by_id
        return [known[one].short for one in stable if one in known]

    def argument(self, name: str) -> ArgumentShown:
        """One argument as it stands, its parts in the order of their writing."""
        node = self.arguments[name]
        parts = [(n, claim) for n, claim in self.parts.items() if n.partition(".")[0] == name]
        parts.sort(key=lambda one: order_of(self.graph, one[1]))
        issue, outcome, advocacy = "", "", False
        for _, claim in parts:
            for edge in self.graph.out_edges(claim.id, "CONCLUDES"):
                issue, outcome = self.graph[edge.end]["name"], edge.fields["outcome"]
                advocacy = bool(edge.fields.get("advocacy"))
        by = parts[0][1]["stance_id"] if parts else ""
        shown = [self.part(n, claim) for n, claim in parts]
        return ArgumentShown(
            id=name, issue=issue or node["name"], outcome=outcome, by=by, advocacy=advocacy, parts=shown
        )

    def part(self, name: str, claim: Node) -> PartShown:
        """One part as it stands."""
        graph = self.graph
        warrants = [w["text"] for w in graph.into(claim.id, "WARRANTS") if not graph.superseded(w.id)]
        qualifiers = [q["text"] for q in graph.into(claim.id, "QUALIFIES") if not graph.superseded(q.id)]
        excepted = [r["text"] for r in graph.into(claim.id, "EXCEPTS") if not graph.superseded(r.id)]
        made = [n["statement"] for n in graph.out(claim.id, "RESTS_ON") if n.kind == "Calculation"]
        rests = [self.of.get(graph.newest(n.id).id, "") for n in graph.out(claim.id, "RESTS_ON")]
        rests += presupposed(graph, claim)
        return PartShown(
            id=name,
            text=claim["text"],
            warrant=warrants[0] if warrants else "",
            qualifier=qualifiers[0] if qualifiers else "",
            rebuttal=excepted[0] if excepted else "",
            cites=self.short(claim_sentences(graph, claim.id)),
            any_of=self._either(claim),
            against=self.short(s for r in graph.out(claim.id, "CONSIDERS") for s in r["sentence_ids"]),
            state=self._state(claim),
            rests_on=list(dict.fromkeys(r for r in rests if r)),
            computed=" ".join(made),
            applies=" ".join(self._applied(n) for n in graph.out(claim.id, "RESTS_ON") if n.kind == "RuleApplication"),
            values=list(claim["values"]),
        )

    def _either(self, claim: Node) -> str:
        """What a part may lose as long as one of it stays: ``4.6, 4.10 or 7.2``; empty where it needs all it cites."""
        graph = self.graph
        warrants = [one for one in graph.into(claim.id, "WARRANTS") if not graph.superseded(one.id)]
        lines = [[record["sentence_ids"] for record in graph.out(one.id, "USES")] for one in warrants]
        own = [[ids for ids in line if not all(ids in other for other in lines)] for line in lines]
        shorts = [", ".join(self.short(one for ids in line for one in ids)) for line in own]
        return " or ".join(dict.fromkeys(filter(None, shorts)))

    def _applied(self, node: Node) -> str:
        """A rule's application in one line: the rule, its condition, whether it is met and by what, what follows."""
        condition = json.loads(node["condition"] or "{}")
        sides: dict[str, list[str]] = {}
        for edge in self.graph.out_edges(node.id, "RESTS_ON"):
            if edge.fields.get("group") and not edge.fields.get("derived"):
                sides.setdefault(edge.fields["group"], []).append(self.graph[edge.end]["sentence_id"])
        shorts = [", ".join(self.short(sides.get(group, ()))) for group in ("met_by", "failed_by")]
        shown = "; ".join(f"{word} {one}" for word, one in zip(("by", "against"), shorts, strict=True) if one)
        named = ", ".join(self.short(node.get("rules") or ()))
        words = condition.get("quantity") or condition.get("predicate") or ""
        met = str(node["met"]).replace("_", " ") + (f" ({shown})" if shown else "")
        displaces = ", ".join(self.short(node.get("exception_to") or ()))
        exception = f" Exception to {displaces}." if displaces else ""
        return f"{named}: {words}: {met}. {node['consequence']}{exception}"

    def _state(self, claim: Node) -> str:
        """What became of a part since it was first argued."""
        critiques = self.graph.into(claim.id, "ATTACKS")
        replies = [reply for k in critiques for reply in self.graph.into(k.id, "ANSWERS") if reply.kind == "Reply"]
        if any(reply["concedes"] for reply in replies):
            return "conceded"
        return "new version" if self.graph.out(claim.id, "SUPERSEDES") else ""

    def argued(self) -> list[str]:
        """Who argues what: ``issue=outcome: stance``."""
        return [f"{one.issue}={one.outcome}: {one.by}" for one in self.shown() if one.outcome]

    def shown(self, of: Collection[str] | None = None) -> list[ArgumentShown]:
        """Arguments with a live part, all or those of some perspectives."""
        found = [self.argument(name) for name in self.arguments]
        return [one for one in found if one.parts and (of is None or one.by in of)]


def order_of(graph: Subgraph, claim: Node) -> tuple[int, int]:
    """Place of a part among those of its argument: that of its first version."""
    first = [claim, *graph.older(claim.id)][-1]
    return first.seq, int(first.id.rpartition("-")[2])
