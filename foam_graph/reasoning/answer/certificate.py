"""The certificate of an answer (protocol 3.8): the graph is looked at by code that had no part in writing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from foam_graph.casefile.building import case_file
from foam_graph.corpus.quotations.assembling import assemble
from foam_graph.findings.sheet.described import described
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.phrases import counted
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of
from foam_graph.reasoning.answer.stored import StoredLine, answers_of, stored_lines, synthesis_of
from foam_graph.reasoning.certifying.checks import FAITHFUL, Check
from foam_graph.reasoning.evidence import Evidence, claim_records
from foam_graph.reasoning.outcome.deciding import (
    MOOT,
    Concluding,
    can_both_hold,
    conclusions,
    end_of,
    options_of,
    outcomes,
    status_of,
)
from foam_graph.reasoning.sublation import current_labels
from foam_graph.reasoning.taken_back import took_back

ASSERTING = ("answer", "why", "order")
"""Parts of a position in which only what stands may be said."""


@dataclass(frozen=True)
class Held:
    """What is certified.

    Attributes:
        graph: The run with its answer, synthesis and memo.
        evidence: Its documents.
        question: What was asked.
        words: Most words of the whole.
        threshold: Materiality under which an objection is immaterial.
        dated: The day to which ages and limits are counted, ISO 8601; empty for none.
    """

    graph: Subgraph
    evidence: Evidence
    question: str
    words: int
    threshold: float
    dated: str = ""

    @cached_property
    def agenda(self) -> Agenda | None:
        """The live agenda."""
        return agenda_of(self.graph)

    @cached_property
    def issues(self) -> Mapping[str, Node]:
        """Its issues."""
        return self.agenda.issues if self.agenda else {}

    @cached_property
    def lines(self) -> list[StoredLine]:
        """The sentences of the position."""
        synthesis = synthesis_of(self.graph)
        return stored_lines(synthesis) if synthesis else []

    @cached_property
    def labels(self) -> dict[str, dict[str, str]]:
        """Audience to node to label."""
        audiences = dict.fromkeys(node["audience"] for node in self.graph.live("Labelling"))
        return {one: current_labels(self.graph, one) for one in audiences}

    @cached_property
    def concluding(self) -> list[Concluding]:
        """Live conclusions, those that the burden of proof alone gives included."""
        return [one for one in conclusions(self.graph) if one.issue in self.issues]

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What sentences call each document of the run, by its id, with the day that its own head gives."""
        ids = dict.fromkeys(str(node["doc_id"]) for node in self.graph.of("Document"))
        read = described(case_file(self.evidence.documents[one] for one in ids if one in self.evidence.documents))
        return {one.id: f"{one.called} {one.date}" for one in read.documents}

    @cached_property
    def decided(self) -> dict[str, dict[str, str]]:
        """Audience to issue to outcome."""
        return {
            one: outcomes(self.issues, self.concluding, labels, self._burdens(labels))
            for one, labels in self.labels.items()
        }

    def _burdens(self, labels: Mapping[str, str]) -> dict[str, str]:
        """Issues that are decided by the burden of proof: every conclusion for another outcome is out."""
        found = {}
        for node in self.graph.live("Weighing"):
            if node["reason"] == "burden" and node["over"] and labels.get(node.id) == "in":
                others = [c for c in self.concluding if c.issue == node["issue"] and c.outcome != node["over"]]
                if all(c.advocacy or labels.get(c.claim.id, "out") == "out" for c in others):
                    found[node["issue"]] = node["over"]
        return found

    def accepted(self, node: str) -> bool:
        """Whether a node is accepted for somebody."""
        return any(labels.get(node) == "in" for labels in self.labels.values())

    def rejected(self, node: str) -> bool:
        """Whether a node is out for everybody."""
        return all(labels.get(node, "out") == "out" for labels in self.labels.values())


def certificate_of(graph: Subgraph) -> str:
    """What a certificate says of the position of a run: that the procedure was kept; of one that argues and decides nothing no more than that.

    Args:
        graph: The run.
    """
    if graph.live("Claim") or any(node["status"] in ("core", "conditional") for node in answers_of(graph)):
        return "A certificate says that the procedure was kept, not that the answer is right."
    return "The certificate says no more here than that nothing is asserted beyond findings that were tested: nothing was argued or decided."


def verdict(name: str, faults: list[str], fine: str) -> Check:
    """A check from its faults."""
    more = f" (and {len(faults) - 5} more)" if len(faults) > 5 else ""
    return Check(name, not faults, "; ".join(faults[:5]) + more if faults else fine)


