"""Which sentences state what can be checked, and whether their words say from where.

Rules over wording: a quantity, a date or a quotation can be checked. A fact without any of these is not seen, and that is
told wherever a figure rests on these rules. A number that is only a name, as in "Section 2", is no quantity.
"""

from __future__ import annotations

import re

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.quantities import find_quantities

_QUOTED = re.compile(r"[\"“„«「『][^\"”“»」』]{8,}[\"”»」』]")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_COUNTED = re.compile(r"\d\s*[%％㐀-鿿]")
"""A figure of a share, or in Chinese, whose words ``find_quantities`` does not part."""
_NAMED = re.compile(
    r"\b[Aa]ccording to\b|\bas (?:reported|published|found|documented) (?:by|in)\b"
    r"|\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]heir|'s|’s|\d{4})\s(?:[\w’'-]+\s){0,4}"
    r"(?:study|survey|report|census|audit|review|trial|inquiry|evaluation|statistics|count)s?\s"
    r"(?:\w+\s){0,3}?(?:of|by|from|in|found|finds|shows?|showed|reports?|reported|records?|recorded|counted|says|said|put|puts)\b"
    r"|\((?:[A-Z][\w’'-]+(?:\s(?:and|&|et al\.?))?[\s,]*)+\d{4}\)|\[[\w:.,;\s-]{1,40}\]|https?://"
    r"|根据|依据|据[^，。]{1,12}(?:报告|统计|调查|数据|报道)|(?:报告|统计|调查|数据|研究)(?:显示|表明|指出)"
)


def checkable(sentence: str) -> bool:
    """Whether a sentence states a quantity, a date or a quotation."""
    measured = _COUNTED.search(sentence) or find_quantities(sentence) or find_dates(sentence)
    return bool(measured) or quotes(sentence)


def quotes(sentence: str) -> bool:
    """Whether a sentence quotes; a few letters in quotation marks are a word held at arm's length."""
    return bool(_QUOTED.search(sentence))


def figures(sentence: str) -> tuple[str, ...]:
    """The numbers of a sentence that are written in digits, as they are written."""
    return tuple(_NUMBER.findall(sentence))


def names_source(sentence: str) -> bool:
    """Whether the words of a sentence say whose finding it reports."""
    return bool(_NAMED.search(sentence))
