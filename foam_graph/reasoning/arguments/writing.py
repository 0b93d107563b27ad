"""A whole argument as the graph keeps it: a syllogism whose parts are claims, each with what it really rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from foam_graph.agents.tasks.arguments import ArgumentOut, PartOut, RecordOut
from foam_graph.findings.calculation.node_fields import application_fields, calculation_fields
from foam_graph.findings.calculation.recomputing import Recomputed
from foam_graph.model.delta import Ref
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.shown import Agenda
from foam_graph.reasoning.arguments.checking import applied, deciding, recomputed
from foam_graph.reasoning.arguments.presupposing import outcome_named
from foam_graph.reasoning.citing import Citing
from foam_graph.reasoning.templates.syllogisms import Component, SyllogismLibrary, SyllogismType
from foam_graph.reasoning.turns import Turn, json_text

_FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
_TRIVIAL = 10
"""Figures up to this are counts and ordinals that many parts share without one resting on the other."""


def add_argument(
    turn: Turn,
    found: ArgumentOut,
    agenda: Agenda,
    library: SyllogismLibrary,
    citing: Citing,
    findings: Mapping[str, Node],
) -> Ref:
    """Writes one argument, with a slot for each part, so that each can be challenged and drafted anew alone.

    Args:
        turn: The turn that argues; it has no faults.
        found: The argument.
        agenda: The agenda.
        library: Types of argument.
        citing: Writes what is cited.
        findings: The sheet, by number.

    Returns:
        The argument's syllogism.
    """
    issue = agenda.issues[found.issue]
    kind = library.type_named(issue["argument_type"])
    branch = f"{found.issue}.{turn.stance_id}.{found.outcome}"
    syllogism = turn.delta.node(
        "Syllogism", branch=branch, name=issue["text"], type=kind.name, required=list(kind.required)
    )
    written: dict[str, Ref] = {}
    texts: dict[str, str] = {}
    behind = Behind()
    ordered = sorted(found.parts, key=lambda part: [c.name for c in kind.components].index(part.component))
    last = _concluding(ordered, kind)
    for order, part in enumerate(ordered):
        slot = _slot(turn, found, branch, kind.component(part.component), kind, order)
        claim = add_part(turn, part, kind, slot, citing, agenda, behind)
        turn.delta.edge("FILLS", claim, syllogism, component=part.component)
        add_premises(turn, claim, part, written, texts, findings)
        if part.component == last:
            # What an argument arrives at falls with each part that it needs, whether or not its author said so.
            for name in kind.required:
                if name in written and name not in part.premises:
                    turn.delta.edge("RESTS_ON", claim, written[name], derived=True)
            turn.delta.edge("CONCLUDES", claim, issue.ref, outcome=found.outcome, advocacy=found.advocacy or None)
        written[part.component], texts[part.component] = claim, part.text
    return syllogism


def _concluding(parts: Sequence[PartOut], kind: SyllogismType) -> str:
    """The part that the argument arrives at: the last of those that its type ends in."""
    final = [part.component for part in parts if part.component in kind.final]
    return final[-1] if final else parts[-1].component


def _slot(
    turn: Turn, found: ArgumentOut, branch: str, component: Component, kind: SyllogismType, order: int
) -> tuple[Ref, str, Component]:
    leaf = f"{branch}.{component.name}"
    ref = turn.delta.node(
        "TemplateTraversal",
        leaf=leaf,
        path=[found.issue, found.outcome, component.name],
        path_ids=[found.issue, branch, leaf],
        word_budget=120,
        research_order=order,
        syllogism=branch,
        syllogism_type=kind.name,
        component=component.name,
        evidence=component.evidence,
    )
    return ref, leaf, component


@dataclass
class Behind:
    """What the parts of an argument written so far give to later ones.

    Attributes:
        calculations: Calculations with their nodes, by component.
        alternatives: Sentences that show the same: those of one group of alternative records.
    """

    calculations: dict[str, tuple[Recomputed, Ref]] = field(default_factory=dict)
    alternatives: list[list[str]] = field(default_factory=list)

    def with_alternatives(self, sentences: Iterable[str]) -> list[str]:
        """Sentences with all that show the same, so that a source which somebody refuses is not needed here either."""
        found = dict.fromkeys(sentences)
        for group in self.alternatives:
            if any(one in found for one in group):
                found |= dict.fromkeys(group)
        return list(found)


def add_part(
    turn: Turn,
    part: PartOut,
    kind: SyllogismType,
    slot: tuple[Ref, str, Component],
    citing: Citing,
    agenda: Agenda,
    behind: Behind,
) -> Ref:
    """Writes one part: claim, warrants with their records, Toulmin parts, calculation, the rule that it applies.

    Records that are all needed are one line; where one of several is enough, each alternative is a line of its own
    (protocol 6.2), so that one more record can only strengthen what it supports.

    Args:
        turn: The turn that argues.
        part: The part; it has no faults.
        kind: Type of its argument.
        slot: Its slot: node, leaf and component.
        citing: Writes what is cited.
        agenda: The agenda, whose outcomes it may presuppose.
        behind: What earlier parts give to it; its own is added.
    """
    ref, leaf, component = slot
    delta = turn.delta
    claim = delta.node(
        "Claim",
        text=part.text,
        leaf=leaf,
        component=part.component,
        syllogism_type=kind.name,
        stance_id=turn.stance_id,
        evidence=component.evidence if part.records or component.evidence == "required" else "none",
        values=[v for v in dict.fromkeys(part.values) if v],
        form="argument",
        words=len(part.text.split()),
        absent=[name for name in ("backing", "qualifier", "rebuttal") if not getattr(part, name).strip()] or None,
    )
    delta.edge("PROPOSES", turn.me, claim)
    delta.edge("FOLLOWS", claim, ref)
    records = [(citing.record(one.sentences, one.tag), one) for one in part.records]
    # What speaks against a part is told with it, but the part does not fall with it.
    contrary = [record for record, one in records if one.stands == "against"]
    for record in contrary:
        delta.edge("CONSIDERS", claim, record)
    records = [(record, one) for record, one in records if one.stands == "for"]
    for record, _ in records:
        delta.edge("SUPPORTS", record, claim)
    for line in _lines(records):
        warrant = delta.node("Warrant", text=part.warrant)
        delta.edge("WARRANTS", warrant, claim)
        for record in line:
            delta.edge("USES", warrant, record)
        if part.backing.strip():
            delta.edge("BACKS", delta.node("Backing", text=part.backing), warrant)
    for text, name, edge in ((part.qualifier, "Qualifier", "QUALIFIES"), (part.rebuttal, "Rebuttal", "EXCEPTS")):
        if text.strip():
            delta.edge(edge, delta.node(name, text=text), claim)
    groups: dict[str, list[str]] = {}
    for one in part.records:
        if one.any_of and one.stands == "for":
            groups.setdefault(one.any_of, []).extend(one.sentences)
    behind.alternatives += groups.values()
    _add_calculation(turn, part, claim, citing, behind)
    _add_outcomes(turn, claim, part, agenda)
    _add_application(turn, part, claim, citing, agenda, behind)
    return claim


def _add_calculation(turn: Turn, part: PartOut, claim: Ref, citing: Citing, behind: Behind) -> None:
    """Writes what a part computes, as the program recomputed it; the part falls with it."""
    found = recomputed(part, citing.file)
    if found is None:
        return
    fields = calculation_fields(found)
    as_text: dict[str, Any] = {
        name: json_text(value) if name in ("steps", "comparison") else value for name, value in fields.items()
    }
    ref = turn.delta.node("Calculation", **as_text)
    for sentence in found.sentences:
        turn.delta.edge("RESTS_ON", ref, citing.sentence(sentence.short))
    turn.delta.edge("RESTS_ON", claim, ref)
    behind.calculations[part.component] = found, ref


def _add_outcomes(turn: Turn, node: Ref, part: PartOut, agenda: Agenda) -> None:
    """Writes which outcomes of other issues a part presupposes."""
    for premise in dict.fromkeys(part.premises):
        named = outcome_named(premise)
        if named is not None and named[0] in agenda.issues:
            turn.delta.edge("PRESUPPOSES", node, agenda.issues[named[0]].ref, outcome=named[1])


def _add_application(turn: Turn, part: PartOut, claim: Ref, citing: Citing, agenda: Agenda, behind: Behind) -> None:
    """Writes the rule that a part applies; the part falls with it.

    What meets the condition is one group, and so is what speaks against it: one more sentence on a side never weakens. What
    the argument gives as an alternative to such a sentence is one here too.
    """
    own = behind.calculations.get(part.component)
    known = {name: found for name, (found, _) in behind.calculations.items()}
    checked, _ = applied(part, citing.file, deciding(part, own[0] if own else None, known))
    if checked is None:
        return
    fields: dict[str, Any] = dict(application_fields(checked))
    ref = turn.delta.node("RuleApplication", **(fields | {"condition": json_text(fields["condition"])}))
    delta = turn.delta
    for sentence in checked.rules:
        delta.edge("RESTS_ON", ref, citing.sentence(sentence.short))
    sides = {"met_by": [s.short for s in checked.meeting], "failed_by": [s.short for s in checked.failing]}
    for group, sentences in sides.items():
        others = {s.short for s in checked.rules}.union(*(those for name, those in sides.items() if name != group))
        for short in behind.with_alternatives(sentences):
            if short not in others:
                # An alternative keeps it standing; nobody said that it shows the same.
                more = {} if short in sentences else {"derived": True}
                delta.edge("RESTS_ON", ref, citing.sentence(short), group=group, **more)
    if checked.calculation is not None:
        delta.edge(
            "RESTS_ON", ref, next(node for found, node in behind.calculations.values() if found is checked.calculation)
        )
    if checked.application.met == "disputed":
        # Whether a disputed condition is met is an issue of its own: where the part names its outcome, that decides.
        _add_outcomes(turn, ref, part, agenda)
    delta.edge("RESTS_ON", claim, ref)


def _lines(records: Sequence[tuple[Ref, RecordOut]]) -> list[list[Ref]]:
    """Records by line: the needed ones in each, one of each group of alternatives."""
    needed = [ref for ref, one in records if not one.any_of]
    groups: dict[str, list[Ref]] = {}
    for ref, one in records:
        if one.any_of:
            groups.setdefault(one.any_of, []).append(ref)
    return [[*needed, *chosen] for chosen in product(*groups.values())]


def add_premises(
    turn: Turn,
    claim: Ref,
    part: PartOut,
    written: Mapping[str, Ref],
    texts: Mapping[str, str],
    findings: Mapping[str, Node],
) -> None:
    """Writes what a part says it rests on, and what it repeats: a figure of an earlier part that its own records lack.

    Args:
        turn: The turn that argues.
        claim: The part.
        part: What was drafted.
        written: Earlier parts of its argument, by component.
        texts: Their words.
        findings: The sheet, by number.
    """
    for premise in dict.fromkeys(part.premises):
        end = written.get(premise) or (findings[premise].ref if premise in findings else None)
        if end is not None:
            turn.delta.edge("RESTS_ON", claim, end)
    own = _figures(part.text)
    for name, text in texts.items():
        if name not in part.premises and not part.records and own & _figures(text):
            turn.delta.edge("RESTS_ON", claim, written[name], derived=True)


def _figures(text: str) -> set[str]:
    plain = (one.replace(",", "") for one in _FIGURE.findall(text))
    return {one for one in plain if float(one) > _TRIVIAL}