def issues_reported(h: Held) -> Check:
    """Every issue is reported once, as what its labels make it: answered, contested, open, moot or out of scope."""
    told: dict[str, list[StoredLine]] = {}
    for line in h.lines:
        if line.part == "overview":
            told.setdefault(line.issue, []).append(line)
    faults = [f"{name} is no issue of the agenda" for name in told if name not in h.issues]
    for name, node in h.issues.items():
        lines = told.get(name, [])
        if len(lines) != 1:
            faults.append(f"{name} is reported {len(lines)} times")
            continue
        by = {one: decided[name] for one, decided in h.decided.items()}
        live = any(one.issue == name and not one.advocacy and not h.rejected(one.claim.id) for one in h.concluding)
        end = end_of(node, list(by.values()), live)
        if lines[0].end != end:
            faults.append(f"{name} is reported {lines[0].end or 'without an end'}, by its labels it is {end}")
        elif {a: o for a, o in by.items() if o and o != MOOT} != {a: o for a, o in lines[0].outcomes.items() if o}:
            faults.append(f"{name} is reported with outcomes that its labels do not give")
    one = "the issue is reported as its labels make it"
    many = f"all {len(h.issues)} issues are reported as their labels make them"
    return verdict("issues", faults, one if len(h.issues) == 1 else many)


def answers_follow(h: Held) -> Check:
    """Every option has one answer, with the status and the audiences that the agenda's trees give it."""
    faults: list[str] = []
    found: dict[str, Node] = {}
    for node in answers_of(h.graph):
        if node["option"] in found:
            faults.append(f"{node['option']} is answered twice")
        found[node["option"]] = node
    options = h.agenda.options if h.agenda else {}
    verdicts = {one: options_of(h.issues, options, decided) for one, decided in h.decided.items()}
    for name in options:
        if name not in found:
            faults.append(f"{name} has no answer")
            continue
        node = found[name]
        by = {one: told[name] for one, told in verdicts.items()}
        status = status_of(list(by.values()) or ["undecided"])
        if node["status"] != status:
            faults.append(f"{name} is said to be {node['status']}, by the trees it is {status}")
        for field, wanted in (("in_for", "in"), ("out_for", "out")):
            if sorted(node[field]) != sorted(one for one, label in by.items() if label == wanted):
                faults.append(f"{name} is said to be {wanted} for others than the trees say")
    faults += [f"{name} is no option" for name in found if name not in options]
    number = counted(len(options), "option is", "options are")
    if any(one.get("condition") for one in options.values()):
        return verdict("answer", faults, f"{number} answered as the conditions in the agenda make it")
    return verdict("answer", faults, f"{number} left open, since the agenda states no condition for any")


def options_exclude(h: Held) -> Check:
    """No way to decide the issues gives two options."""
    options = {n: o for n, o in (h.agenda.options if h.agenda else {}).items() if o.get("condition")}
    pairs = list(combinations(options, 2))
    faults = [
        f"{one} and {other} can both hold"
        for one, other in pairs
        if can_both_hold(h.issues, options[one], options[other])
    ]
    told = f"of {len(options)} options with a condition no way to decide the issues makes two hold"
    few = "fewer than two of the options name a condition, so there was no pair to compare"
    return verdict("options", faults, told if len(options) > 1 else few)


def stated_stand(h: Held) -> Check:
    """What the position asserts rests on live claims and findings that are accepted, and on no assigned advocacy."""
    advocacy = {one.claim.id for one in h.concluding if one.advocacy}
    faults, count = [], 0
    for n, line in enumerate(h.lines, 1):
        if line.part not in ASSERTING:
            continue
        for name in (*line.claims, *line.findings):
            count += 1
            node = h.graph.get(name)
            if node is None or h.graph.superseded(name):
                faults.append(f"sentence {n} rests on {name}, which is no longer there")
            elif name in advocacy:
                faults.append(f"sentence {n} rests on {name}, which was argued by assignment only")
            elif not h.accepted(name) and not (node.kind == "Finding" and not _labelled(h, name)):
                faults.append(f"sentence {n} rests on {name}, which nobody accepts")
    told = (
        "the position asserts no claim and no finding",
        "the claim or finding behind the position stands",
        f"{count} claims and findings behind the position stand",
    )
    return verdict("standing", faults, told[min(count, 2)])


def _labelled(h: Held, node: str) -> bool:
    return any(node in labels for labels in h.labels.values())


