"""The checks of phase 5, each named in the result (protocol 3.6). A position is certified when all of them hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from foam_graph.corpus.quotations.assembling import assemble
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import open_critiques
from foam_graph.reasoning.certifying.coverage import corpus_coverage
from foam_graph.reasoning.certifying.prose import Stated, prose_faults
from foam_graph.reasoning.evidence import Evidence, claim_sentences
from foam_graph.reasoning.read_time import condensed, words_read
from foam_graph.reasoning.rulings import settled
from foam_graph.reasoning.slot_versions import claims_by_slot, condition_of
from foam_graph.reasoning.slots import slots_of
from foam_graph.reasoning.templates.traversal import Traversal, allocate, read_time_minutes
from foam_graph.reasoning.templates.tree import Template
from foam_graph.reasoning.turns import Brief

FAITHFUL = frozenset({"exact", "elided", "partial"})
NEAR = 0.9
"""Two claims of different perspectives that share more of their words than this are near-identical."""


@dataclass(frozen=True)
class Check:
    """One check and what it found."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True)
class Material:
    """What the checks look at.

    Attributes:
        brief: The run.
        graph: The run's graph, standings included.
        template: Its template.
        evidence: Its documents.
        sentences: The synthesis.
        listed: Critiques that the memo lists.
        unresolved: Material critiques that are in or undecided for some audience.
    """

    brief: Brief
    graph: Subgraph
    template: Template
    evidence: Evidence
    sentences: tuple[Stated, ...]
    listed: frozenset[str]
    unresolved: frozenset[str]

    @property
    def slots(self) -> list[Traversal]:
        """The run's slots."""
        return slots_of(self.graph, self.template)

    @property
    def claims(self) -> list[Node]:
        """The live claims."""
        return self.graph.live("Claim")


def standings(graph: Subgraph) -> dict[str, Node]:
    """The live standing of each live claim."""
    found: dict[str, Node] = {}
    for node in graph.live("Standing"):
        for claim in graph.out(node.id, "CLASSIFIES"):
            if not graph.superseded(claim.id):
                found[claim.id] = node
    return found


def branch_name(graph: Subgraph, claim: str) -> str:
    """Name of the syllogism's branch that a claim fills; empty where it fills none."""
    return next((str(node["name"]) for node in graph.out(claim, "FILLS")), "")


def run_checks(material: Material) -> list[Check]:
    """All checks, in the order of protocol 3.6."""
    return [check(material) for check in CHECKS]


def _verdict(name: str, faults: list[str], fine: str) -> Check:
    more = f" (and {len(faults) - 5} more)" if len(faults) > 5 else ""
    return Check(name, not faults, "; ".join(faults[:5]) + more if faults else fine)


def perspective_consistency(m: Material) -> Check:
    """No turn that broke a hard constraint of its perspective stands."""
    reports = m.graph.of("DriftReport")
    faults = [f"{r['stance_id']} broke {r['violated'][0]} in {r['turn']}" for r in reports if r["blocked"]]
    soft = sum(1 for r in reports if r["violated"] and not r["blocked"])
    return _verdict(
        "perspective consistency", faults, f"{len(reports)} turns kept their constraints, {soft} with logged exceptions"
    )


def slot_completeness(m: Material) -> Check:
    """Every required slot holds a claim, and no choice that led to the slots was found to leave something out."""
    filled = {claim["leaf"] for claim in m.claims}
    faults = [f"{choice} leaves out what {challenge} asks for, which was upheld" for choice, challenge in _lacking(m)]
    faults += [f"{s.leaf_id} ({s.component}) is empty" for s in m.slots if s.required and s.leaf_id not in filled]
    optional = [s.leaf_id for s in m.slots if not s.required and s.leaf_id not in filled]
    note = f"; left empty, as they may be: {', '.join(optional)}" if optional else ""
    return _verdict(
        "slot completeness", faults, f"all {sum(s.required for s in m.slots)} required slots are filled{note}"
    )


def _lacking(m: Material) -> list[tuple[str, str]]:
    """Choices of the template with a challenge that was upheld; nobody argues slots any more, so that it stays so."""
    found = [
        (choice, critique)
        for choice in m.graph.live("TemplateChoice")
        for critique in m.graph.into(choice.id, "ATTACKS")
    ]
    return [(choice["branch"], one.id) for choice, one in found if settled(m.graph, one.id) == "valid"]


def evidence_linkage(m: Material) -> Check:
    """Every claim that requires evidence has at least one bound sentence; no required slot is unsupported."""
    found = standings(m.graph)
    needing = [c for c in m.claims if c["evidence"] == "required"]
    faults = [f"{c.id} ({c['leaf']}) has no bound sentence" for c in needing if not claim_sentences(m.graph, c.id)]
    required = {s.leaf_id for s in m.slots if s.required}
    # One version that has a ground is enough: its slot is not filled by prose.
    faults += [
        f"required slot {leaf} is unsupported"
        for leaf, versions in claims_by_slot(m.graph).items()
        if leaf in required and all(c.id in found and found[c.id]["class"] == "unsupported" for c in versions)
    ]
    return _verdict("evidence linkage", faults, f"all {len(needing)} claims that need evidence have it")


