"""Bodies that decide: which of them a rule is for, and whether minutes are of a sitting of it."""

from __future__ import annotations

import re
from typing import Final

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.language.kinship import root
from foam_graph.findings.sheet.governing.needed import BODIES
from foam_graph.findings.sheet.standing.numbered import parts_of, under
from foam_graph.findings.sheet.standing.statements import Statement

_MINUTES: Final = re.compile(
    r"\b(?:minutes|record of the (?:meeting|sitting)|meeting|sitting|session)\b", re.IGNORECASE
)
_HEAD: Final = 4
_BODY: Final = re.compile(
    rf"(?:(?P<before>[\w-]+)[ -])?\b(?P<body>{'|'.join(BODIES)})(?P<plural>s)?\b(?! (?:room|hall|house|table|paper|papers|member|chair)\b)",
    re.IGNORECASE,
)
_PLAIN: Final = frozenset({"the", "this", "our", "its", "a", "an", "of", "each", "every", "no", "any", "full", "management", "executive", "of the", "by", "and", "that"})  # fmt: skip


def body_of(rule: Statement) -> str:
    """Root of the body that a rule is for: the one that it names, else its heading, else the only one of its paper; empty for none.

    Args:
        rule: The rule.
    """
    numbered = parts_of(rule.document)
    part = next((one for one in numbered if any(s.id == rule.id for s in one.sentences)), None)
    section = under(part.number.split(".")[0], numbered) if part is not None else []
    inside = " ".join(s.text for s in part.sentences) if part is not None else ""
    above = section[0].sentences[0].text if section else ""
    beside = " ".join(s.text for one in section for s in one.sentences)
    whole = " ".join(one.text for one in rule.document.sentences)
    for text in (rule.text, inside, above, f"{rule.heading} {beside}", f"{rule.document.title} {whole}"):
        named = {root(match["body"].lower()) for match in _BODY.finditer(text)}
        if len(named) == 1:
            return named.pop()
        if named:
            return ""
    return ""


def is_record(document: CaseDocument) -> bool:
    """Whether a paper is that of a sitting.

    Args:
        document: The paper.
    """
    head = " ".join(one.text for one in document.sentences[:_HEAD])
    return _MINUTES.search(f"{document.title} {head}") is not None and document.source_class not in ("advocacy", "news")


def names_body(rule: Statement, body: str, document: CaseDocument) -> bool:
    """Whether the head of minutes names the body, and no narrower one ("finance committee") that the rules do not know by that name.

    Args:
        rule: The rule.
        body: Root of the word for its body.
        document: The minutes.
    """
    head = f"{document.title}. " + " ".join(s.text for s in document.sentences[:_HEAD])
    named = [match for match in _BODY.finditer(head) if root(match["body"].lower()) == body]
    others = {root(match["body"].lower()) for match in _BODY.finditer(head) if not match["plural"]} - {body}
    if not named or others:
        return False
    law = " ".join(s.text for s in rule.document.sentences).lower()
    for match in named:
        before = (match["before"] or "").lower()
        if (
            before
            and before not in _PLAIN
            and f"{before} {match['body'].lower()}" not in law
            and not (match["before"] or "")[:1].isupper()
        ):
            return False
        if before.startswith("sub"):
            return False
    return True
