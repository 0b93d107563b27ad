"""What bounds a rule's condition: the figure that the rule states, found in its words or in the calculation that decides it.

Whoever argues names the rule's sentences, its condition in words, and what meets it. Quantity, threshold, unit and
direction are read off the rule, so that they cannot be those of another one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.errors import UnknownId
from foam_graph.findings.calculation.directions import any_directions, directions, verb_directions
from foam_graph.findings.calculation.faults import Unfit
from foam_graph.findings.calculation.recomputing import Recomputed
from foam_graph.findings.calculation.tied import days_of, tied
from foam_graph.findings.calculation.typed import Condition, Operand, RuleApplication
from foam_graph.findings.calculation.units import is_measure, name_of
from foam_graph.findings.calculation.values import Value, plain_number, plain_value
from foam_graph.findings.calculation.written import Written, days_in, numbers_in

COMPLEMENT = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_RELATES = re.compile(
    r"\b(?:unless|except\w*|exempt\w*|excus\w+|waive\w*|notwithstanding|despite|regardless|even (?:if|though|where|when)"
    r"|instead|in place of|(?:does|do|shall|need|is|are) not (?:apply|count|required|needed|counted|bound|prevent)"
    r"|appl(?:y|ies) only|no longer|supersed\w+|replac\w+|repeal\w+|revok\w+|amend\w*|overrid\w+|prevails?|precedence"
    r"|(?:raised|lowered|increased|reduced|changed) (?:from|to)|effective|ceases?|former(?:ly)?|previous(?:ly)?|earlier"
    r"|suspend\w*|extend\w*|subject to|other than|provided that|counts? as|treated as|deemed|however|but|save)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says how one rule stands to another."""


def stated_application(
    application: RuleApplication, case_file: CaseFile, calculation: Recomputed | None = None
) -> RuleApplication:
    """An application whose condition is stated in words, with the threshold that the rule states for it, if any.

    Args:
        application: With a condition in words, its predicate.
        case_file: What is read.
        calculation: The calculation that decides the condition.

    Returns:
        With a measured condition where the calculation compares with a figure of the rule, or where the words repeat
        the one figure that the rule bounds; as it is where neither is so.
    """
    rules = list(_found(application.rules, case_file))
    words = application.condition.predicate
    if calculation is not None and calculation.compared is not None:
        bound = bound_by(calculation, {one.id for one in rules}, case_file)
        if bound is not None:
            figure, comparator = bound
            wanted = _as_stated(comparator, figure, words, rules, case_file)
            measured = Condition("", words, "", wanted, figure.value, figure.unit)
            return replace(application, condition=measured, calculation=calculation.calculation.name)
    condition = next((found for one in rules if (found := _repeated(words, one, case_file))), None)
    return application if condition is None else replace(application, condition=condition)


def bound_by(found: Recomputed, rules: Collection[str], case_file: CaseFile) -> tuple[Operand, str] | None:
    """The figure of a rule that a calculation compares with, and the comparator as seen from what is measured.

    Args:
        found: A calculation with a comparison.
        rules: Stable ids of the rule's sentences.
        case_file: What is read.

    Returns:
        The figure itself, or the first that the threshold is computed from; None where the threshold comes from none
        of the sentences.
    """
    comparison = found.calculation.comparison
    if comparison is None:
        return None
    steps = {one.name: one.operands for one in found.calculation.steps}

    def figures(operand: Operand, depth: int = 0) -> Iterator[Operand]:
        if operand.step and depth <= len(steps):
            for part in steps.get(operand.step, ()):
                yield from figures(part, depth + 1)
        elif operand.value:
            yield operand

    stated = [one for one in figures(comparison.threshold) if _stands_in(one, rules, case_file)]
    if stated:
        return stated[0], comparison.comparator
    if _stands_in(comparison.left, rules, case_file):
        return comparison.left, MIRRORED[comparison.comparator]
    return None


def related(application: RuleApplication, case_file: CaseFile) -> bool:
    """Whether a sentence, its heading or its document's title relates an application to what it is an exception to."""
    named = (*application.rules, *application.exceptions)
    texts = (f"{case_file.document_of(one).title}. {one.heading}. {one.text}" for one in _found(named, case_file))
    return any(_RELATES.search(text) for text in texts)


def _stands_in(operand: Operand, rules: Collection[str], case_file: CaseFile) -> bool:
    return bool(operand.value) and any(one.id in rules for one in _found([operand.sentence], case_file))


def _found(names: Sequence[str], case_file: CaseFile) -> Iterator[CaseSentence]:
    """The sentences with these ids, as far as there are any."""
    for name in names:
        try:
            yield case_file.sentence(name)
        except UnknownId:
            continue


def _as_stated(comparator: str, figure: Operand, words: str, rules: Sequence[CaseSentence], case_file: CaseFile) -> str:
    """The comparator as the condition has it: what is not over a limit is tested as well by being at most the limit.

    Where rules speak both ways ("is eligible when it does not exceed", "is denied when it exceeds") its own words decide.
    """
    turned = COMPLEMENT.get(comparator, comparator)
    said = verb_directions(words)
    if (comparator in said) != (turned in said):
        return comparator if comparator in said else turned
    try:
        value, sentence = tied(figure, case_file)
    except Unfit:
        return comparator
    allowed = set(directions(sentence, value))
    for rule in rules:
        allowed |= any_directions(rule.text) if rule.id != sentence.id else frozenset()
    return turned if comparator not in allowed and turned in allowed else comparator


def _is_some(number: Written) -> bool:
    """Whether a number says that there is any: "at least one ground" is no limit to compute, at least one year is."""
    return number.value == 1 and not is_measure(name_of(number.unit))


def _repeated(words: str, rule: CaseSentence, case_file: CaseFile) -> Condition | None:
    """The condition with the one figure or day of the rule that its words repeat and that the rule bounds one way."""
    days = [day for day in sorted(days_of(rule, case_file)) if day in set(days_in(words, day.year, None))]
    named = {one.value for one in numbers_in(words)}
    stated = [one for one in numbers_in(rule.text) if one.value in named and one.unit and not _is_some(one)]
    if len(days) + len({one.value for one in stated}) != 1:
        return None
    value = Value(days[0]) if days else Value(stated[0].value)
    signs = directions(rule, value)
    if len(signs) != 1:
        return None
    unit = "" if days else " per ".join(filter(None, (stated[0].unit, stated[0].per)))
    number = plain_value(value) if days else plain_number(stated[0].value)
    return Condition("", words, "", next(iter(signs)), number, unit)
