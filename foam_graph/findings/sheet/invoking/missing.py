"""Numbers of rules that the paper of rules which is meant does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.invoking.cited import Cited, cited
from foam_graph.findings.sheet.standing.naming import called, opened, says
from foam_graph.findings.sheet.standing.numbered import Part, parts
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "no such rule"
_EXTRACT: Final = re.compile(r"\b(?:extracts?|excerpts?|selected|selection|relevant (?:clauses|rules|sections|parts)|in part|abridged|summary|\[?…\]?|\.\.\.|annex|appendix|schedule|part (?:two|ii|2|b))\b|…", re.IGNORECASE)  # fmt: skip
_CHANGES: Final = re.compile(r"\b(?:insert\w*|new|added?|adds|supplement\w*|renumber\w*|becomes?|amend\w*|former\w*|old|earlier|previous|draft|propos\w*|repealed|deleted|not|no|never|does not exist|instead)\b", re.IGNORECASE)  # fmt: skip
_WORDS: Final = (
    ("clause", re.compile(r"\b(?:contract|agreement|lease|terms|conditions|tender)\b", re.IGNORECASE)),
    ("rule", re.compile(r"\b(?:rules|rulebook)\b", re.IGNORECASE)),
    ("condition", re.compile(r"\bconditions\b", re.IGNORECASE)),
)
_FEWEST: Final = 4


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that name a rule which the paper of rules, numbered from its first to its last, does not have.

    Args:
        file: The case file.
    """
    read = statements(file)
    every = cited(read, file)
    called_so = {(one.law.number, one.noun) for one in every if one.parts}
    found = [one for one in every if not one.parts]
    for one in found:
        numbered = parts(file)[one.law.number]
        strangers = {(other.law.number, other.number) for other in found}
        if len(strangers) > 1 or len({other.claim.document.number for other in found}) > 1:
            return  # so much that is not there: the paper may not be whole
        last = _last(one.number, numbered)
        if (
            not one.by_name
            and (one.law.number, one.noun) not in called_so
            and not _is_word_for(one.noun, one.law.title, numbered)
        ):
            continue  # "section 21" may be of an Act that everybody knows
        if last is None or _CHANGES.search(one.claim.text) or not _is_whole(one, read, file):
            continue
        yield _finding(one, last, read)
        return


def _is_word_for(noun: str, title: str, numbered: Sequence[Part]) -> bool:
    """Whether the rules of a paper are called so: there, or by what sort of paper it is."""
    return any(one.noun == noun for one in numbered) or any(
        noun == word and sort.search(title) for word, sort in _WORDS
    )


def _last(number: str, numbered: Sequence[Part]) -> Part | None:
    """The last of the numbers in a row which a number lies beyond: 1 to 11 for 14, 5.1 to 5.4 for 5.7; None where they are in no row."""
    above, _, tail = number.rpartition(".")
    if not tail.isdigit():
        return None
    lead = f"{above}." if above else ""
    row = {one.number[len(lead) :].split(".")[0] for one in numbered if one.number.startswith(lead)}
    if not row or not all(one.isdigit() for one in row):
        return None
    figures = sorted(map(int, row))
    if (
        figures != list(range(1, len(figures) + 1))
        or int(tail) <= figures[-1]
        or len(figures) < (2 if above else _FEWEST)
    ):
        return None
    return next(
        one
        for one in reversed(numbered)
        if one.number == f"{lead}{figures[-1]}" or one.number.startswith(f"{lead}{figures[-1]}.")
    )


def _is_whole(one: Cited, read: Statements, file: CaseFile) -> bool:
    """Whether the paper of rules gives no sign that there is more of it, and no other paper adds to it or has the number."""
    if any(_EXTRACT.search(text) for text in (one.law.title, *(s.text for s in one.law.sentences))):
        return False
    others = (other for other in read if other.document is not one.law)
    if any(_CHANGES.search(other.text) and re.search(rf"\b{re.escape(one.number)}\b", other.text) for other in others):
        return False
    return not any(
        part.number == one.number and part.noun in ("", one.noun)
        for document, own in parts(file).items() if document != one.law.number for part in own
    )  # fmt: skip


def _finding(one: Cited, last: Part, read: Statements) -> Finding:
    first: Statement = next(each for each in read if each.id == last.sentences[0].id)
    above = one.number.rpartition(".")[0]
    span = f"{above}.1 to {last.number}" if above else f"1 to {last.number.split('.')[0]}"
    text = f"{says(one.claim)}. {opened(called(first))} is numbered from {span}: it has no {one.noun} {one.number}."
    inputs: dict[str, object] = {"differ_in": "number", "stated": one.number, "last": last.number}
    return Finding("contradiction", text, (one.claim.id, first.id), "disputed", rule=RULE, inputs=inputs)
