"""Lines of lists and tables with figures: their label and their cells, and whether they are a total."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from foam_graph.casefile.case_file import CaseSentence
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import number_value
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.counting.labelled import unremarked
from foam_graph.findings.sheet.counting.subtotals import is_before_tax, is_tax

TOTAL = re.compile(
    r"^(?:grand |sub-?\s?|overall |the |net |gross )?(?:total|sum|totals|subtotal|in total|(?:all )?together|altogether|in all|all told|to pay|payable"
    r"|amount due|balance due)\b",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(
    r"\b(?:in all|altogether|all told|together|in total|total|in sum|combined|(?:^|[,;:(–-]\s*|\b(?:the|column|row|check|final|whole) )sum)\W*$|^(?:both|all (?:the |of the )?(?:items|lines|lots|heads|above|parts|rows|charges))\b",
    re.IGNORECASE,
)
"""Labels that end, or begin, with what says that they stand for everything above ("Stock in all", "Both lots")."""
_SO_MANY = re.compile(
    r"\b(?P<count>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}) (?:items?|lines?|rows?|entries|heads|charges|positions|figures)\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(r"^(?:the )?(?:overall )?(?:average|mean)\b", re.IGNORECASE)
_SUBTRACTED = re.compile(
    r"\b(?:less|minus|deduct(?:s|ed|ions?)?|subtract(?:s|ed)?|discount|credit|rebate|paid|deposit|advance|refund|withheld|retention|retained)\b",
    re.IGNORECASE,
)
_TAKEN_OFF = re.compile(r"^\W*(?:less|minus|deduct(?:s|ed|ion)?|subtract(?:s|ed)?)\b(?! than)", re.IGNORECASE)
"""Labels that say nothing else but that the row is taken off; a deposit may as well be one of the sums that are due."""
_FIGURE = (
    r"(?P<minus>[-−–]\s?|\()?(?P<sign>US\$|[$€£]|(?:EUR|USD|GBP|CHF)\s)?\s?(?P<figure>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"\s?(?P<unit>[€£$%]|[A-Za-z]{1,12}\.?)?\)?"
)
_CELL = re.compile(rf"^{_FIGURE}$")
_ENDING = re.compile(rf"^(?P<label>.*?[^\W\d_].*?)(?P<gap>:\s*|\s{{2,}}|\.{{3,}}\s*|\s[–—-]\s|\s)(?P<cell>{_FIGURE})$")
_ENDS_SO = re.compile(r"\d\s?(?:[€£$%]|[A-Za-z]{1,12}\.?)?\)?$")
"""What every line with a figure at its end has there: looked for first, since reading its label is slow where there is none."""
_SIGNS = {"$": "money:USD", "US$": "money:USD", "€": "money:EUR", "£": "money:GBP", "EUR": "money:EUR", "USD": "money:USD",
          "GBP": "money:GBP", "CHF": "money:CHF", "%": "percent"}  # fmt: skip
_LEAST_TOLD = 2
_ITEM_MARK = re.compile(r"^\s*(?:[-*•–]|\(?(?:\d{1,3}|[a-z])[.)])\s+")


@dataclass(frozen=True)
class Figure:
    """One figure of a line or cell.

    Attributes:
        value: The figure.
        unit: As ``Quantity.unit`` gives it; empty where none is named.
        step: One in its last place.
    """

    value: Decimal
    unit: str
    step: Decimal


@dataclass(frozen=True)
class Line:
    """One line of a list or table.

    Attributes:
        sentence: The line.
        label: Its words before the first figure.
        cells: Its columns behind the label; None where a column has no figure.
    """

    sentence: CaseSentence
    label: str
    cells: tuple[Figure | None, ...]

    @property
    def total(self) -> bool:
        """Whether it is a total of lines above."""
        return bool(TOTAL.match(self.label) or _ALL_OF_THEM.search(self.label))

    def total_of(self, above: int) -> bool:
        """Whether it is a total of so many lines above by its own words ("Net price, four items").

        Args:
            above: How many items stand above it.
        """
        told = _SO_MANY.search(self.label)
        return self.total or (told is not None and above >= _LEAST_TOLD and number_value(told["count"]) == above)

    @property
    def before_tax(self) -> bool:
        """Whether its label says that it is what the lines above come to before tax."""
        return is_before_tax(self.label)

    @property
    def tax(self) -> bool:
        """Whether it is a tax on the lines above, no item of its own."""
        return is_tax(self.label)

    @property
    def average(self) -> bool:
        """Whether it is the average of lines above."""
        return bool(_AVERAGE.match(self.label))

    @property
    def subtracted(self) -> bool:
        """Whether its label says that it is taken off."""
        return bool(_SUBTRACTED.search(self.label))

    @property
    def taken_off(self) -> bool:
        """Whether its label begins with the word that it is taken off ("less advance"), which leaves nothing open."""
        return bool(_TAKEN_OFF.match(self.label))


def line_of(sentence: CaseSentence) -> Line | None:
    """A line with figures, or None."""
    text = sentence.text.strip()
    if "|" in text or "\t" in text:
        parts = parts_of(text)
        label = parts[0] or next((one for one in parts if one and figure_in(one) is None), "")
        return Line(sentence, label, tuple(figure_in(one) for one in parts[1:])) if len(parts) > 1 else None
    shown = unremarked(_ITEM_MARK.sub("", text).rstrip(".;,"))
    match = _ENDING.match(shown) if _ENDS_SO.search(shown) else None
    if (
        match is None
        or len(match["label"].split()) > 8
        or find_dates(match["label"][-12:] + match["gap"] + match["cell"])
    ):
        return None
    cell = figure_in(match["cell"].strip())
    tight = sentence.structure == "item" or match["gap"] != " "
    if cell is None or not (tight or TOTAL.match(match["label"])):
        return None
    return Line(sentence, match["label"].strip(), (cell,))


def parts_of(text: str) -> list[str]:
    """The parts of a row, without marks of emphasis.

    Args:
        text: The row, e.g. ``| a | **b** |``.
    """
    return [one.strip(" *_") for one in re.split(r"\||\t", text.strip().strip("|"))]


def figure_in(text: str) -> Figure | None:
    """The figure that is all of a part of a row; None where it is no figure.

    Args:
        text: The part.
    """
    match = _CELL.match(text)
    if match is None or find_dates(text):
        return None
    figure = Decimal(match["figure"].replace(",", ""))
    sign = (match["sign"] or match["unit"] or "").strip()
    unit = _SIGNS.get(sign.upper())
    if unit is None:
        found = find_quantities(text)
        unit = found[0].unit if found else ""
    step = Decimal(1) / 10 ** len(match["figure"].partition(".")[2])
    return Figure(-figure if match["minus"] else figure, unit, step)


def agrees(value: Decimal, step: Decimal, sums: Iterable[Decimal]) -> bool:
    """Whether a stated figure is one of some sums, as exactly as it is stated.

    Args:
        value: The figure.
        step: One in its last place.
        sums: What it may be.
    """
    return any(abs(one - value) <= step / 2 for one in sums)
