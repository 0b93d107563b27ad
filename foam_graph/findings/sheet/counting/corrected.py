"""Wrong sums that a later sentence corrects: they are told as corrected there, and no longer as wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.wording import bare

RULE = "sum that was corrected"
_CORRECTS = re.compile(
    r"\b(?:should (?:read|have (?:read|been)|be|say)|shall read|instead of|in place of|rather than|correct(?:s|ed|ion|ly)?|errat(?:um|a)|corrigend(?:um|a)|amended"
    r"|in error|by mistake|mistaken(?:ly)?|wrong(?:ly)?|added up|misadd\w*|miscounted|slip|misprint|typo|not)\b",
    re.IGNORECASE,
)
_PUTS_RIGHT = re.compile(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|correction|corrected|should (?:read|have (?:read|been)))\b.*\b(?:total|sum|figure)\b"
    r"|\b(?:total|sum|figure)\b.*\b(?:corrected|should (?:read|have (?:read|been)))\b",
    re.IGNORECASE | re.DOTALL,
)
"""What names the correction of a total where the wrong figure is not said again."""
_NO_CORRECTION = re.compile(r"\?|\b(?:if|whether|denies|denied|refus\w+|claims?|alleges?)\b", re.IGNORECASE)


def with_corrections(file: CaseFile, found: Iterable[Finding]) -> Iterator[Finding]:
    """Findings on sums; of a wrong one that is put right elsewhere in the file, that it is.

    It is where a sentence that speaks of a correction gives the wrong figure and the right one. What another paper repeats stays wrong.

    Args:
        file: The case file.
        found: The findings.
    """
    for one in found:
        by = _corrector(file, one) if one.kind == "sum" and one.verdict == "wrong" else None
        yield one if by is None else _told(file, one, by)


def _corrector(file: CaseFile, one: Finding) -> CaseSentence | None:
    """The sentence that corrects a wrong sum: behind it in its own paper, or in one that is not older."""
    stated, right = Decimal(str(one.inputs["stated"])), Decimal(str(one.inputs["computed"]))
    last = max((file.sentence(name) for name in one.sentences), key=lambda each: each.n)
    own = file.document_of(file.sentence(one.sentences[0]))
    unit = next((q.unit for q in find_quantities(last.text) if q.value == stated), "")
    for document in file.documents:
        if document is not own and not _later(document, own):
            continue
        for sentence in document.sentences:
            behind = document is not own or sentence.n > file.sentence(one.sentences[0]).n
            if behind and sentence.structure != "row" and _corrects(sentence.text, stated, right, unit):
                return sentence
    return None


def _later(document: CaseDocument, own: CaseDocument) -> bool:
    return not (document.date and own.date and document.date < own.date)


def _corrects(text: str, stated: Decimal, right: Decimal, unit: str) -> bool:
    """Whether a sentence says that the right figure comes in the place of the one stated."""
    if not _CORRECTS.search(text) or _NO_CORRECTION.search(text):
        return False
    values = {q.value for q in find_quantities(text) if not unit or not q.unit or q.unit == unit}
    return right in values and (stated in values or _PUTS_RIGHT.search(text) is not None)


def _told(file: CaseFile, one: Finding, by: CaseSentence) -> Finding:
    """The finding on a sum that was corrected."""
    cited, own = file.document_of(by).cited, file.document_of(file.sentence(one.sentences[0])).cited
    where = "in the same paper" if cited == own else f"in {cited}"
    text = f'{one.text} The right figure is given afterwards, {where}: "{bare(by.text)}".'
    inputs = {**one.inputs, "old": str(one.inputs["stated"]), "new": str(one.inputs["computed"])}
    ids = tuple(dict.fromkeys((*one.sentences, by.id)))
    return replace(one, kind="superseded", verdict=None, text=text, sentences=ids, rule=RULE, inputs=inputs)
