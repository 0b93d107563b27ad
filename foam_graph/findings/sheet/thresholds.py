"""Quantities against the limits that rules set, with the margin; formulas where a rule says how its measure is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.arithmetic.calculations import calculations
from foam_graph.findings.arithmetic.figures import Figure, figures
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.composed_text import Composition, Test
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.language.measures import phrase_keys, same_measure, split_phrase
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import verb_keys
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.counting.recounting import shown
from foam_graph.findings.sheet.standing.statements import PARTIES
from foam_graph.phrases import acting

RULE, VERSION = "limits of rules", "1"
_RECORD = "official_record"
_LISTED = re.compile(r"^[-*•–]\s+")
_CONDITION = re.compile(
    r"\b(?:if|when|where|unless|except|exists?|applies|entitled|eligible|waived?|exempt)\b", re.IGNORECASE
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Quantities against the limits of rules.

    Args:
        file: The case file.
    """
    passages = case_passages(file)
    tested = [one for one in calculations(passages, Statistics.over(passages)) if one.test is not None]
    kept: dict[tuple[str, Decimal], Composition] = {}
    party = {one.id for one in passages if one.source_class in PARTIES}
    for one in tested:
        test = one.test
        if test is None:
            continue
        key = next((key for key, known in kept.items() if known.test and _alike(test, known.test)), None)
        if key is None:
            kept[test.rule, test.value] = one
        elif not test.measure:
            # What a side says of a value that the records give adds nothing to it.
            ids = tuple(dict.fromkeys((*kept[key].passages, *(id_ for id_ in one.passages if id_ not in party))))
            kept[key] = replace(kept[key], passages=ids)
    for one in kept.values():
        if one.test is not None and not _outweighed(one, list(kept.values()), party):
            yield _finding(file, one, one.test)
    yield from _asserted(passages, list(kept.values()))


def _outweighed(one: Composition, others: Sequence[Composition], party: frozenset[str] | set[str]) -> bool:
    """Whether only a side states a value, and others give another one for the same limit."""
    if one.test is None or one.test.measure or not {id_ for id_ in one.passages if id_ != one.test.rule} <= party:
        return False
    return any(
        two.test is not None and two.test.rule == one.test.rule and two.test.value != one.test.value
        and not {id_ for id_ in two.passages if id_ != two.test.rule} <= party
        for two in others
    )  # fmt: skip


def _alike(one: Test, other: Test) -> bool:
    """Whether two comparisons hold the same value against the same bound, but for the rounding of one of them."""
    step = max(abs(other.value), Decimal(1)) / 200
    return one.rule == other.rule and abs(one.value - other.value) <= (0 if one.measure else step)


def _asserted(passages: Sequence[Passage], computed: Sequence[Composition]) -> Iterator[Finding]:
    """What documents state of a measure whose formula, over the records, gives another value for the same month."""
    for one in computed:
        test = one.test
        if test is None or not test.measure or test.day is None or not test.unit.startswith("money:"):
            continue
        head = phrase_keys(split_phrase(test.measure)[0])
        same_ = [two.test.value for two in computed if two.test and two.test.measure == test.measure]
        for figure in figures(passages, ""):
            if not _states(figure, head, test) or figure.quantity.value in same_:
                continue
            if len(set(same_)) > 1 or figure.passage.id in one.passages:
                continue
            yield _wrong(one, test, figure)


def _states(figure: Figure, head: Sequence[str], test: Test) -> bool:
    """Whether an amount is stated as a measure's value of the month that was counted."""
    quantity, day = figure.quantity, test.day
    month = figure.month()
    return (
        day is not None
        and month == (day.year, day.month)
        and quantity.unit == test.unit
        and quantity.comparator == "="
        and quantity.role == "level"
        and not quantity.partial
        and figure.about.tie != "other"
        and not negations(figure.clause.text)
        and not figure.clause.rule
        and same_measure(head, _noun(figure.about.head))
    )


