"""New versions of parts: checked like any part, written with everything of the old one that stays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.agents.tasks.arguments import PartOut
from foam_graph.agents.tasks.calculation import CalculationOut
from foam_graph.corpus.text.folding import fold
from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_or_empty
from foam_graph.reasoning.arguments.checking import (
    applied,
    computed,
    deciding,
    outcome_text,
    part_faults,
    presupposition_faults,
    recomputed,
    told,
    unfounded_figures,
)
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.presupposing import issue_of, needs_of, presupposed
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.arguments.writing import Behind, add_part, add_premises
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.rounds.critiques import vocabulary
from foam_graph.reasoning.turns import Turn

_KINDS = {"calculation": "Calculation", "application": "RuleApplication"}
"""Kinds of what a version may drop."""


@dataclass(frozen=True)
class Version:
    """A new version of a part that has no faults.

    Attributes:
        component: Component of the part.
        part: What was drafted, completed from the old version.
        answers: The critiques that it answers.
        drops: What the old version computed or applied and this one no longer does.
    """

    component: str
    part: PartOut
    answers: tuple[Node, ...]
    drops: tuple[str, ...] = ()


class Argument:
    """One argument as it stands, whose parts are revised.

    Args:
        desk: What everybody has before them.
        names: Names of the run's parts.
        name: Its name, e.g. A3.
        findings: The sheet, by number.

    Attributes:
        name: Its name.
        kind: Its type.
        parts: Its live parts by component, in order.
    """

    def __init__(self, desk: Desk, names: Names, name: str, findings: Mapping[str, Node]) -> None:
        self._desk, self._names, self._graph = desk, names, names.graph
        self._findings = findings
        self.name, self.kind = name, desk.library.type_named(names.arguments[name]["type"])
        own = {n.partition(".")[2]: claim for n, claim in names.parts.items() if n.partition(".")[0] == name}
        self.parts = {c.name: own[c.name] for c in self.kind.components if c.name in own}
        self._agenda = agenda_or_empty(names.graph)

    def completed(self, part: PartOut, component: str) -> PartOut:
        """A draft with what it need not repeat: premises where it names none, rebuttal and backing where left empty."""
        old = self.parts[component]
        warrants = self._live(self._graph.into(old.id, "WARRANTS"))
        backings = [b["text"] for w in warrants[:1] for b in self._graph.into(w.id, "BACKS")]
        rebuttals = [r["text"] for r in self._live(self._graph.into(old.id, "EXCEPTS"))]
        known = vocabulary(self._desk.brief)
        return part.model_copy(
            update={
                "component": component,
                "premises": part.premises or self._premises(old),
                "backing": part.backing.strip() or next(iter(backings), ""),
                "rebuttal": part.rebuttal.strip() or next(iter(rebuttals), ""),
                "values": [value for value in part.values if value in known],
            }
        )

    def faults(self, part: PartOut, citable: Collection[str], drops: Collection[str] = ()) -> Iterator[str]:
        """What is wrong with a new version.

        Args:
            part: The draft, completed.
            citable: Sentences that its author may cite.
            drops: What it no longer computes or applies.
        """
        named = [s for record in part.records for s in record.sentences]
        if part.calculation is not None:
            named += [s for s in sentences_of(part.calculation) if s]
        if part.application is not None:
            named += part.application.sentences
        barred = [s for s in dict.fromkeys(named) if s not in citable]
        if barred:
            yield f"{', '.join(barred)} may not be cited"
            return
        texts = {number: node["text"] for number, node in self._findings.items()}
        yield from part_faults(part, self.kind, list(self.parts), texts)
        needs = needs_of(self._graph, self._agenda)
        yield from presupposition_faults(part, issue_of(self.parts[part.component]), self._agenda, needs)
        yield from computed(part, self._desk.file)[1]
        for kind, made in (("calculation", part.calculation), ("application", part.application)):
            if kind in drops and made is not None:
                yield f"it drops the {kind} and gives one: do one of both"
        if self._same(part) and not self._dropped(part.component, drops):
            yield "the new version changes nothing"

    def _dropped(self, component: str, drops: Collection[str]) -> bool:
        """Whether the old version has something that is dropped."""
        behind = {node.kind for node in self._graph.out(self.parts[component].id, "RESTS_ON")}
        return any(_KINDS[one] in behind for one in drops)

    def unfit(self, part: PartOut) -> list[str]:
        """What does not fit of the rule that a new version applies; its own calculation has to decide a measure."""
        own = recomputed(part, self._desk.file)
        return applied(part, self._desk.file, deciding(part, own, {}))[1]

    def unfounded(self, part: PartOut, beside: Mapping[str, PartOut], drops: Collection[str] = ()) -> list[str]:
        """Figures of a new version that stand in nothing that it cites or rests on.

        Args:
            part: The draft, completed and without faults.
            beside: Drafts of the argument's other parts in the same turn, by component.
            drops: What it no longer computes or applies.
        """
        file = self._desk.file
        grounds = [self._desk.brief.question, *(told(s, file) for r in part.records for s in r.sentences)]
        grounds += [told(s, file) for s in part.application.sentences] if part.application else []
        for premise in part.premises:
            if premise.startswith("issue:"):
                grounds.append(outcome_text(premise, self._agenda))
                continue
            if premise in self._findings:
                grounds.append(self._findings[premise]["text"])
                continue
            draft = beside.get(premise)
            if draft is not None:
                grounds += [draft.text, draft.warrant]
            shown = self._names.part(premise, self.parts[premise])
            grounds += [shown.text, shown.warrant, *(file.sentence(s).text for s in shown.cites)]
        kept = self._names.part(f"{self.name}.{part.component}", self.parts[part.component]).computed
        kept = "" if "calculation" in drops else kept
        grounds.append(kept if part.calculation is None else computed(part, file)[0])
        return unfounded_figures(part, grounds)

    def _premises(self, old: Node) -> list[str]:
        """What a part says it rests on, as a draft names it."""
        by_id = {claim.id: component for component, claim in self.parts.items()}
        by_id |= {node.id: number for number, node in self._findings.items()}
        edges = self._graph.out_edges(old.id, "RESTS_ON")
        ends = [self._graph.newest(e.end).id for e in edges if e.end in self._graph and not e.fields.get("derived")]
        named = [by_id[end] for end in ends if end in by_id]
        return list(dict.fromkeys([*named, *presupposed(self._graph, old)]))

    def _same(self, part: PartOut) -> bool:
        old = self.parts[part.component]
        shown = self._names.part(f"{self.name}.{part.component}", old)
        rebuttal = " ".join(r["text"] for r in self._live(self._graph.into(old.id, "EXCEPTS")))
        was = (shown.text, shown.warrant, shown.qualifier, rebuttal)
        if any(fold(a) != fold(b) for a, b in zip(was, _words(part), strict=True)):
            return False
        if part.calculation is not None and computed(part, self._desk.file)[0] != shown.computed:
            return False
        if part.application is not None and part.application.consequence not in shown.applies:
            return False
        cited = {s for record in part.records for s in record.sentences}
        return cited == set(shown.cites) and set(part.premises) == set(self._premises(old))

    def _live(self, nodes: Sequence[Node]) -> list[Node]:
        return [node for node in nodes if not self._graph.superseded(node.id)]

    def write(self, turn: Turn, versions: Sequence[Version], citing: Citing) -> None:
        """Writes new versions, those of earlier parts first, so that later ones can rest on them.

        Each keeps slot, argument and conclusion of the one whose place it takes. Its warrants, qualifier, rebuttal and
        records take the places of the old ones, so that a critique of one of them carries over until it is met.
        """
        order = list(self.parts)
        written = {component: claim.ref for component, claim in self.parts.items()}
        texts = {component: str(claim["text"]) for component, claim in self.parts.items()}
        for version in sorted(versions, key=lambda v: order.index(v.component)):
            old, first = self.parts[version.component], len(turn.delta.nodes)
            new = self._add(turn, version, citing)
            earlier = order[: order.index(version.component)]
            self._rest(turn, new, version, {c: written[c] for c in earlier}, {c: texts[c] for c in earlier})
            supersede_parts(turn, self._graph, old, first)
            for critique in version.answers:
                turn.delta.edge("ANSWERS", new, critique.ref)
            written[version.component], texts[version.component] = new, version.part.text
            turn.used.append(old.id)

    def _add(self, turn: Turn, version: Version, citing: Citing) -> Ref:
        """The new claim in the slot, the argument and the conclusion of the old one."""
        graph, delta, old = self._graph, turn.delta, self.parts[version.component]
        slot = graph.out(old.id, "FOLLOWS")[0].ref
        new = add_part(
            turn,
            version.part,
            self.kind,
            (slot, old["leaf"], self.kind.component(version.component)),
            citing,
            self._agenda,
            Behind(),
        )
        delta.edge("REVISES", turn.me, old.ref)
        delta.edge("SUPERSEDES", new, old.ref)
        for type_ in ("FILLS", "CONCLUDES"):
            for edge in graph.out_edges(old.id, type_):
                delta.edge(type_, new, graph.newest(edge.end).ref, **edge.fields)
        return new

    def _rest(
        self, turn: Turn, new: Ref, version: Version, written: Mapping[str, Ref], texts: Mapping[str, str]
    ) -> None:
        """What the new version rests on: what it names, figures it repeats, and all that a conclusion needs."""
        part = version.part
        graph, delta, old = self._graph, turn.delta, self.parts[part.component]
        add_premises(turn, new, part, written, texts, self._findings)
        there = {edge.end for edge in delta.edges if edge.type == "RESTS_ON" and edge.start == new}
        if graph.out_edges(old.id, "CONCLUDES"):
            for name in self.kind.required:
                if name in written and written[name] not in there:
                    delta.edge("RESTS_ON", new, written[name], derived=True)
        named = {claim.id for claim in self.parts.values()} | {node.id for node in self._findings.values()}
        gone = {_KINDS[one] for one in version.drops}
        for edge in graph.out_edges(old.id, "RESTS_ON"):
            end = graph.newest(edge.end)
            anew = {"Calculation": part.calculation, "RuleApplication": part.application}.get(end.kind) is not None
            if end.id not in named and not anew and end.kind not in gone and end.kind != "Finding":
                # A calculation or a rule's application that is not made anew; a finding that may not be rested on any more stays behind.
                delta.edge("RESTS_ON", new, end.ref, **edge.fields)


def sentences_of(made: CalculationOut) -> list[str | None]:
    """The sentences that a calculation takes its figures from."""
    operands = [operand for step in made.steps for operand in step.operands]
    if made.comparison is not None:
        operands += [made.comparison.left, made.comparison.threshold]
    return [*(operand.sentence for operand in operands), made.rounding.sentence]


def _words(part: PartOut) -> tuple[str, str, str, str]:
    return part.text, part.warrant, part.qualifier, part.rebuttal


def supersede_parts(turn: Turn, graph: Subgraph, old: Node, first: int) -> None:
    """Lets what was written from node ``first`` on take the place of what stood behind the old version."""
    made: dict[str, list[Ref]] = {}
    for n, node in enumerate(turn.delta.nodes[first:], first + 1):
        made.setdefault(node.kind, []).append(Ref(f"#{n}", node.kind))
    warrants = graph.into(old.id, "WARRANTS")
    replaced = {
        "Warrant": warrants,
        "Backing": [backing for warrant in warrants for backing in graph.into(warrant.id, "BACKS")],
        "Qualifier": graph.into(old.id, "QUALIFIES"),
        "Rebuttal": graph.into(old.id, "EXCEPTS"),
        **{
            kind: [one for one in graph.out(old.id, "RESTS_ON") if one.kind == kind]
            for kind in ("Calculation", "RuleApplication")
        },
    }
    for kind, nodes in replaced.items():
        for was in nodes:
            if not graph.superseded(was.id):
                for new in made.get(kind, ()):
                    turn.delta.edge("SUPERSEDES", new, was.ref)
    _supersede_records(turn, graph, old, made.get("EvidenceRecord", []))


def _supersede_records(turn: Turn, graph: Subgraph, old: Node, made: Sequence[Ref]) -> None:
    """A record with the same sentences takes the place of each old one; of one that falls away, the first that is new."""
    by_sentences = {tuple(turn.delta.nodes[int(ref.id[1:]) - 1].fields["sentence_ids"]): ref for ref in made}
    before = [graph[record] for record in claim_records(graph, old.id)]
    known = {tuple(record["sentence_ids"]) for record in before}
    fresh = [ref for sentences, ref in by_sentences.items() if sentences not in known] or list(made)
    for record in before:
        heir = by_sentences.get(tuple(record["sentence_ids"])) or (fresh[0] if fresh else None)
        if heir is not None:
            turn.delta.edge("SUPERSEDES", heir, record.ref)