def quotations(m: Material) -> Check:
    """Every quotation is byte-identical to its numbered sentences and validated as faithful."""
    faults = []
    records = m.graph.live("EvidenceRecord")
    for record in records:
        known = [m.evidence.sentences[i] for i in record["sentence_ids"] if i in m.evidence.sentences]
        if len(known) != len(record["sentence_ids"]) or assemble(known) != record["quotation"]:
            faults.append(f"{record.id} differs from its sentences")
        verdicts = [v["verdict"] for v in m.graph.into(record.id, "VALIDATES")]
        if not verdicts or verdicts[-1] not in FAITHFUL:
            faults.append(f"{record.id} is {verdicts[-1] if verdicts else 'not validated'}")
    return _verdict("quotations", faults, f"{len(records)} quotations are byte-identical to their sources")


def citations(m: Material) -> Check:
    """Every cited sentence is in the graph and its document in the corpus."""
    faults = []
    for sentence in m.graph.of("EvidenceSentence"):
        document = m.evidence.documents.get(sentence["doc_id"])
        if document is None or document.text[sentence["start"] : sentence["end"]] != sentence["text"]:
            faults.append(f"{sentence['sentence_id']} does not resolve")
    return _verdict("citations", faults, f"{len(m.graph.of('EvidenceSentence'))} sentences resolve to their documents")


def coverage(m: Material) -> Check:
    """The coverage card is there: what the corpus holds, what the position draws on, how fresh it is."""
    card = coverage_card(m)
    faults = [] if card["documents"] else ["the corpus holds no document"]
    return _verdict(
        "coverage", faults, f"{card['used']} of {card['documents']} documents are drawn on; {card['freshness']}"
    )


def coverage_card(m: Material, besides: Iterable[str] = ()) -> dict[str, object]:
    """The coverage card of the run's corpus, with what the position draws on.

    Args:
        m: What the checks look at.
        besides: Ids of nodes that the position states: the documents of a finding are drawn on as those of a claim are.
    """
    used = {s.rpartition(":")[0] for c in m.claims for s in claim_sentences(m.graph, c.id)}
    for name in besides:
        both = (m.graph[name], *m.graph.out(name, "RESTS_ON"), *m.graph.into(name, "SPEAKS_AGAINST"))
        used |= {str(one["doc_id"]) for one in both if one.kind == "EvidenceSentence"}
    return corpus_coverage(m.evidence.documents.values(), used)


def budgets(m: Material) -> Check:
    """Words read aloud fit the budgets; overruns are condensed or reallocated, and said."""
    plan = {s.leaf_id: s.word_budget for s in m.slots}
    # A branch that an upheld structural challenge replaced has no budget any more.
    used = {leaf: words for leaf, words in words_read(m.graph).items() if leaf in plan}
    adjustments = allocate(plan, used, groups={s.leaf_id: s.instance_id for s in m.slots})
    over = [a.text for a in adjustments]
    total, limit = sum(used.values()), sum(plan.values())
    faults = [f"{total} words are read aloud, {limit} are allowed"] if total > limit else []
    minutes = f", {read_time_minutes(total):.1f} minutes read aloud"
    cut = condensed(m.graph)
    if cut.records:
        over.insert(0, f"{cut.records} quotations are condensed to {cut.read} of their {cut.words} words")
        over[0] += f", {cut.unread} of them shown only" if cut.unread else ""
    note = f"; {'; '.join(over[:5])}" if over else ""
    return _verdict("budgets", faults, f"{total} of {limit} words{minutes}{note}")


def prose(m: Material) -> Check:
    """Every sentence of the synthesis says only what its claims say; the memo lists what is unresolved."""
    found = standings(m.graph)
    may = {c.id: c["text"] for c in m.claims if c.id in found and found[c.id]["class"] in ("core", "conditional")}
    stated = {i: condition_of(m.graph[i], found[i]) for i in may}
    conditions = {i: words for i, words in stated.items() if words}
    branches = {claim: branch_name(m.graph, claim) for claim in may}
    faults = prose_faults(m.sentences, may, conditions, m.brief.question, branches)
    faults += [f"the memo does not list {c}" for c in sorted(m.unresolved - m.listed)]
    return _verdict(
        "prose", faults, f"{len(m.sentences)} sentences carry their claims; {len(m.listed)} critiques are listed"
    )


def ratings(m: Material) -> Check:
    """No critique or challenge is left unrated."""
    critiques = open_critiques(m.graph)
    faults = [f"{c.id} is unrated" for c in critiques if not m.graph.into(c.id, "RATES")]
    return _verdict("ratings", faults, f"all {len(critiques)} critiques are rated")


def diversity(m: Material) -> Check:
    """Near-identical claims from different perspectives are reported: collapse into one frame must be seen."""
    words = {c.id: frozenset(c["text"].casefold().split()) for c in m.claims}
    twins = []
    for n, one in enumerate(m.claims):
        for other in m.claims[n + 1 :]:
            shared, union = words[one.id] & words[other.id], words[one.id] | words[other.id]
            if one["stance_id"] != other["stance_id"] and union and len(shared) / len(union) > NEAR:
                twins.append(f"{one['leaf']} ({one['stance_id']}) and {other['leaf']} ({other['stance_id']})")
    detail = (
        f"near-identical across perspectives: {'; '.join(twins[:5])}"
        if twins
        else "no two perspectives say the same thing"
    )
    return Check("diversity", True, detail)


CHECKS: tuple[Callable[[Material], Check], ...] = (
    perspective_consistency,
    slot_completeness,
    evidence_linkage,
    quotations,
    citations,
    coverage,
    budgets,
    prose,
    ratings,
    diversity,
)
