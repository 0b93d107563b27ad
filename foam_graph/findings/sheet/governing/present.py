"""Who is named as present in minutes, counted, against how many a rule asks for: "decides if at least four members are present"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.governing.acts import kin, laws_of, of_one_body
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "members counted by name"
ASKS: Final = (
    re.compile(
        rf"\b(?P<body>[\w-]+(?: [\w-]+){{0,4}}?) (?:(?:has (?:{NUMBER}) \w+ and )?(?:(?:can|may|shall|must)(?: only)? )?(?:decides?|vote[s]?|acts?|resolves?|take[s]? decisions|is quorate|has a quorum)) (?:only )?"
        rf"(?:if|when|where|with|so long as|provided) (?:at least |no fewer than |not fewer than |not less than |a minimum of )(?P<n>{NUMBER})\b[^.;]{{0,40}}?\b(?:present|there|attend|take part|in attendance)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bquorum (?:of|for) (?:the |a )?(?P<body>[\w-]+(?: [\w-]+){{0,3}}?) (?:is|shall be) (?P<n>{NUMBER})\b",
        re.IGNORECASE,
    ),
)
_BODY: Final = frozenset(
    root(word)
    for word in ("committee", "board", "council", "panel", "meeting", "assembly", "jury", "commission", "court", "senate", "trustee", "governor", "director")
)  # fmt: skip
"""Words for bodies: one of the rule's has to stand at the head of the minutes."""
PRESENT: Final = re.compile(
    r"^\W*(?:(?:members|owners|trustees|directors|governors|councillors|those|also|board members) )?(?:present|in attendance|attending|attended)(?: were)?\s?:\s?(?P<names>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ENDS: Final = re.compile(
    r"\b(?:apologies|excused|absent|regrets|not present|also (?:there|present)|in the chair|guests?|minutes(?: by)?|clerk|without (?:a )?vote)\b",
    re.IGNORECASE,
)
_NAME: Final = re.compile(
    r"^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Cllr|Sir|Rev|Judge|Sr|Fr)\.? )?(?:[A-Z]\.\s?){0,3}[A-Z][\w'’-]+(?: (?:(?:de|der|van|von|la|le|of|da|di|el|al)\s)?[A-Z][\w'’.-]*){0,3}$"
)
LATER: Final = re.compile(
    r"\b(?:joined|arrived|came (?:in|later|at)|by (?:proxy|telephone|phone|video|letter)|prox(?:y|ies)|on behalf of|represented|remotely|online|dialled|from item|as of item|left at|and others?|others)\b",
    re.IGNORECASE,
)
"""What may bring somebody in who is not named at the head."""


@dataclass(frozen=True, eq=False)
class _Asked:
    """How many a rule asks for.

    Attributes:
        rule: The rule.
        needed: How many.
        body: Roots of the body's name.
    """

    rule: Statement
    needed: int
    body: frozenset[str]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Minutes that name fewer as present than a rule asks for, where nothing in them brings in anybody else.

    Args:
        file: The case file.
    """
    read = statements(file)
    changed = amendments(read, file)
    asked = [one for rule in read if rule.document.number in read.laws for one in _asked(rule, changed)]
    if not asked:
        return
    laws = laws_of(read)
    for one in read:
        match = PRESENT.match(one.text) if one.document.number not in read.laws else None
        names = names_in(match["names"]) if match is not None else None
        if not names or _brings_in(one, read):
            continue
        for rule in asked:
            if (
                len(names) < rule.needed
                and _of_body(rule, one.document)
                and of_one_body(rule.rule.document, one.document, laws)
            ):
                yield _finding(rule, one, len(names))


def _asked(rule: Statement, changed: Mapping[str, Amendment]) -> Iterator[_Asked]:
    for pattern in ASKS:
        match = pattern.search(rule.text)
        needed = number_value(match["n"]) if match is not None else None
        if match is None or needed is None or touched(changed, rule.id, match.group()):
            continue
        body = frozenset(root(word.lower) for word in words(match["body"]) if not word.function and len(word.lower) > 3)
        if any(kin(one, _BODY) for one in body):
            yield _Asked(rule, int(needed), body)
            return


def names_in(text: str) -> list[str] | None:
    """The persons that a line names; None where it names somebody otherwise than by name.

    Args:
        text: The line.
    """
    told = _ENDS.split(text)[0]
    told = re.sub(r"\([^()]*\)", "", told)
    parts = [part.strip(" .\n") for part in re.split(r"[,;]|\band\b|&", told)]
    names = [re.sub(r"\s+(?:chair|secretary|treasurer|chairman|chairwoman|clerk)$", "", part) for part in parts if part]
    return names if names and all(_NAME.match(name) for name in names) and len(set(names)) == len(names) else None


def _brings_in(one: Statement, read: Statements) -> bool:
    """Whether the minutes tell of somebody who came later, or took part in another way, or have a second line of names."""
    own = [other for other in read if other.document is one.document]
    lines = [other for other in own if PRESENT.match(other.text)]
    return len(lines) != 1 or any(LATER.search(other.text) for other in own)


def _of_body(rule: _Asked, minutes: CaseDocument) -> bool:
    """Whether the head of minutes names the body that the rule is for, in all words that it has."""
    head = " ".join(one.text for one in minutes.sentences[:4])
    said = frozenset(root(word.lower) for word in words(f"{minutes.title} {head}"))
    return all(kin(one, said) for one in rule.body)


def _finding(rule: _Asked, one: Statement, there: int) -> Finding:
    named = "One is named" if there == 1 else f"{there} are named"
    text = f"{opened(called(rule.rule))}: {quote(rule.rule)}. {says(one)}. {named} as present, and {rule.needed} are needed."
    return Finding(
        "rule", text, (rule.rule.id, one.id), "not_met", rule=RULE,
        inputs={"condition": f"at least {rule.needed} present", "kind": "requirement", "consequence": ""},
    )  # fmt: skip
