"""Exceptions that the rules define by a figure: what was computed decides them, not what somebody says of the case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.sheet.applying.matching import keys
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements

_DEFINES = re.compile(
    r"^(?:an?\s|the\s)?(?P<noun>[^,;.]{3,60}?)\s(?:exists?|arises?|is\s(?:present|given|shown|presumed))\s(?:when|where|if)\b",
    re.IGNORECASE,
)
"""A rule that says when something is so: Hardship exists when the rent exceeds 50 percent of the income."""
_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?")


def with_computed(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """Findings in which an exception that a rule defines by a figure is met or not as the figure was computed.

    A party that calls the case one of hardship decides nothing, where the rule says of which share of the income hardship begins.
    Where two values were tested and come out differently, which of them counts is not for the sheet to say; nor does a count
    decide from which a document differs that is not the decision: then the records that were counted may not be all.

    Args:
        found: Findings of rules and thresholds, and others.
        file: What they rest on.
    """
    every = list(found)
    doubted = _doubted(every, file)
    tested: dict[tuple[str, ...], list[Finding]] = {}
    for one in every:
        if one.kind == "threshold" and (noun := _defined(one, file)) and not doubted & _amounts(one):
            tested.setdefault(noun, []).append(one)
    if not tested:
        return every
    rules = {one.id: one for one in statements(file)}
    return [_decided(one, tested.get(_exception(one), ()), rules) for one in every]


def _doubted(found: Iterable[Finding], file: CaseFile) -> set[Decimal]:
    """Counts of a rule's formula from which a document differs that is not the decision."""
    sums = (one for one in found if one.kind == "sum" and one.verdict == "wrong" and one.inputs.get("figures"))
    stated = ((file.document_of(file.sentence(one.sentences[0])), one) for one in sums)
    return {Decimal(str(one.inputs["computed"])) for document, one in stated if document.source_class != "decision"}


def _amounts(threshold: Finding) -> set[Decimal]:
    """What a comparison was computed from, and to."""
    written = f"{threshold.inputs.get('figures', '')} {threshold.inputs['value']}"
    return {Decimal(one.replace(",", "")) for one in _AMOUNT.findall(written)}


def _defined(threshold: Finding, file: CaseFile) -> tuple[str, ...]:
    """The words of what the rule behind a comparison defines; none where it defines nothing."""
    defining = _DEFINES.match(file.sentence(threshold.sentences[-1]).text)
    return keys(defining["noun"]) if defining else ()


def _exception(one: Finding) -> tuple[str, ...]:
    """The words of the exception that a finding is about; none for any other finding."""
    own = one.kind == "rule" and one.inputs.get("kind") == "exception"
    return keys(str(one.inputs["condition"])) if own else ()


def _decided(one: Finding, tests: Sequence[Finding], rules: Mapping[str, Statement]) -> Finding:
    if len({_holds(test) for test in tests}) != 1:
        return one
    test, met = tests[0], _holds(tests[0])
    told = f'Its exception, "{one.inputs["condition"]}", is {"met" if met else "not met"} by what was computed. {test.text}'
    rule = one.sentences[0]
    sentences = (rule, *(id_ for id_ in test.sentences if id_ != rule))
    text = f"{says(rules[rule])}. {told}"
    return replace(one, text=text, sentences=sentences, verdict="met" if met else "not_met", against=())


def _holds(test: Finding) -> bool:
    """Whether what was computed is as the rule says; a value "within" a bound may be short of a condition, or meet it."""
    value, bound = (Decimal(str(test.inputs[name])) for name in ("value", "bound"))
    return TESTS[str(test.inputs["comparator"])](value, bound)
