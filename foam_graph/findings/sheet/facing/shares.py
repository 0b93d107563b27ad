"""A share that was counted again beside the one limit on such a share: "5 of 81 children" and "more than 5 percent of the children"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.testing.sharing import keys_of

RULE = "share beside a limit"
_MODAL = re.compile(r"\b(?:must|shall|(?-i:may)|cannot|is to be|are to be|has to|have to)\b", re.IGNORECASE)
_TOLD = re.compile(
    r"\b(?:said|says|told|claims?|claimed|argues?|argued|thinks?|reported|suggested|proposed)\b", re.IGNORECASE
)
_OF = re.compile(
    r"^\s*(?:percent|per cent|%)?\s*of (?:the |all |all the |its |their )?(?P<noun>[a-z]{3,})", re.IGNORECASE
)
_COUNTED = r"\b{part} (?:out )?of (?:the |all |these |those )?{whole} (?P<noun>[a-z]{{3,}})"
_REACHED: Final[Mapping[str, Callable[[Decimal, Decimal], bool]]] = {
    ">": lambda share, bound: share > bound,
    ">=": lambda share, bound: share >= bound,
    "<": lambda share, bound: share < bound,
    "<=": lambda share, bound: share <= bound,
}
_TOGETHER = 3
"""So many words of a limit, its noun among them, has the sentence that tells the share."""
_STRENGTH = 1.0


def beside(found: Iterable[Finding], file: CaseFile) -> Iterator[Finding]:
    """Shares that were counted again, each with the one limit in the file on a share of the same things.

    A limit with "more than" is brought up where the share is more, one with "at least" where it is as much: what a rule ties to it
    may then follow.

    Args:
        found: The findings of a sheet; its sums are looked at.
        file: The case file.
    """
    read = statements(file)
    limits = [(one, *made) for one in read if (made := _limit(one)) is not None]
    if not limits:
        return
    by_id = {one.id: one for one in read}
    for one in found:
        fact = by_id.get(one.sentences[0]) if one.kind == "sum" and one.inputs.get("operation") == "share" else None
        noun = _noun(one, fact.text) if fact is not None else ""
        if fact is None or not noun:
            continue
        fitting = [(rule, bound) for rule, bound, of in limits if of == noun and rule.document is not fact.document]
        if len({(bound.comparator, bound.value) for _, bound in fitting}) != 1:
            continue  # none, or several of which a reader does not know which one is meant
        rule, bound = fitting[0]
        share = Decimal(str(one.inputs["computed"]))
        if _REACHED[bound.comparator](share, bound.value) and len(keys_of(rule.text) & keys_of(fact.text)) >= _TOGETHER:
            yield _finding(rule, fact, one, share)


def _limit(one: Statement) -> tuple[Quantity, str] | None:
    """The bound in percent that a sentence sets, with the key of the noun of which it is a share."""
    if not _MODAL.search(one.text) or _TOLD.search(one.text) or one.standing == "question":
        return None
    bounds = [q for q in find_quantities(one.text) if q.unit == "percent" and q.comparator in _REACHED]
    of = _OF.match(one.text[bounds[0].end :]) if len(bounds) == 1 else None
    return (bounds[0], key_of(of["noun"])) if of is not None else None


def _noun(one: Finding, text: str) -> str:
    """The key of what a share was counted of ("5 of 81 children"); empty where its sentence does not say so."""
    operands = one.inputs.get("operands")
    if not isinstance(operands, list | tuple) or len(operands) != len(("part", "whole")):
        return ""
    part, whole = (re.escape(str(each)) for each in operands)
    match = re.search(_COUNTED.format(part=part, whole=whole), text.replace(",", ""), re.IGNORECASE)
    return words(match["noun"])[0].key if match is not None else ""


def _finding(rule: Statement, fact: Statement, one: Finding, share: Decimal) -> Finding:
    part, whole = (str(each) for each in one.inputs["operands"])  # type: ignore[attr-defined]
    text = (
        f"{says(rule)}. {says(fact)}. Counted again, {part} of {whole} is {share.quantize(Decimal('0.01')).normalize():f} percent; "
        "whether this is the share that the limit speaks of, and what else it asks for, a person has to judge."
    )
    return Finding("threshold", text, (rule.id, fact.id), "beyond", rule=RULE, inputs={"strength": _STRENGTH})
