"""The program's test of findings that a model proposes: what can be tested is, and what fails is refused whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from foam_graph.agents.tasks.findings import FindingOut, FindingsOut
from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.calculation.comparison import Compared
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.node_fields import calculation_fields
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.calculation.values import decimals, rounded
from foam_graph.findings.finding import READING, VERDICTS_OF, Doubt, Finding, Verdict
from foam_graph.findings.sheet.described import described
from foam_graph.reasoning.sheet_reading.grounded import file_words, text_faults

VERSION = "1"
_HOLDS: Mapping[Verdict | None, bool] = {
    "right": True, "within": True, "met": True, "met_single_source": True, "wrong": False, "beyond": False, "not_met": False,
}  # fmt: skip
"""Verdicts that a comparison decides: whether the relation that was asked for holds."""
_COUNTED = frozenset({"right", "wrong", "within", "beyond"})
"""Verdicts that only counting gives."""
_TWO_SIDED = frozenset({"contradiction", "scope", "superseded"})
"""Kinds that hold one sentence against another."""
_OPPOSED = frozenset({"contradiction", "scope"})
"""Kinds whose other side speaks against the claim; a rule that is applied or a later version does not."""


@dataclass
class Examined:
    """What became of an answer.

    Attributes:
        findings: Those that stand, in the answer's order.
        doubts: Number of a finding of the sheet to the doubt about it.
        faulty: Findings that do not hold as they are told, each with why, in words for its author.
        needless: What else was refused, with why: what the sheet has, or a doubt about nothing.
    """

    findings: list[Finding] = field(default_factory=list)
    doubts: dict[str, Doubt] = field(default_factory=dict)
    faulty: list[tuple[FindingOut, str]] = field(default_factory=list)
    needless: list[str] = field(default_factory=list)

    @property
    def refused(self) -> list[str]:
        """All that was refused, each with why."""
        return [*(why for _, why in self.faulty), *self.needless]


def examined(
    answer: FindingsOut, file: CaseFile, sheet: Mapping[str, Finding], admitted: Collection[str], by: str
) -> Examined:
    """Examines an answer.

    Args:
        answer: As the model gave it.
        file: The case file that it read.
        sheet: The findings that it was shown or that rules made, by number.
        admitted: Short ids that may be cited.
        by: Name of the model.
    """
    # Of a paper without front matter, title and day stand in its own head.
    file = described(file)
    result, names = Examined(), file_words(file)
    known = list(sheet.values())
    for number, one in enumerate(answer.findings, 1):
        told = f"finding {number} “{' '.join(one.text.split()[:12])}”"
        made, faults = _computed(one, file, admitted)
        faults = faults or list(_faults(one, made, file, admitted, names))
        if faults:
            result.faulty.append((one, f"{told}: {'; '.join(faults)}"))
            continue
        found = _finding(one, made, file, by)
        if any(_alike(found, other) for other in known):
            result.needless.append(f"{told}: the sheet has it")
            continue
        known.append(found)
        result.findings.append(found)
    for doubted in answer.wrong:
        if doubted.finding in sheet and not sheet[doubted.finding].only_dated:
            result.doubts.setdefault(doubted.finding, Doubt(by, doubted.why))
        else:
            result.needless.append(f"the sheet has no finding {doubted.finding[:12]!r} that could be wrong")
    return result


def _computed(one: FindingOut, file: CaseFile, admitted: Collection[str]) -> tuple[Recomputed | None, list[str]]:
    """The calculation of a finding as the program recomputed it, and what does not recompute."""
    if one.calculation is None:
        return None, []
    try:
        made = recompute(one.calculation.calculation(), file)
    except CalculationFault as fault:
        return None, [f"calculation: {each}" for each in fault.faults]
    barred = [sentence.short for sentence in made.sentences if sentence.short not in admitted]
    return made, [f"calculation: {short} may not be cited" for short in barred]


def _faults(
    one: FindingOut, made: Recomputed | None, file: CaseFile, admitted: Collection[str], names: Collection[str]
) -> Iterator[str]:
    shorts = [cited.sentence for cited in one.sentences]
    strange = [short for short in shorts if short not in admitted or short not in file.by_short]
    if strange or len(set(shorts)) < len(shorts):
        yield from (f"{short} is no sentence that may be cited" for short in strange)
        if len(set(shorts)) < len(shorts):
            yield "it names a sentence twice"
        return
    verdict = _verdict(one)
    if verdict not in VERDICTS_OF[one.kind]:
        allowed = ", ".join(each or "null" for each in VERDICTS_OF[one.kind])
        yield f"a {one.kind} has the verdict {allowed}, not {verdict or 'null'}"
    if one.kind in _TWO_SIDED and {cited.role for cited in one.sentences} != {"claimed", "held_against"}:
        yield f"a {one.kind} names what is claimed and what it is held against"
    yield from _counting_faults(one.kind, verdict, made)
    yield from text_faults(one.text, _cited(one, made, file), file, made, names)


def _verdict(one: FindingOut) -> Verdict | None:
    """Its verdict; where its kind has only one, that one."""
    allowed = VERDICTS_OF[one.kind]
    return allowed[0] if len(allowed) == 1 else one.verdict


def _counting_faults(kind: str, verdict: Verdict | None, made: Recomputed | None) -> Iterator[str]:
    """Verdicts that nothing was counted for, or that the count refutes."""
    found = made.compared if made is not None else None
    if found is None:
        if verdict in _COUNTED:
            yield f"the verdict {verdict} needs a calculation with a comparison"
        return
    if verdict in _HOLDS and found.holds != _HOLDS[verdict]:
        yield f"it says {verdict}, but {found.text}"
    elif kind == "sum" and found.comparator != "=":
        yield "a stated figure is held against what comes out by ="
    elif verdict == "wrong" and _rounded(found):
        yield f"it says wrong, but {found.left.number} is told rounded"


def _rounded(found: Compared) -> bool:
    """Whether a stated figure is the computed one, rounded to its own last place."""
    made, stated = found.left.number, found.threshold.number
    if isinstance(made, date) or isinstance(stated, date) or found.left.unit != found.threshold.unit:
        return False
    places = decimals(stated)
    return places is not None and rounded(Fraction(made), "half_up", places) == stated


def _cited(one: FindingOut, made: Recomputed | None, file: CaseFile) -> list[CaseSentence]:
    """The sentences that it names, then those that its calculation uses besides."""
    named = [file.by_short[cited.sentence] for cited in one.sentences]
    return list(dict.fromkeys([*named, *(made.sentences if made is not None else ())]))


def _finding(one: FindingOut, made: Recomputed | None, file: CaseFile, by: str) -> Finding:
    verdict = _verdict(one)
    claimed = any(c.role == "claimed" for c in one.sentences)
    opposed = claimed and (one.kind in _OPPOSED or verdict == "disputed")
    other = {file.by_short[c.sentence].id for c in one.sentences if opposed and c.role == "held_against"}
    cited = [sentence.id for sentence in _cited(one, made, file)]
    decided = made is not None and made.holds is not None and verdict in _HOLDS
    return Finding(
        one.kind,
        " ".join(one.text.split()),
        tuple(name for name in cited if name not in other),
        verdict,
        "recomputed" if decided else "judged",
        READING,
        VERSION,
        {"calculation": calculation_fields(made)} if made is not None else {},
        tuple(name for name in cited if name in other),
        by,
    )


def _alike(found: Finding, other: Finding) -> bool:
    """Whether another finding of that kind says the same of the same sentences."""
    mine, theirs = {*found.sentences, *found.against}, {*other.sentences, *other.against}
    return found.kind == other.kind and (mine == theirs or (mine < theirs and found.verdict == other.verdict))
