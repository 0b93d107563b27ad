"""How well findings meet the key of a world: what was found, what was missed, and what was wrongly accused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from tests.support.worlds.sheet_worlds import FAULT_KINDS, Innocent, Planted, SheetWorld

Sheet = Callable[[CaseFile], Sequence[Finding]]
MOST_OTHERS = 8
"""Sentences besides the deciding ones that a finding may rest on: one that names half the file finds nothing."""
ACCUSING_KINDS = frozenset({"contradiction", "scope", "superseded", "leaning"})
ACCUSING_VERDICTS = frozenset({"wrong", "beyond", "not_met", "disputed", "no_document_says"})
GOOD_VERDICTS = frozenset({"right", "within", "met"})
HONEST_DOUBTS = frozenset({"leaning", "superseded"})
"""Kinds that can be true where nothing is wrong, like the verdict ``no_document_says``: readers judge them."""
ARITHMETIC = frozenset({"sum", "threshold"})


def accuses(finding: Finding) -> bool:
    """Whether a finding says that something is wrong or doubtful; a pointer says nothing."""
    if finding.is_pointer:
        return False
    return finding.verdict in ACCUSING_VERDICTS or (
        finding.kind in ACCUSING_KINDS and finding.verdict not in GOOD_VERDICTS
    )


def rests_on(finding: Finding, deciding: Sequence[str]) -> bool:
    """Whether a finding rests on the deciding sentences: two of them, or the one that there is, and few others."""
    named = {*finding.sentences, *finding.against}
    return len(named & set(deciding)) >= min(2, len(deciding)) and len(named - set(deciding)) <= MOST_OTHERS


def finds(finding: Finding, planted: Planted) -> bool:
    """Whether a finding asserts a planted fault."""
    return (
        not finding.is_pointer
        and (finding.kind, finding.verdict) in planted.expect
        and rests_on(finding, planted.sentences)
    )


def points(finding: Finding, planted: Planted) -> bool:
    """Whether a pointer leads to a planted fault: it rests on the deciding sentences and is of an expected kind."""
    kinds = {kind for kind, _ in planted.expect}
    return finding.is_pointer and finding.kind in kinds and rests_on(finding, planted.sentences)


def mistakes(finding: Finding, planted: Planted) -> bool:
    """Whether a finding of the expected kind gives the planted fault a verdict that the key refutes."""
    verdicts = {verdict for kind, verdict in planted.expect if kind == finding.kind}
    if not verdicts or finding.verdict is None or finding.verdict in verdicts:
        return False
    if finding.kind == "sum" and finding.verdict in GOOD_VERDICTS and finding.sentences[0] not in planted.sentences:
        return False  # a total is right of its items as they are written, also where one of them is a wrong product
    good, expected_good = finding.verdict in GOOD_VERDICTS, bool(verdicts & GOOD_VERDICTS)
    # Both doubt, only in other words: a near miss, no false statement.
    return good != expected_good and rests_on(finding, planted.sentences)


def wrongs(finding: Finding, innocent: Innocent) -> bool:
    """Whether a finding accuses innocent sentences; a single sentence of arithmetic only of being wrong arithmetic."""
    if len(innocent.sentences) == 1 and finding.kind not in ARITHMETIC:
        return False
    return accuses(finding) and finding.kind not in innocent.allow and rests_on(finding, innocent.sentences)


@dataclass
class Score:
    """What came of one world.

    Attributes:
        world: Its name.
        found: Planted faults that were asserted.
        pointed: Planted faults that were not, but that a pointer leads to; they are among the missed.
        missed: Planted faults that were not asserted, each with the findings that come near it.
        right: Findings that find a planted fault.
        alarms: Findings that are false, each with why.
        open: Findings that accuse and that the key does not know: for a reader to judge.
        seconds: CPU time of the sheet.
    """

    world: str
    found: list[Planted] = field(default_factory=list)
    pointed: list[Planted] = field(default_factory=list)
    missed: list[tuple[Planted, list[Finding]]] = field(default_factory=list)
    right: list[Finding] = field(default_factory=list)
    alarms: list[tuple[Finding, str]] = field(default_factory=list)
    open: list[Finding] = field(default_factory=list)
    seconds: float = 0.0


def score(world: SheetWorld, findings: Sequence[Finding]) -> Score:
    """Holds findings against the key of their world."""
    result = Score(world.name)
    for planted in world.planted:
        if any(finds(one, planted) for one in findings):
            result.found.append(planted)
        else:
            result.missed.append((planted, [one for one in findings if _is_near(one, planted)]))
            result.pointed += [planted] if any(points(one, planted) for one in findings) else []
    for one in findings:
        _judge(one, world, result)
    return result


def _is_near(finding: Finding, planted: Planted) -> bool:
    """Whether a finding helps to see why a fault was missed: on its sentences, or of its kind on one of them."""
    if finding.kind in {kind for kind, _ in planted.expect}:
        return any(rests_on(finding, [one]) for one in planted.sentences)
    return finding.kind != "unused" and rests_on(finding, planted.sentences)


def _judge(finding: Finding, world: SheetWorld, result: Score) -> None:
    """Puts one finding with the right ones, the false ones or those for a reader."""
    if any(finds(finding, planted) for planted in world.planted):
        result.right.append(finding)
        return
    reasons = [f"{i.id}: {i.why}" for i in world.innocent if wrongs(finding, i)]
    reasons += [f"{p.id}: {p.says}" for p in world.planted if mistakes(finding, p)]
    tolerated = any(finding.kind in i.allow and rests_on(finding, i.sentences) for i in world.innocent)
    if reasons:
        result.alarms.append((finding, reasons[0]))
    elif accuses(finding) and not tolerated:
        if world.planted or finding.kind in HONEST_DOUBTS or finding.verdict == "no_document_says":
            result.open.append(finding)
        else:
            result.alarms.append((finding, "nothing is wrong in this corpus"))


def recall_by_kind(scores: Iterable[Score]) -> dict[str, tuple[int, int]]:
    """Found and planted faults by kind."""
    found: Counter[str] = Counter()
    planted: Counter[str] = Counter()
    for one in scores:
        found.update(fault.kind for fault in one.found)
        planted.update(fault.kind for fault in (*one.found, *(missed for missed, _ in one.missed)))
    return {kind: (found[kind], planted[kind]) for kind in FAULT_KINDS}


def pointed_by_kind(scores: Iterable[Score]) -> dict[str, int]:
    """Planted faults by kind that are not asserted, but that a pointer leads to."""
    found = Counter(fault.kind for one in scores for fault in one.pointed)
    return {kind: found[kind] for kind in FAULT_KINDS}


def precision(scores: Iterable[Score]) -> tuple[int, int]:
    """Right findings, and right and false ones together; what is for readers counts in neither."""
    every = list(scores)
    right = sum(len(one.right) for one in every)
    return right, right + sum(len(one.alarms) for one in every)
