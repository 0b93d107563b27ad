"""Signatures under a paper, counted, against how many a rule asks for: "an order in writing that is signed by two directors"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, TESTS, number_value
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.governing.acts import act_roots, kin, laws_of, of_one_body
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, listed, opened, quote
from foam_graph.findings.sheet.standing.statements import Statement, statements

RULE: Final = "signatures counted"
_ASKS: Final = (
    re.compile(rf"\b(?:counter)?sign(?:ed|ature)s? (?:by|of|from) (?:at least |any )?(?P<n>{NUMBER}|both)\b", re.IGNORECASE),
    re.compile(rf"\b(?:needs?|requires?|bears?|with|must (?:bear|have|carry)) (?:at least |the )?(?P<n>{NUMBER}) signatures\b", re.IGNORECASE),
    re.compile(rf"\b(?P<n>{NUMBER}) (?:of (?:the|its|our) )?[a-z]+(?: of the [a-z]+)? (?:must|have to|shall) (?:both |each |all )?sign\b", re.IGNORECASE),
)  # fmt: skip
_OPEN: Final = re.compile(r"\b(?:unless|except|or|either|may)\b", re.IGNORECASE)
_LINE: Final = re.compile(
    r"^\W*(?:signature(?: \d| of [\w ]{1,30}| \([^()]{1,30}\))?|signed(?: by)?|signed for [\w ]{1,30})\s?:\s*(?P<name>.*)$",
    re.IGNORECASE,
)
_BLANK: Final = re.compile(r"^[\s_.…–—-]*$|^\(?(?:blank|missing|open|empty|none|not signed|n/?a)\)?\.?$", re.IGNORECASE)
_NAME: Final = re.compile(
    r"^(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?:[A-Z]\.\s?){0,3}[A-Z][\w'’-]+(?: [A-Z][\w'’.-]*){0,3}(?:,.{1,40}|\s\(.{1,40}\))?$"
)
_EMPTY: Final = act_roots("signed signature sign valid binding paper copy")
_HEAD: Final = 4


@dataclass(frozen=True, eq=False)
class _Asked:
    """How many signatures a rule asks for.

    Attributes:
        rule: The rule.
        needed: How many.
        paper: Roots of what has to bear them.
        over: The amount from which on it asks for them; None where it always does.
    """

    rule: Statement
    needed: int
    paper: frozenset[str]
    over: Quantity | None


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that bear fewer signatures than the rule for them asks for.

    Args:
        file: The case file.
    """
    read = statements(file)
    changed = amendments(read, file)
    asked = [one for rule in read.of("rule") if rule.document.number in read.laws for one in _asked(rule, changed)]
    if not asked:
        return
    laws, by_id = laws_of(read), {one.id: one for one in read}
    for document in file.documents:
        if document.number in read.laws:
            continue
        lines = [(by_id[s.id], match["name"].strip()) for s in document.sentences if (match := _LINE.match(s.text))]
        signed = [(line, name) for line, name in lines if _NAME.match(name)]
        blank = [line for line, name in lines if _BLANK.match(name)]
        # A line that is neither a name nor blank may be anything; without a blank one the copy may only show one side.
        if not signed or not blank or len(signed) + len(blank) != len(lines):
            continue
        for one in asked:
            if len(signed) < one.needed and _is_for(one, document) and of_one_body(one.rule.document, document, laws):
                yield _finding(one, document, signed, blank)


def _asked(rule: Statement, changed: Mapping[str, Amendment]) -> Iterator[_Asked]:
    match = next((found for pattern in _ASKS if (found := pattern.search(rule.text)) is not None), None)
    if match is None or _OPEN.search(rule.text) or touched(changed, rule.id, match.group()):
        return
    needed = 2 if match["n"].lower() == "both" else number_value(match["n"])
    bounds = [q for q in find_quantities(rule.text) if q.unit.startswith("money:")]
    if needed is None or needed < 2 or len(bounds) > 1 or any(q.comparator not in (">", ">=") for q in bounds):
        return
    paper = frozenset(root for root in act_roots(rule.text[: match.start()]) if root not in _EMPTY)
    if paper:
        yield _Asked(rule, int(needed), paper, bounds[0] if bounds else None)


def _is_for(one: _Asked, document: CaseDocument) -> bool:
    """Whether a paper is one that the rule speaks of: its head says so, and its amount, where one is asked for."""
    head = " ".join(sentence.text for sentence in document.sentences[:_HEAD])
    if not any(kin(root, one.paper) for root in act_roots(f"{document.title} {head}".lower())):
        return False
    if one.over is None:
        return True
    told = [
        q
        for sentence in document.sentences
        for q in find_quantities(sentence.text)
        if q.unit == one.over.unit and q.high is None
    ]
    return bool(told) and TESTS[one.over.comparator](max(q.value for q in told), one.over.value)


def _finding(
    one: _Asked, document: CaseDocument, signed: Sequence[tuple[Statement, str]], blank: Sequence[Statement]
) -> Finding:
    names = listed([name.rstrip(".") for _, name in signed])
    left = "One line for a signature is" if len(blank) == 1 else f"{len(blank)} lines for signatures are"
    bears = "one signature" if len(signed) == 1 else f"{len(signed)} signatures"
    text = (
        f"{opened(called(one.rule))}: {quote(one.rule)}. {opened(document.cited)} bears {bears}, {names}, where {one.needed} are "
        f"asked for. {left} blank."
    )
    lines = [line for line, _ in signed] + list(blank)
    return Finding(
        "rule", text, (one.rule.id, *(line.id for line in lines)), "not_met", rule=RULE,
        inputs={"condition": f"signed by {one.needed}", "kind": "requirement", "consequence": ""},
    )  # fmt: skip
