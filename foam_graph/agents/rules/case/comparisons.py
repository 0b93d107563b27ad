"""Quantities held against the limits of rules: what they show on a ground of a decision, or on the rule alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import (
    INTERESTED,
    Asserted,
    Numbered,
    asserted,
    keys,
    numbered,
    same_section,
    share,
)
from foam_graph.agents.rules.case.calculations import threshold_calculation
from foam_graph.agents.rules.case.decision import FAILS, STANDS, Decision, Ground
from foam_graph.agents.rules.case.showing import Cited, Showing
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.written import numbers_in
from foam_graph.findings.language.numerals import number_value
from foam_graph.findings.language.quantities import find_quantities

_IN_SOURCE = re.compile(r" in \"[^\"]+\" \(\".*$", re.DOTALL)
_COUNTS_MORE = re.compile(
    r"\b(?:is|are|must be|shall be|has to be|have to be)\s+(?:also\s+)?(?:counted|included|added|taken into account)\b",
    re.IGNORECASE,
)
RULE_CLASSES = frozenset({"law", "policy_manual", "ruling"})
"""Classes of source that state rules."""
KEPT = ("within", "beyond")
"""Verdicts of a quantity against a limit or minimum."""


def compared_words(one: Numbered) -> str:
    """What was counted and how it stands to its bound, in words, without a full stop: a sentence goes on behind it."""
    return _IN_SOURCE.sub("", " ".join(one.finding.text.split())).strip().rstrip(".")


def measure_of(one: Numbered) -> str:
    """What was counted ("Average weekly hours"); empty where it is a figure that somebody states."""
    head = one.finding.text.partition(":")[0] if measured(one) else ""
    return "" if '"' in head or len(head.split()) > 12 else head.strip()


def measured(one: Numbered) -> bool:
    """Whether a comparison has what was measured as a value, not in words alone."""
    return "value" in one.finding.inputs


def sound(one: Numbered, decision: Decision | None, data: CaseData) -> bool:
    """Whether a comparison may decide: not by a party's word or the decision's own alone, and not by part of the records.

    Args:
        one: The finding.
        decision: The decision under review.
        data: The case.
    """
    file = data.file
    own = decision.document.number if decision is not None else -1
    facts = [file.by_id[name] for name in one.finding.sentences if name != one.rule]
    facts = [s for s in facts if file.document_of(s).source_class not in RULE_CLASSES]
    heard = [s for s in facts if s.document != own and file.document_of(s).source_class not in INTERESTED]
    if _left_out(one, file):
        return False
    return bool(heard) and not (
        {_exact(one), *_figures(str(one.finding.inputs.get("figures", "")))} & _doubted(own, data)
    )


def _measured_twice(decision: Decision, data: CaseData) -> set[str]:
    """Rules against which several stated amounts can be held: each may be of a part, so that none decides alone."""
    amounts: dict[str, set[Decimal]] = {}
    for one in numbered(data, "threshold"):
        if (
            measured(one)
            and sound(one, decision, data)
            and len(_figures(str(one.finding.inputs.get("figures", "")))) < 2
        ):
            amounts.setdefault(one.rule, set()).add(_exact(one))
    return {rule for rule, values in amounts.items() if len(values) > 1}


def _left_out(one: Numbered, file: CaseFile) -> bool:
    """Whether a rule beside that of a sum says that something more is counted, which the sum did not read."""
    if len(_figures(str(one.finding.inputs.get("figures", "")))) < 2:
        return False
    rules = [file.by_id[name] for name in one.finding.sentences]
    rules = [rule for rule in rules if file.document_of(rule).source_class in RULE_CLASSES]
    return any(
        _COUNTS_MORE.search(sentence.text) and sentence not in rules and same_section(sentence, rule)
        for rule in rules
        for sentence in file.document_of(rule).sentences
    )


def _doubted(own: int, data: CaseData) -> set[Decimal]:
    """Computed amounts from which not only the decision differs: then the records that were counted may not be all."""
    return {
        Decimal(str(float(str(one.finding.inputs["computed"]))))
        for one in numbered(data, "sum")
        if one.finding.verdict == "wrong"
        and one.finding.inputs.get("figures")
        and data.file.by_id[one.finding.sentences[0]].document != own
    }


def on_ground(ground: Ground, decision: Decision, data: CaseData) -> list[tuple[Numbered, Showing]]:
    """What computed comparisons show on a ground that makes one itself.

    Args:
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    sums = [one.finding for one in numbered(data, "sum") if one.finding.verdict == "wrong" and ground.ids & one.ids]
    recounted = {str(one.inputs.get("figures")) for one in sums if one.inputs.get("figures")}
    found = []
    several = _measured_twice(decision, data)
    for one in numbered(data, "threshold"):
        if one.rule in several and len(_figures(str(one.finding.inputs.get("figures", "")))) < 2:
            continue
        if one.finding.verdict not in KEPT or data.file.by_id[one.rule].document == decision.document.number:
            continue
        made = asserted(ground, str(one.finding.inputs.get("unit", "")))
        if made is None or not sound(one, decision, data) or not _same_test(one, made, recounted, data.file):
            continue
        # "At most" is broken from above, "at least" from below: a ground that says neither is another test.
        ceiling = str(one.finding.inputs.get("comparator")) in ("<", "<=")
        if made.above == ceiling:
            found.append((one, _showing(one, made, ground, data)))
    return found


