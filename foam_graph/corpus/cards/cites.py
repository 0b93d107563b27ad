"""Cites as debaters write them: the short cite, and what a full one says of author, date, title and address."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from foam_graph.corpus.formats.citations import Fields

_YEAR = re.compile(r"(?<!\d)(?:(1[6-9]\d\d|20\d\d)|['’]?(\d\d)(?!\d))(?!\d)")
_SHORT = re.compile(
    r"\s*(?P<cite>[^\W\d_][^,;:(\[\n\d]{0,60}?,?\s*(?:in\s+)?['’]?(?:1[6-9]\d\d|20\d\d|\d\d))(?=\s*(?:[,;:(\[–—-]|$))"
)
_DATE = re.compile(r"(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?![\d/-])")
_ISO = re.compile(r"(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-])")
_URL = re.compile(r"https?://[^\s<>\"“”]+")
_TITLE = re.compile(r"[\"“]([^\"“”\n]{3,300}?)[,.]?[\"”]")
_SEEN = re.compile(r"\b(?:accessed|retrieved|doa|date of access)\b", re.IGNORECASE)
_ENCLOSED = (("(", ")"), ("[", "]"))
_PIVOT: Final = 40
"""Two-digit years up to this are of this century."""


def has_year(text: str) -> bool:
    """Whether a text holds something like a year, or says that there is none."""
    return _YEAR.search(text) is not None or re.search(r"\bn\.?\s?d\b", text, re.IGNORECASE) is not None


def opening_cite(text: str) -> tuple[int, int] | None:
    """Where an unmarked citation has its short cite: a name and a year at its beginning."""
    found = _SHORT.match(text)
    return found.span("cite") if found else None


def continues(text: str) -> bool:
    """Whether a paragraph after a short cite goes on with the citation: qualifications in brackets, or an address."""
    bare = text.strip()
    enclosed = any(bare.startswith(one) and bare.rstrip(".").endswith(two) for one, two in _ENCLOSED)
    return (enclosed and has_year(bare)) or _URL.search(bare) is not None or _SEEN.search(bare) is not None


def cite_fields(cite: str, fullcite: str) -> Fields:
    """What a cite says, as citation fields; a debater's dates are month/day/year.

    Args:
        cite: The short cite.
        fullcite: The whole citation.
    """
    found: Fields = {}
    year = _YEAR.search(cite)
    author = cite[: year.start()].strip(" ,'’-–—(") if year else cite.strip()
    address = _URL.search(fullcite)
    title = _TITLE.search(fullcite)
    stated = {
        "author": author,
        "date": _date(cite, fullcite),
        "title": title.group(1).strip() if title else "",
        "url": address.group().rstrip(".,;:)]") if address else "",
    }
    for key, text in stated.items():
        if text:
            found[key] = (text, 1)
    return found


def _date(cite: str, fullcite: str) -> str:
    """The day that the citation states, where it agrees with the cite's year; else that year."""
    found = _YEAR.search(cite) or _YEAR.search(fullcite.partition("http")[0])
    year = _full(found.group(1) or found.group(2)) if found else ""
    before = _SEEN.split(fullcite, maxsplit=1)[0]
    for pattern, order in ((_ISO, (0, 1, 2)), (_DATE, (2, 0, 1))):
        for one in pattern.finditer(before):
            parts = [one.groups()[n] for n in order]
            try:
                day = date(int(_full(parts[0])), int(parts[1]), int(parts[2])).isoformat()
            except ValueError:
                continue
            if not year or day.startswith(year):
                return day
    return year


def _full(year: str) -> str:
    if len(year) == 4:
        return year
    return f"{'20' if int(year) <= _PIVOT else '19'}{year}"