def _noun(head: Sequence[str]) -> tuple[str, ...]:
    """A noun phrase without the verb before it and its subject ("the office counted an income of $500")."""
    verbs = [place for place, key in enumerate(head[:-1]) if key in verb_keys()]
    return tuple(head[verbs[-1] + 1 :]) if verbs else tuple(head)


def _wrong(one: Composition, test: Test, figure: Figure) -> Finding:
    """The finding on a stated value that the formula does not give."""
    said, counted = shown(figure.quantity.value, test.unit), shown(test.value, test.unit)
    gap = shown(abs(figure.quantity.value - test.value), test.unit)
    text = (
        f'{acting(figure.passage.cited, "gives")} {said} ("{figure.passage.text}"); {test.measure[:1].lower()}{test.measure[1:]} counted by the rule from the '
        f"records is {test.figures} = {counted}, {gap} {'less' if test.value < figure.quantity.value else 'more'}."
    )
    inputs: dict[str, object] = {
        "stated": str(figure.quantity.value),
        "computed": str(test.value),
        "figures": test.figures,
    }
    # Which limit is that of this case adds nothing to a sum.
    others = tuple(id_ for id_ in one.passages if id_ not in (test.rule, test.case, figure.passage.id))
    ids = (figure.passage.id, *others)
    return Finding("sum", text, ids, "wrong", rule="formula of a rule", version=VERSION, inputs=inputs)


def _finding(file: CaseFile, one: Composition, test: Test) -> Finding:
    """The finding on one comparison."""
    rule = file.sentence(test.rule)
    others = [id_ for id_ in one.passages if id_ not in (rule.id, test.case)]
    if not test.measure:
        # Of several that state the value the one that was made to record it is named.
        others.sort(key=lambda id_: file.document_of(file.sentence(id_)).source_class != _RECORD)
    said = shown(test.value, test.unit)
    verdict = _verdict(test, rule.text)
    if test.measure:
        subject = f"{test.measure[:1].upper()}{test.measure[1:]}: {test.figures} = {said}"
    else:
        subject = f'{acting(file.document_of(file.sentence(others[0])).cited, "gives")} {said} ("{_unlisted(file.sentence(others[0]).text)}")'
    text = f'{subject}; {_against(test)} of {shown(test.bound, test.unit)} in {file.document_of(rule).cited} ("{_unlisted(rule.text)}").'
    inputs: dict[str, object] = {
        "value": str(test.value), "bound": str(test.bound), "comparator": test.comparator, "unit": test.unit,
        "margin": str(abs(test.bound - test.value)), "figures": test.figures,
    }  # fmt: skip
    if test.case:
        case = file.sentence(test.case)
        inputs["case"] = test.case
        text += f' That this is the limit of the case follows from {file.document_of(case).cited} ("{case.text}").'
    ids = (*others, *((test.case,) if test.case else ()), rule.id)
    return Finding("threshold", text, ids, verdict, rule=RULE, version=VERSION, inputs=inputs)


def _unlisted(text: str) -> str:
    """A sentence without the mark of a list before it."""
    return _LISTED.sub("", text)


def _against(test: Test) -> str:
    """How a value stands to its bound, in words, with the margin."""
    gap = shown(abs(test.value - test.bound), test.unit)
    if test.unit == "percent":
        gap = gap.replace("percent", "percentage point" if abs(test.value - test.bound) == 1 else "percentage points")
    name = "limit" if test.comparator in ("<", "<=") else "minimum" if test.comparator == ">=" else "threshold"
    if test.value == test.bound:
        return f"that is exactly the {name}"
    return f"that is {gap} {'above' if test.value > test.bound else 'below'} the {name}"


def _verdict(test: Test, rule: str) -> Verdict:
    """Within or beyond a limit or minimum; a condition that is reached is met, else the value is within it."""
    if test.comparator in ("<", "<="):
        kept = test.value < test.bound or (test.comparator == "<=" and test.value == test.bound)
        return "within" if kept else "beyond"
    reached = test.value > test.bound or (test.comparator == ">=" and test.value == test.bound)
    if test.comparator == ">" and _CONDITION.search(rule):
        return "met" if reached else "within"
    return "within" if reached else "beyond"
