"""Rows that are marked as not counting ("VOID", "cancelled"), and totals that are called those of the others."""

from __future__ import annotations

import re

from foam_graph.casefile.case_file import CaseSentence

_VOID = (
    r"(?:void(?:ed)?|cancell?ed|annulled|struck (?:out|off)|crossed out|scored out|spoil(?:t|ed)|reversed|invalid(?:ated)?"
    r"|not (?:counted|valid|included)|disregard(?:ed)?|left out|does not count)"
)
_MARK = re.compile(rf"^\W*(?P<mark>{_VOID})\b|(?:[,;(]|\s[–-])\s*(?P<behind>{_VOID})\b", re.IGNORECASE)
_BEHIND = re.compile(rf"[\w.](?:\s?[,;(]|\s[–-])\s*(?P<behind>{_VOID})\W*$", re.IGNORECASE)
_VALID = re.compile(
    rf"(?<!not )\bvalid\b|\b(?:without|excluding|excl\.?|except|not counting|leaving out) (?:the |any |all )?(?:{_VOID}|cancellations?)\b",
    re.IGNORECASE,
)


def void_mark(sentence: CaseSentence) -> str:
    """The word by which a row of a table says that it does not count; empty where none does.

    The first cell names what the row is of, and a table may well have a row of cancelled flights: there the mark stands behind the name.

    Args:
        sentence: The row.
    """
    if "|" not in sentence.text and "\t" not in sentence.text:
        return ""
    first, *rest = (one.strip(" *_~") for one in re.split(r"\||\t", sentence.text.strip().strip("|")))
    found = next((match for one in rest if (match := _MARK.search(one)) is not None), None)
    if found is not None:
        return found["mark"] or found["behind"]
    named = _BEHIND.search(first)
    return named["behind"] if named is not None else ""


def counts_valid(label: str) -> bool:
    """Whether a total is called that of the rows that count.

    Args:
        label: What the total is called.
    """
    return _VALID.search(label) is not None
