"""What stands beside a wrong total: the sentences that say how it is made up, and the limits that it comes to lie on the other side of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.language.quantities import find_quantities, singular
from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.counting.listed import Listed

_MADE_UP = re.compile(
    r"\b(?:items?|lines?|rows?|entries|figures|sums?|total|totals|addition|added|adds?|together|in all|above|column|made up|make up|making up"
    r"|nothing (?:else|besides|more))\b",
    re.IGNORECASE,
)
_NEAR = 4
"""So many sentences behind a table may still be about it."""
_LIMIT = re.compile(
    r"\b(?:reach(?:es)?|at least|at most|not (?:more|less|fewer)|no (?:more|less|fewer)|more than|less than|fewer than|under|over|above|below|exceeds?|up to"
    r"|within|or more|or less|minimum|maximum|limit|threshold|mark)\b",
    re.IGNORECASE,
)


def made_up(one: Listed) -> list[CaseSentence]:
    """The sentences behind a list that say how its total is made up.

    Args:
        one: The list.
    """
    if one.total is None:
        return []
    last = max(one.total.n, *(line.sentence.n for line in one.lines))
    return [
        sentence
        for sentence in one.document.sentences
        if last < sentence.n <= last + _NEAR
        and sentence.structure not in ("row", "heading")
        and _MADE_UP.search(sentence.text)
    ][:2]


def hangs_on(file: CaseFile, one: Listed, stated: Decimal, right: Decimal) -> Iterator[CaseSentence]:
    """The sentences of other documents that set a limit between a stated total and the right one, in the same unit.

    Args:
        file: The case file.
        one: The list.
        stated: Its total as stated.
        right: What its items come to.
    """
    unit = _unit(one)
    if not unit:
        return
    low, high = sorted((stated, right))
    for document in file.documents:
        if document.id == one.document.id:
            continue
        for sentence in document.sentences:
            if sentence.structure == "row" or not _LIMIT.search(sentence.text):
                continue
            if any(
                same(key_of(q.unit), key_of(unit)) and low < q.value <= high for q in find_quantities(sentence.text)
            ):
                yield sentence


def _unit(one: Listed) -> str:
    """What the items are counted in: a thing of its own, not money or a measure, which limits of all sorts have."""
    cell = one.stated
    if cell is None or (cell.unit and (":" in cell.unit or cell.unit == "percent")):
        return ""
    words = re.findall(r"[^\W\d_]+", one.heading)
    return cell.unit or (singular(words[-1].lower()) if words else "")
