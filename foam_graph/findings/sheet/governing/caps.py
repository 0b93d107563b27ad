"""Amounts in tables, and amounts told of a thing, against the most that a rule allows for that thing: "no fine is higher than £40"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import PERIODS, Quantity, find_quantities
from foam_graph.findings.sheet.governing.acts import act_roots, covered, kin, law_sentences, laws_of, of_one_body
from foam_graph.findings.sheet.governing.conditioned import conditioned
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.standing.tables import cells, heads, rows_below
from foam_graph.phrases import acting, opened

RULE: Final = "most that is allowed"
_MONEY: Final = "money"
_MOST: Final = re.compile(
    r"\b(?:at most|up to|not more than|no more than|a maximum of|maximum of|not exceed(?:ing)?|may not exceed|(?:is|are|be) (?:capped|limited) (?:at|to)"
    r"|cap of|no (?:\w+ ){1,3}(?:is|may be|can be|shall be) (?:higher|more|larger|greater) than|the most is)\s$",
    re.IGNORECASE,
)
_TOTAL: Final = re.compile(
    r"\b(?:total|sum|together|net|gross|subtotal|vat|tax|to pay|balance|carried)\b", re.IGNORECASE
)
_PRICE: Final = re.compile(r"\b(?:price|rate|each|per|unit cost|cost each)\b", re.IGNORECASE)
_SPLIT: Final = re.compile(r"[;:]\s|,\s|\band (?=at most\b|up to\b|not more\b)", re.IGNORECASE)
_JOINED: Final = re.compile(r"\b(?:and|or)\b", re.IGNORECASE)
_OF_SUM: Final = re.compile(r"\b(?P<what>(?:[a-z][a-z-]+ ){0,2}[a-z][a-z-]+) of $")
_OF_SUM_OF: Final = re.compile(r" of (?:US\$|[$€£]|[A-Z]{3}\s|\d)")
_LOOSE: Final = re.compile(
    r"\b(?:would|could|might|if|propos\w+|draft|ask\w*|request\w*|wish\w*|suggest\w*|demand\w*|instead of|rather than|not|never|no|old|former|earlier"
    r"|said that|says that|told|argues?|claims?|reduced|waive[sd]?|total|altogether|together|all)\b",
    re.IGNORECASE,
)
_PAYING: Final = re.compile(
    r"\b(?:pays?|paid|charges?|charged|most|maximum|up to|not|more|refund(?:s|ed)?|reimburse[sd]?)\b", re.IGNORECASE
)
_EVERY: Final = re.compile(r"^\W*(?:no|any|each|every|all)\b", re.IGNORECASE)
_PER: Final = re.compile(rf"\b(?:per|an?|each|every)\s(?P<noun>{'|'.join(PERIODS)}|[a-z]+)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Cap:
    """The most that a rule allows.

    Attributes:
        rule: The rule.
        bound: The amount.
        thing: Roots of what it is for, all of which a row has to have.
        every: Whether it is for all of the kind: "no fine is higher than …".
    """

    rule: Statement
    bound: Quantity
    thing: frozenset[str]
    every: bool = False


def findings(file: CaseFile) -> Iterator[Finding]:
    """Amounts that are higher than the rule for the same thing allows.

    Args:
        file: The case file.
    """
    read = statements(file)
    rules = law_sentences(read)
    changed = amendments(read, file)
    caps = [one for rule in rules for one in _caps(rule, changed)]
    if not caps:
        return
    laws, tables = laws_of(read), heads(read)
    own = {
        document.number: [one for one in caps if of_one_body(one.rule.document, document, laws)]
        for document in file.documents
        if document.number not in read.laws
    }
    for row in rows_below(tables, read):
        yield from _of_row(row, tables[row.id], own.get(row.document.number, []))
    for one in read.of("fact", "plan"):
        if own.get(one.document.number) and not one.text.startswith("|") and _OF_SUM_OF.search(one.text):
            yield from () if _LOOSE.search(one.text) else _of_sentence(one, own[one.document.number])


def _caps(rule: Statement, changed: Mapping[str, Amendment]) -> Iterator[_Cap]:
    if not any(q.unit.startswith(_MONEY) for q in find_quantities(rule.text)):
        return
    case = conditioned(rule.text)
    if case is None or case.roots:
        return
    found = find_quantities(case.main)
    for q in found:
        before = case.main[: q.start]
        most = _MOST.search(before) or q.comparator in ("<=", "<")
        if (
            not q.unit.startswith(_MONEY)
            or q.high is not None
            or not most
            or q.period
            or touched(changed, rule.id, q.text)
        ):
            continue
        if _PER.match(case.main[q.end :].strip()) or _JOINED.search(_SPLIT.split(before)[0]):
            # So much a day, or for one thing or another: a row does not show which.
            continue
        # What stands before the bound and right behind it ("at most €140 at night"), and whose fee it is.
        behind = re.match(r"^(?: (?:at|by|on|during|in|for)\b[^,;.]*)", case.main[q.end :])
        parts = _SPLIT.split(before)
        thing = act_roots(_first(parts[0])) | (act_roots(behind.group()) if behind is not None else frozenset())
        if len(found) > 1 and behind is None:
            continue
        if thing:
            yield _Cap(rule, q, thing, _EVERY.match(parts[0].strip()) is not None)


def _first(text: str) -> str:
    """What a sentence speaks of, before its first amount or verb of cost."""
    return re.split(
        r"\b(?:costs?|is|are|comes? to|amounts? to|may|can|shall|must|exceeds?)\b", _PAYING.sub("", text), maxsplit=1
    )[0]


def _of_row(row: Statement, head: str, caps: Sequence[_Cap]) -> Iterator[Finding]:
    if not caps:
        return
    names, values = cells(head), cells(row.text)
    if len(names) != len(values) or _TOTAL.search(values[0]):
        return
    price = [n for n, name in enumerate(names) if _PRICE.search(name)]
    places = price if len(price) == 1 else [n for n, value in enumerate(values) if _money(value) is not None]
    told = _money(values[places[0]]) if len(places) == 1 else None
    if told is None:
        return
    label = " ".join(value for n, value in enumerate(values) if n not in places)
    # The head of the first column says what its rows are: "Fine".
    said = act_roots(label) | act_roots(names[0])
    for cap in _nearest(caps, said):
        if told.unit == cap.bound.unit and told.value > cap.bound.value:
            text = (
                f"{opened(called(cap.rule))}: {quote(cap.rule)}. {acting(row.document.cited, 'has')} the row {quote(row)}: "
                f"{told.text.strip()}, where at most {cap.bound.text.strip()} is allowed."
            )
            yield _finding(cap, row, told, text)


def _of_sentence(one: Statement, caps: Sequence[_Cap]) -> Iterator[Finding]:
    """An amount told of a thing that a rule has a most for: "a fine of £60 was added"."""
    for q in find_quantities(one.text):
        match = _OF_SUM.search(one.text[: q.start])
        if not q.unit.startswith(_MONEY) or q.high is not None or match is None or q.period or q.comparator != "=":
            continue
        said = act_roots(match["what"])
        for cap in caps:
            if q.unit == cap.bound.unit and q.value > cap.bound.value and covered(cap.thing, said):
                text = (
                    f"{opened(called(cap.rule))}: {quote(cap.rule)}. {says(one)}. That is {q.text.strip()}, where at most "
                    f"{cap.bound.text.strip()} is allowed."
                )
                yield _finding(cap, one, q, text)


def _nearest(caps: Sequence[_Cap], said: frozenset[str]) -> list[_Cap]:
    """The caps whose thing a row has in all its words: of several the most special one alone; none where two differ."""
    own = [one for one in caps if covered(one.thing, said) and _is_meant(one, said)]
    most = max((len(one.thing) for one in own), default=0)
    special = [one for one in own if len(one.thing) == most]
    return special if len({one.bound.value for one in special}) == 1 else []


def _is_meant(cap: _Cap, said: frozenset[str]) -> bool:
    """Whether a row is of the thing itself: one word may name many things ("deposit"), unless the rule is for all of them."""
    return cap.every or len(cap.thing) > 1 or not any(not kin(root, cap.thing) for root in said)


def _money(value: str) -> Quantity | None:
    found = [q for q in find_quantities(value) if q.unit.startswith(_MONEY)]
    return found[0] if len(found) == 1 and len(value.strip()) <= len(found[0].text.strip()) + 3 else None


def _finding(cap: _Cap, one: Statement, told: Quantity, text: str) -> Finding:
    return Finding(
        "threshold", text, (cap.rule.id, one.id), "beyond", rule=RULE,
        inputs={"told": told.text.strip(), "limit": cap.bound.text.strip()},
    )  # fmt: skip