def doubt(ground: Ground, decision: Decision, data: CaseData) -> str:
    """What keeps a ground open that counts records of which not all may be in the file; empty where nothing says so.

    Args:
        ground: The ground.
        decision: The decision under review.
        data: The case.
    """
    doubted = _doubted(decision.document.number, data)
    for one in numbered(data, "sum"):
        figures = str(one.finding.inputs.get("figures") or "")
        if figures and ground.ids & one.ids and Decimal(str(float(str(one.finding.inputs["computed"])))) in doubted:
            told = f"Counted from the records in the file it comes to {figures} = {one.finding.inputs['computed']}"
            return f"{told}, which is not what any document states: records may be missing."
    return ""


def _same_test(one: Numbered, made: Asserted, recounted: set[str], file: CaseFile) -> bool:
    """Whether a comparison is that of a ground: its sum counted again, or the same bound in words that it shares."""
    if str(one.finding.inputs.get("figures")) in recounted:
        return True
    if len(_figures(str(one.finding.inputs.get("figures", "")))) > 1 and not _near(_exact(one), made.value.value):
        # Counted from several records and not what the decision counted, but nothing says what it left out.
        return False
    bound = number_value(str(one.finding.inputs.get("bound", "")))
    rule = file.by_id[one.rule].text
    return bound == made.bound.value and share(keys(rule), made.sentence.text) >= 0.4


def _showing(one: Numbered, made: Asserted, ground: Ground, data: CaseData) -> Showing:
    file, beyond = data.file, one.finding.verdict == "beyond"
    compared = compared_words(one)
    said = f"{made.value.text.strip()} against {made.bound.text.strip()}"
    if beyond:
        tail = f"The comparison on which the decision rests its ground “{ground.what}” is borne out"
        tail += f"; the decision has {said}."
    else:
        tail = f"The decision has {said}, which the records do not bear out, so its ground “{ground.what}” fails."
    own = Cited("what the decision counted", (made.sentence.short,), against=True)
    return Showing(
        outcome=STANDS if beyond else FAILS,
        basis="recomputed",
        rules=tuple(rule_sentences(one, file)),
        facts=(own, *fact_groups(one, ground, data)),
        conclusion=f"{compared}. {tail}",
        compared=compared,
        calculation=threshold_calculation(one.finding, file),
        findings=(one.number,),
    )


def rule_sentences(one: Numbered, file: CaseFile) -> Iterator[str]:
    """Short ids of the rules of a comparison, the bound first."""
    yield file.by_id[one.rule].short
    laws = (file.by_id[name] for name in one.finding.sentences)
    for sentence in laws:
        if sentence.id != one.rule and file.document_of(sentence).source_class in RULE_CLASSES:
            yield sentence.short


def fact_groups(one: Numbered, ground: Ground | None, data: CaseData) -> tuple[Cited, ...]:
    """The facts of a comparison: those with a figure of it are needed, of those that say the same as another one is.

    A sentence without a figure of the computation tells which limit applies ("a household of three"); whoever else says
    the same says it as well, the decision under review included. A figure that another comparison computed rests on the
    facts of that one.
    """
    file = data.file
    rules = set(rule_sentences(one, file))
    figures = _figures(str(one.finding.inputs.get("figures", "")))
    below = [
        other
        for other in numbered(data, "threshold")
        if other.number != one.number and _exact(other) in figures
        and len(_figures(str(other.finding.inputs.get("figures", "")))) > 1
    ]  # fmt: skip
    computed = {_exact(other) for other in below}
    needed: list[str] = []
    alike: list[str] = []
    if not measured(one):
        facts = [file.by_id[name].short for name in one.finding.sentences if name != one.rule]
        return (Cited("what was held against the limit", tuple(facts)),)
    for name in one.finding.sentences:
        sentence = file.by_id[name]
        if sentence.short in rules:
            continue
        stated = _figures(sentence.text)
        if stated & (figures - computed):
            needed.append(sentence.short)
        elif not any(_near(amount, result) for amount in stated for result in (*computed, _exact(one))):
            # What only repeats a result is no fact that it rests on.
            alike.append(sentence.short)
    groups = [Cited("what was counted", tuple(needed))] if needed else []
    inherited = [group for other in below for group in fact_groups(other, ground, data)]
    return (*groups, *inherited, *_alike(alike, ground, file))


def _alike(alike: Sequence[str], ground: Ground | None, file: CaseFile) -> list[Cited]:
    """Sentences of which one is enough, with those of the decision that say the same."""
    told = [{(q.unit, q.value) for q in find_quantities(file.sentence(short).text)} for short in alike]
    common = set.intersection(*told) if told else set()
    more = [
        sentence.short
        for sentence in (ground.sentences if ground is not None else ())
        if common and common <= {(q.unit, q.value) for q in find_quantities(sentence.text)}
    ]
    return [Cited("which limit applies", (short,), any_of="applies") for short in [*more[:1], *alike][:3]]


def _exact(one: Numbered) -> Decimal:
    return Decimal(str(float(str(one.finding.inputs.get("value", "0")))))


def _near(amount: Decimal, result: Decimal) -> bool:
    """Whether an amount is a result, but for its rounding."""
    return abs(amount - result) <= abs(result) / 200


def _figures(text: str) -> set[Decimal]:
    """The amounts of a text, millions and counts in words included."""
    return {Decimal(str(float(one.value))) for one in numbers_in(text)}


def alone(found: Sequence[Numbered], data: CaseData) -> list[Showing]:
    """What the comparisons of one rule show of that rule.

    Args:
        found: Findings on one rule.
        data: The case.
    """
    shown = []
    for one in found:
        compared = compared_words(one)
        shown.append(
            Showing(
                outcome=str(one.finding.verdict),
                basis="recomputed",
                rules=tuple(rule_sentences(one, data.file)),
                facts=fact_groups(one, None, data),
                conclusion=f"{compared}.",
                compared=compared,
                calculation=threshold_calculation(one.finding, data.file),
                findings=(one.number,),
            )
        )
    return shown
