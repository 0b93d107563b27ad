"""Figures that a paper puts into the mouth of somebody whose own paper has another one: "the firm has quoted £214", "our quotation was £241"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import alike, role
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "figure that its source has otherwise"
_SAID: Final = re.compile(
    r"\b(?:quoted|quotes|offered|offers|estimated|estimates|valued|values|stated|states|gives?|gave|put|puts|measured|measures|counted|counts|found|reported|reports|told|charges|charged|according to|confirmed|asked for|asks for|names|named)\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\b(?:our|my|we|I)\b", re.IGNORECASE)
_OPEN: Final = re.compile(r"\b(?:if|whether|would|could|might|will|(?-i:may)|not|never|no longer|first|earlier|then|formerly|previously|originally|corrected|withdr\w+|replac\w+|instead|rather than)\b|\?", re.IGNORECASE)  # fmt: skip
_UNCHANGED: Final = re.compile(r"\bnot (?:been )?(?:changed|altered|moved)\b", re.IGNORECASE)
_TAIL: Final = 5
_LEAST: Final = 2
_LONGEST: Final = 45
_TITLES: Final = frozenset(["mr", "mrs", "ms", "dr", "prof", "professor", "ltd", "co", "the", "dear", "yours"])
_BARE: Final = frozenset(("day", "week", "month", "year", "hour", "minute", "clock", "", "page", "person", "percent"))


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that give a figure as somebody else's, against that one's own figure for the same.

    Args:
        file: The case file.
    """
    read = statements(file)
    own: dict[int, list[Statement]] = {}
    for one in read:
        own.setdefault(one.document.number, []).append(one)
    sources = {number: _names(lines[0].document, read) for number, lines in own.items()}
    figures = {
        number: [(one, q) for one in lines if _OWN.search(one.text) and not one.text.startswith("|") for q in _figures(one.text)]
        for number, lines in own.items() if number not in read.laws
    }  # fmt: skip
    every = {n: [q for one in own[n] for q in find_quantities(one.text)] for n, found in figures.items() if found}
    alone = {n: Counter(q.unit for q in found) for n, found in every.items()}
    values = {n: {q.value for q in found} for n, found in every.items()}
    for claim in read:
        if claim.document.number in read.laws or claim.standing == "question" or claim.text.count(" ") > _LONGEST:
            continue
        if not _SAID.search(claim.text):
            continue
        said = {word.lower for word in claim.words if word.name}
        for number, found in figures.items():
            if number == claim.document.number or not found or not _is_named(sources[number], said):
                continue
            yield from _against(claim, found, sources[number], alone[number], values[number])


def _against(
    claim: Statement,
    found: list[tuple[Statement, Quantity]],
    names: frozenset[str],
    alone: Counter[str],
    values: set[Decimal],
) -> Iterator[Finding]:
    for mine in _figures(claim.text):
        if mine.value in values or mine.unit in _BARE or _OPEN.search(_clause(claim.text, mine)):
            continue
        others = [
            (one, q) for one, q in found
            if q.unit == mine.unit and q.period == mine.period and len(_common(claim, one, mine, names)) >= (1 if alone[mine.unit] == 1 else _LEAST) and not _OPEN.search(_UNCHANGED.sub(" ", one.text))
        ]  # fmt: skip
        if len({q.value for _, q in others}) != 1:
            continue
        one, q = others[0]
        text = f"{says(claim)}. {opened(called(one))}, whose figure that is, has {q.text}: {quote(one)}."
        yield Finding(
            "contradiction", text, (claim.id, one.id), "disputed", rule=RULE,
            inputs={"differ_in": "number", "stated": str(mine.value), "other": str(q.value)},
        )  # fmt: skip


def _clause(text: str, figure: Quantity) -> str:
    """The part of a sentence between commas in which a figure stands."""
    first = max(text.rfind(mark, 0, figure.start) for mark in (", ", "; ")) + 1
    return (
        re.split(r"[,;]\s", text[first:])[0]
        if first
        else re.split(r"[,;]\s", text[figure.start :])[0] + text[: figure.start]
    )


def _figures(text: str) -> list[Quantity]:
    """The one figure of each unit that a sentence has."""
    every = [
        q
        for q in find_quantities(text)
        if q.comparator == "=" and q.high is None and q.role == "level" and not q.partial
    ]
    return [q for q in every if sum(other.unit == q.unit for other in every) == 1]


def _common(claim: Statement, one: Statement, figure: Quantity, names: frozenset[str]) -> set[str]:
    """Keys of what two sentences are of: names of the source and the words of the figure left out."""
    theirs = [word.key for word in one.words if not word.function]
    skip = {word.lower for word in words(figure.text)}
    return {
        word.key for word in claim.words
        if not word.function and not light(word.key) and not role(word.key) and not (word.name and word.lower in names) and word.lower not in skip and len(word.lower) > 2
        and any(alike(word.key, other) for other in theirs)
    }  # fmt: skip


def _names(document: CaseDocument, read: Statements) -> frozenset[str]:
    """The names of whoever a paper is by: its letterhead, its title, its writer and the signature."""
    head = document.sentences[0].text if document.sentences else ""
    tail = [one.text for one in document.sentences[-_TAIL:] if one.text.count(" ") <= _LEAST + 1]
    texts = [read.writers.get(document.number, ""), document.author, head, *tail]
    return frozenset(
        word.lower for text in texts for word in words(text) if word.text[:1].isupper() and word.lower not in _TITLES and len(word.lower) > 2
    )  # fmt: skip


def _is_named(names: frozenset[str], said: set[str]) -> bool:
    """Whether a sentence names a source: two words of its name, or the last name of a person."""
    return len(names & said) >= _LEAST