def evidence_bound(h: Held) -> Check:
    """Every asserted claim that needs evidence has a record that is byte-identical to its sentences and validated."""
    faults, sentences, count = [], 0, 0
    for claim in dict.fromkeys(c for line in h.lines if line.part in ASSERTING for c in line.claims):
        node = h.graph.get(claim)
        if node is None or node.get("evidence") != "required":
            continue
        count += 1
        records = claim_records(h.graph, claim)
        sentences += sum(len(h.graph[r]["sentence_ids"]) for r in records)
        if not records and not h.graph.out(claim, "RESTS_ON"):
            faults.append(f"{claim} has no evidence")
        faults += [f"{claim}: {fault}" for record in records if (fault := _record_fault(h, h.graph[record]))]
    density = f", {sentences / count:.1f} sentences a claim" if count else ""
    told = (
        "no claim is asserted that needs evidence",
        f"the asserted claim that needs evidence has it{density}",
        f"all {count} asserted claims that need evidence have it{density}",
    )
    return verdict("evidence", faults, told[min(count, 2)])


def _record_fault(h: Held, record: Node) -> str:
    known = [h.evidence.sentences[i] for i in record["sentence_ids"] if i in h.evidence.sentences]
    if len(known) != len(record["sentence_ids"]) or assemble(known) != record["quotation"]:
        return f"{record.id} differs from its sentences"
    verdicts = [node["verdict"] for node in h.graph.into(record.id, "VALIDATES")]
    if not verdicts or verdicts[-1] not in FAITHFUL:
        return f"{record.id} is {verdicts[-1] if verdicts else 'not validated'}"
    return ""


def opposed_weighed(h: Held) -> Check:
    """Two outcomes of one issue of fact that are both argued were weighed against each other."""
    faults, count = [], 0
    for name in (name for name, node in h.issues.items() if not node.get("weighs")):
        argued = {c.outcome for c in h.concluding if c.issue == name and not c.advocacy}
        for one, other in combinations(sorted(argued), 2):
            count += 1
            sides = [{w["over"], w["under"]} if w["over"] else set(w["under"].split("|")) for w in _weighings(h, name)]
            alone = any(
                all(_fell(h, c) for c in h.concluding if c.issue == name and c.outcome == o) for o in (one, other)
            )
            if {one, other} not in sides and not alone:
                faults.append(f"{name}: {one} and {other} were not weighed")
    told = (
        "no issue has two outcomes that are both argued",
        "the two outcomes of an issue that are both argued were weighed, or one side fell before",
        f"{count} pairs of opposed outcomes were weighed, or one side fell before",
    )
    return verdict("weighings", faults, told[min(count, 2)])


def _fell(h: Held, one: Concluding) -> bool:
    """Whether a conclusion is out for everybody."""
    return one.advocacy or h.rejected(one.claim.id)


def _weighings(h: Held, issue: str) -> list[Node]:
    return [node for node in h.graph.live("Weighing") if node["issue"] == issue]


def objections_listed(h: Held) -> Check:
    """Every material objection that is accepted or undecided for somebody is in the memo, and none is unrated."""
    memo = h.graph.live("DissentMemo")
    listed = {node.id for node in h.graph.out(memo[-1].id, "LISTS")} if memo else set()
    faults, count = [], 0
    for critique in h.graph.live("Critique"):
        if critique.get("stale") or took_back(h.graph, critique):
            continue
        count += 1
        rated = [node for node in h.graph.into(critique.id, "RATES") if not h.graph.superseded(node.id)]
        minor = bool(rated) and max(node["materiality"] for node in rated) < h.threshold
        if not rated:
            faults.append(f"{critique.id} is unrated")
        elif not (minor or h.rejected(critique.id) or _met(h, rated)) and critique.id not in listed:
            faults.append(f"the memo does not list {critique.id}")
    if not count and not listed:
        return verdict("objections", faults, "no objection was raised")
    told = f"{counted(count, 'objection is', 'objections are')} rated; "
    told += f"{counted(len(listed), 'unsettled one is', 'unsettled ones are')} in the memo"
    return verdict("objections", faults, told)


def _met(h: Held, ratings: list[Node]) -> bool:
    """Whether an accepted rating says that the new version meets an objection, or all of it that matters."""
    for node in ratings:
        said = node.get("version") or node["verdict"]
        whole = said == "answered" or (said == "partly" and node["materiality"] < h.threshold)
        if whole and h.accepted(node.id):
            return True
    return False


def constraints_kept(h: Held) -> Check:
    """No turn that broke a hard constraint of its perspective stands."""
    reports = h.graph.of("DriftReport")
    faults = [f"{r['stance_id']} broke {r['violated'][0]} in {r['turn']}" for r in reports if r["blocked"]]
    told = f"{counted(len(reports), 'turn')} checked; none that stands breaks a hard constraint of its perspective"
    told = told if reports else "no turn was taken that had a constraint to keep"
    return verdict("perspective consistency", faults, told)


STRUCTURE: tuple[Callable[[Held], Check], ...] = (
    issues_reported,
    answers_follow,
    options_exclude,
    stated_stand,
    evidence_bound,
    opposed_weighed,
    objections_listed,
    constraints_kept,
)
