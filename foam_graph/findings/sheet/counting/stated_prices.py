"""Lines of accounts that state a number at a price and what it comes to: "6 hours at €75 €450.00"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from foam_graph.findings.language.composed_text import plain
from foam_graph.findings.language.numerals import number_value
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import key_of, same
from foam_graph.findings.sheet.counting.recounting import Recount, Stated, judged, stated

_FIGURE: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_MONEY: Final = rf"(?:US\$|[$€£]|\b(?:EUR|USD|GBP|CHF)\s)\s?(?:{_FIGURE})"
_LINE: Final = re.compile(
    rf"(?:^(?:[\s|>*•–-]*\(?\d{{1,3}}[.)]\s)?[\s|>*•–-]*|[,:(|]\s*)(?P<n>{_FIGURE})\s(?P<what>[^\d€$£|:=,;.]{{1,50}}?)\s?(?:\bat|@|\bà|×|\bx)\s(?P<price>{_MONEY})"
    rf"(?:\s(?:each|apiece|a piece|(?:per|an?) (?P<per>[a-z]+)))?\)?\s*(?:[|:=]|–|—|\bis|\bare|\bmakes?|\bcomes? to)?\s*(?P<total>{_MONEY})[\s|.]*$",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(
    rf"(?:^[\s|>*•–-]*|[,:(|]\s*|\s)(?P<n>{_FIGURE})\s?(?:×|x|\*)\s?(?P<price>{_MONEY})\)?\s*(?:[|:=]|–|—|\bis|\bmakes?)\s*(?P<total>{_MONEY})[\s|.]*$",
    re.IGNORECASE,
)
_MARK: Final = re.compile(r"^[\s|>*•–-]*\(?\d{1,3}[.)]\s")
_SPOILT: Final = re.compile(
    r"\b(?:less|minus|discount\w*|rebate|reduc\w+|plus|incl\w*|excl\w*|vat|tax|about|some|roughly|up to|at least|at most|from|part|of which|instead"
    r"|free|half(?! (?:hour|day|year|dozen)s?\b)|not|per|or|max\w*|min\w*)\b",
    re.IGNORECASE,
)


def prices(text: str) -> Iterator[Recount]:
    """The product that a line of an account states; none where it says that more than number and price is in it.

    Args:
        text: The line, dates without figures.
    """
    match = _LINE.search(text) or _TIMES.search(text)
    if match is None or _SPOILT.search(text[: match.start("price")]):
        return
    before = _MARK.sub("", text[: match.start("n")])
    per = match.groupdict().get("per") or ""
    if re.search(r"\d", before) or (per and not any(same(key_of(per), key_of(word)) for word in match["what"].split())):
        # "2 adults, 3 nights at €50", "90 minutes at €60 per hour": more than two figures make what it comes to.
        return
    money = [q for q in find_quantities(text) if q.unit.startswith("money:") and q.start >= match.start("price")]
    many = number_value(match["n"])
    if len(money) != 2 or many is None or money[0].unit != money[1].unit or many <= 1:
        return
    price, total = stated(money[0]), stated(money[1])
    verdict = judged(total, [Stated(many, ""), price], lambda two: two[0] * two[1])
    if verdict is None:
        return
    yield Recount(
        "product", f"{plain(many)} at {price.words()} is {total.words()}",
        f"{plain(many)} x {price.words()} is {total.like(verdict[1])}", verdict[0], total, Decimal(verdict[1]), (many, price.value),
    )  # fmt: skip
