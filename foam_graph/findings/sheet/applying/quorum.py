"""How many members a body needs in order to decide, against how many took part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, statements

RULE = "members needed"
_WHO = r"(?:members|judges|jurors|directors|trustees|councillors|assessors|arbitrators|delegates|governors)"
NEEDS = (
    re.compile(
        rf"\b(?:the )?(?P<body>[A-Z]?[\w-]+(?: [\w-]+){{0,3}}?) (?:sits|decides|meets|votes|acts|can decide|may decide|shall (?:sit|decide|meet|act)|is quorate|must (?:sit|decide|meet)) (?:only )?"
        rf"(?:with|if|when|where) (?:at least |no fewer than |not fewer than |a quorum of )?(?P<n>{NUMBER}) (?:\w+ )?{_WHO}\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\bquorum (?:of|for) the (?P<body>[\w-]+(?: [\w-]+){{0,3}}?) (?:is|shall be) (?P<n>{NUMBER})\b", re.IGNORECASE),
    re.compile(rf"\b(?:decisions?|meetings?|sittings?|votes?) of the (?P<body>[\w-]+(?: [\w-]+){{0,3}}?) (?:is|are|shall be) (?:only )?valid (?:only )?(?:if|when|with) (?:at least )?(?P<n>{NUMBER}) (?:\w+ )?{_WHO}\b", re.IGNORECASE),
)  # fmt: skip
_THERE = re.compile(
    rf"(?<!\bof )(?<!\bleast )\b(?P<n>{NUMBER}) (?:of (?:its|the|our) (?:{NUMBER} )?)?{_WHO} (?:took (?:their seats|part)|were (?:present|there|in attendance)|attended|sat|voted|took their places|had come|came)\b",
    re.IGNORECASE,
)
_WITH = re.compile(
    rf"\bwith (?P<n>{NUMBER}) {_WHO} present\b|\bin the presence of (?P<m>{NUMBER}) {_WHO}\b", re.IGNORECASE
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sittings with fewer members than a rule asks for.

    Args:
        file: The case file.
    """
    read = statements(file)
    for rule in read.of("rule"):
        match = next((found for pattern in NEEDS if (found := pattern.search(rule.text)) is not None), None)
        needed = number_value(match["n"]) if match is not None else None
        if match is not None and needed is not None:
            body = {word.key for word in words(match["body"]) if not word.function}
            for fact in read:
                there = _there(fact, body)
                if there is not None and body:
                    yield _finding(rule, fact, needed, there)


def _there(fact: Statement, body: set[str]) -> Decimal | None:
    """How many members of a body a paper of that body, or a sentence that names it, says took part; None where it says nothing."""
    if fact.standing not in ("fact", "fragment") or fact.document.source_class in RULE_CLASSES:
        return None
    match = _THERE.search(fact.text) or _WITH.search(fact.text)
    if match is None:
        return None
    head = " ".join(one.text for one in fact.document.sentences[:4])
    said = {word.key for word in words(f"{fact.document.title} {head} {fact.text}")}
    figure = match.groupdict().get("n") or match.groupdict().get("m") or ""
    return number_value(figure) if body <= said else None


def _finding(rule: Statement, fact: Statement, needed: Decimal, there: Decimal) -> Finding:
    enough = there >= needed
    text = f"{opened(called(rule))}: {quote(rule)}. {says(fact)}. That is "
    text += f"{there}, and {needed} are needed." if not enough else f"{there}, as many as are needed or more."
    return Finding(
        "rule", text, (rule.id, fact.id), "met_single_source" if enough else "not_met", rule=RULE,
        inputs={"condition": f"at least {needed} members", "kind": "requirement", "consequence": ""},
    )  # fmt: skip
