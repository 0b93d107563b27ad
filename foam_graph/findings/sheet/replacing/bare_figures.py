"""Figures that a later paper withdrew without saying what they count ("the figure of 168 in our note"), and who still goes by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.standing.naming import called, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "figure that was withdrawn"
_GONE: Final = re.compile(
    r"\b(?:figure|number|total|count|amount|value|result) (?:of )?(?P<n>\d[\d,]*(?:\.\d+)?)(?![\d,.]*\d| (?:[a-z]+s\b))(?P<rest>[^.;]*(?:\.\d[^.;]*)?)\b(?:withdrawn|replaced|corrected|superseded|wrong|an error|no longer (?:valid|holds|correct))\b(?P<behind>[^.;]*)",
    re.IGNORECASE,
)
_KNOWS: Final = re.compile(r"\b(?:withdr\w+|replac\w+|correct(?:ed|ion)|formerly|previously|earlier|first (?:note|report|figure)|no longer|old figure|instead of|rather than|not (?:the )?\d)\b", re.IGNORECASE)  # fmt: skip
_HEAD, _AFTER, _BEFORE = 10, 3, 1
_LEAST: Final = 2
_OFTEN: Final = 6
_DIGITS: Final = 3
_NO_MATTER: Final = frozenset(key_of(word) for word in ("figure", "number", "total", "note", "report", "letter", "date", "director", "board", "copy", "office"))  # fmt: skip


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences of later papers that give a figure which was withdrawn, of the matter that the withdrawing paper is about.

    Args:
        file: The case file.
    """
    read = statements(file)
    for by in read:
        match = _GONE.search(by.text) if by.standing not in ("question", "rule") else None
        if match is None or not by.date or re.search(r"\b(?:not|will|if|would)\b", match.group()):
            continue
        figure = match["n"]
        if len(re.sub(r"\D", "", figure)) < _DIGITS:
            continue
        having = [one for one in read if _has(one, figure)]
        matter = _matter(by, read)
        if len(having) > _OFTEN:
            continue
        for one in having:
            if one.document is by.document or not one.date or one.date < by.date or _KNOWS.search(one.text):
                continue
            if one.document.number in read.laws or one.standing == "question":
                continue
            common = {key for key in _keys(one.text) if key in matter}
            if len(common) >= _LEAST:
                yield _finding(by, one, figure, match)


def _has(one: Statement, figure: str) -> bool:
    return figure in one.text and any(q.text.startswith(figure) and not q.partial for q in find_quantities(one.text))


def _matter(by: Statement, read: Statements) -> frozenset[str]:
    """Keys of what a paper is about: its head, and the sentences around the one that withdraws."""
    own = [one for one in read.all if one.document is by.document]
    place = own.index(by)
    near = [*own[:_HEAD], *own[max(0, place - _BEFORE) : place + 1 + _AFTER]]
    return frozenset(key for one in near for key in _keys(one.text))


def _keys(text: str) -> set[str]:
    return {
        word.key for word in words(text)
        if not word.function and (not word.name or word.lower in MONTHS) and not light(word.key) and word.key not in _NO_MATTER
    }  # fmt: skip


def _finding(by: Statement, one: Statement, figure: str, match: re.Match[str]) -> Finding:
    new = re.search(r"(?:replaced|corrected) (?:by|with|to) (?P<new>\d[\d,]*(?:\.\d+)?)", match.group())
    what = f"{figure} was replaced by {new['new']}" if new is not None else f"{figure} was withdrawn"
    text = f"{what}. {says(by)}. A later document still has it: {called(one)}, {quote(one)}."
    return Finding(
        "superseded", text, (one.id, by.id), rule=RULE, inputs={"old": figure, "new": new["new"] if new is not None else ""}
    )  # fmt: skip
