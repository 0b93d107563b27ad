"""What an assumed outcome of an issue carries on: rules of the file that were applied for that case (protocol 6.17).

Whoever assumes that an issue came out otherwise assumes that what was said against it does not hold, and asks what the
file's rules make of it. So of the arguments that presuppose the outcome, two things are left out of the labelling:
objections that say nothing but that the outcome is not so, and the lack of a line under a claim that applies a rule whose
condition was recomputed. Everything else has to stand as always: the rule with its sentences, the calculation, the other parts
of the argument, and every objection of another kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.sublation.agenda_reading import Conclusion, LiveAgenda

Outcome = tuple[str, str]
"""An issue, by its name, and an outcome of it."""
_CITES = ("QUOTES", "RESTS_ON", "USES", "CONSIDERS")
_CITED = ("EvidenceRecord", "EvidenceSentence", "RuleApplication", "Calculation", "Warrant")


class CarryingOn:
    """Arguments of a run by what they presuppose.

    Args:
        graph: The run.
        agenda: Its agenda.
    """

    def __init__(self, graph: Subgraph, agenda: LiveAgenda) -> None:
        self._graph, self._agenda = graph, agenda
        self._parts: dict[str, frozenset[str]] = {}
        self._sources: dict[str, frozenset[str]] = {}

    def set_aside(self, assumed: Mapping[str, str]) -> list[str]:
        """Arguments of the framework that fall where outcomes are assumed.

        Args:
            assumed: Issue to its outcome.
        """
        found: dict[str, None] = {}
        for issue, outcome in assumed.items():
            for made in self.presupposing.get((issue, outcome), ()):
                parts = self.parts(made.claim)
                found.update(dict.fromkeys(self._about(issue, parts)))
                found.update({f"no-line:{claim}": None for claim in parts if self._rules_of(claim)})
        return list(found)

    def rules(self, made: Conclusion) -> list[Node]:
        """Applications of rules, with a condition that was recomputed, by which an argument concludes."""
        return [rule for part in sorted(self.parts(made.claim)) for rule in self._rules_of(part)]

    @cached_property
    def presupposing(self) -> Mapping[Outcome, tuple[Conclusion, ...]]:
        """Outcome to the conclusions, asserted or by assignment, of arguments that presuppose it."""
        found: dict[Outcome, list[Conclusion]] = defaultdict(list)
        for made in (*self._agenda.conclusions, *self._agenda.advocated):
            for outcome in self.presupposed(made):
                found[outcome].append(made)
        return {outcome: tuple(those) for outcome, those in found.items()}

    def presupposed(self, made: Conclusion) -> frozenset[Outcome]:
        """Outcomes of other issues that an argument presupposes in any of its parts."""
        graph = self._graph
        edges = [edge for part in self.parts(made.claim) for edge in graph.out_edges(part, "PRESUPPOSES")]
        return frozenset((str(graph[e.end]["name"]), str(e.fields["outcome"])) for e in edges if e.end in graph)

    def parts(self, claim: str) -> frozenset[str]:
        """The live parts of the argument that a claim belongs to, the claim included."""
        if claim not in self._parts:
            graph = self._graph
            mates = {part.id for whole in graph.out(claim, "FILLS") for part in graph.into(whole.id, "FILLS")}
            self._parts[claim] = frozenset({claim, *(one for one in mates if not graph.superseded(one))})
        return self._parts[claim]

    def _rules_of(self, claim: str) -> list[Node]:
        """What a claim applies: rules of which a recomputed comparison says whether they apply."""
        graph = self._graph
        applied = [one for one in graph.out(claim, "RESTS_ON") if one.kind == "RuleApplication"]
        return [one for one in applied if one.get("met") in ("met", "not_met") and self._recomputed(one)]

    def _recomputed(self, rule: Node) -> bool:
        behind = self._graph.out(rule.id, "RESTS_ON")
        return any(one.kind == "Calculation" and one.get("comparison") for one in behind)

    def _about(self, issue: str, parts: frozenset[str]) -> Iterator[str]:
        """Objections to parts of an argument that say nothing but how an issue comes out.

        All that they cite was cited on that issue, and none of it by the rule or the calculation of the argument. One that
        cites nothing may say anything.
        """
        graph, on_issue = self._graph, self._cited_on.get(issue, frozenset())
        own = self._behind_rules(parts)
        warrants = {one.id for part in parts for one in graph.into(part, "WARRANTS")}
        for target in sorted(parts | warrants):
            for objection in graph.into(target, "ATTACKS"):
                cited = self._sources_of(objection.id)
                if objection.kind == "Critique" and cited and cited <= on_issue and not cited & own:
                    yield objection.id

    def _behind_rules(self, parts: frozenset[str]) -> frozenset[str]:
        """Sentences behind the rules and calculations of an argument."""
        behind = [n.id for part in parts for n in self._graph.out(part, "RESTS_ON")]
        kinds = ("RuleApplication", "Calculation")
        return frozenset().union(*(self._sources_of(one) for one in behind if self._graph[one].kind in kinds))

    @cached_property
    def _cited_on(self) -> Mapping[str, frozenset[str]]:
        """Issue to the sentences that arguments on it cite, for whatever outcome."""
        found: dict[str, set[str]] = defaultdict(set)
        for made in (*self._agenda.conclusions, *self._agenda.advocated):
            for part in self.parts(made.claim):
                warrants = (one.id for one in self._graph.into(part, "WARRANTS"))
                for one in (part, *warrants):
                    found[made.issue] |= self._sources_of(one)
        for name, node in self._agenda.issue_nodes.items():
            found[name] |= self._sources_of(node.id)
        return {name: frozenset(those) for name, those in found.items()}

    def _sources_of(self, node: str) -> frozenset[str]:
        """Sentences that a node cites, itself or by its records, rules and calculations; a record without one is its own."""
        if node not in self._sources:
            found, seen, stack = set[str](), {node}, [node]
            while stack:
                one = stack.pop()
                cited = {part.id for part in self._graph.out(one, *_CITES) if part.kind in _CITED}
                if not cited and self._graph[one].kind in ("EvidenceSentence", "EvidenceRecord"):
                    found.add(one)
                stack += cited - seen
                seen |= cited
            self._sources[node] = frozenset(found)
        return self._sources[node]
