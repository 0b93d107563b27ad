"""Items of a list of which a paper says that another figure comes in their place: a total that is stated afterwards is of the new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.counting.lines import agrees
from foam_graph.findings.sheet.counting.listed import Listed
from foam_graph.findings.sheet.counting.recounting import Stated

_NEW_FOR_OLD = re.compile(
    r"(?:^|[\s,(])(?:instead of|in place of|in lieu of|rather than|(?:and|but)? ?no longer|replac(?:es|ing)|supersedes)\s(?:the )?$",
    re.IGNORECASE,
)
"""What stands between a new figure and the old one behind it."""
_OLD_TO_NEW = re.compile(
    r"^[\s,)]*(?:(?:is|are|was|were|has been|have been|shall be|will be)\s(?:hereby\s|now\s)?"
    r"(?:replaced (?:by|with)|superseded by|(?:raised|increased|lowered|reduced|cut|changed|corrected|amended|revised|altered) to)"
    r"|becomes?|became|to|gives way to|shall read|now reads)\s(?:the )?$",
    re.IGNORECASE,
)
"""What stands between an old figure and the new one behind it; "to" only behind "from"."""
_FROM = re.compile(r"\bfrom\s(?:the )?$", re.IGNORECASE)
_SUPPOSED = re.compile(r"\b(?:if|would|could|propos\w+|should|draft|asks?|asked|not)\b|\?", re.IGNORECASE)


def in_place(
    file: CaseFile, document: CaseDocument, one: Listed, result: Stated
) -> tuple[Listed, tuple[CaseSentence, ...], str]:
    """A list with the figures that came in the place of some of its own, the sentences that say so, and that in words.

    What the paper itself that states the total puts in place is always taken; what others do only where the total is right by it.

    Args:
        file: The case file.
        document: The paper that states a total of the list.
        one: The list.
        result: The total as stated.
    """
    own = _put([document], one)
    every = _put([document, *(each for each in file.documents if each is not document)], one)
    agreeing = [
        made for made in (own, every)
        if made is not None and agrees(result.value, result.step, made[0].sums)
    ]  # fmt: skip
    return next((made for made in (*agreeing, own) if made is not None), (one, (), ""))


def _put(papers: list[CaseDocument], one: Listed) -> tuple[Listed, tuple[CaseSentence, ...], str] | None:
    values, by, told = list(one.values), [], []
    units = {cell.unit for line in one.lines if (cell := line.cells[one.column]) is not None} - {""}
    for sentence in (each for paper in papers for each in paper.sentences):
        for new, old in _replaced(sentence):
            if units and old.unit not in units:
                continue
            if values.count(old.value) == 1 and new.value not in one.values:
                values[values.index(old.value)] = new.value
                by.append(sentence)
                told.append(f"{new.text} in place of {old.text}")
    if not by:
        return None
    made = replace(one, values=tuple(values), sums=(sum(values, Decimal(0)),))
    return made, tuple(dict.fromkeys(by)), f"with {' and '.join(told)}, "


def _replaced(sentence: CaseSentence) -> Iterator[tuple[Quantity, Quantity]]:
    """The figures of a sentence that come in the place of others of their unit, each new one with the old one."""
    text = " ".join(sentence.text.split())
    if _SUPPOSED.search(text):
        return
    found = [one for one in find_quantities(text) if one.high is None]
    for one, other in pairwise(found):
        if one.unit != other.unit or one.value == other.value:
            continue
        between = text[one.end : other.start]
        if _NEW_FOR_OLD.search(between) and len(between) < 30:
            yield one, other
        elif _OLD_TO_NEW.match(between) and (between.strip(" ,") != "to" or _FROM.search(text[: one.start])):
            yield other, one
