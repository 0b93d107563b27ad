"""Sums that a sentence writes out: their result needs no source where all their parts have one and it is right."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from functools import lru_cache

from foam_graph.findings.language.numerals import SCALES

_TOKEN = re.compile(
    r"(?P<number>(?P<money>[$€£])?\d+(?:,\d{3})*(?:\.\d+)?)(?P<percent>\s?%|\s?percent\b)?"
    r"(?:\s(?P<scale>thousand|million|billion)\b|(?P<short>(?:k|m|bn)\b))?"
    r"|(?P<sign>[+\-−–×*/÷]|(?<=\s)x(?=\s*\(?[$€£]?\d))|(?P<bracket>[()])|(?P<equals>[=≈])|(?P<word>[^\W\d_]+)|(?P<other>\S)"
)
_BEGUN = re.compile(r"\d[^\d=≈]{0,40}(?:[+\-−–×*/÷]|\sx\s)\s*[^\d=≈]{0,40}\d[^=≈]*[=≈]")
_REFERENCE = re.compile(r"\s?\[\d{1,3}(?:, ?\d{1,3})*\]")
"""Numbers of documents; they are no part of a sum."""
_SIGNS = str.maketrans("−–×x÷", "--**/")
_WORDS = 3
"""Words in a row that may stand beside a part and say what it is: cargo 6.5 + rescue 4.0 = 10.5."""
_TWICE = 2
_KEPT = 4096
"""Texts whose figures with a scale are kept: the same material supports many sentences."""
_MOST = 40
"""Tokens of a sum; nobody reads a longer one."""
_OPERATORS: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


@dataclass(frozen=True)
class _Part:
    """A number, a sign or a bracket of a sum.

    ``full`` is a number with its scale, 2400000 for 2.4 million, and ``share`` what it is as a part of something, 0.09 for 9 percent.
    """

    text: str
    value: Decimal | None = None
    full: Decimal | None = None
    share: Decimal | None = None


@dataclass(frozen=True)
class _Sum:
    """What stands before a sign of equality, and the number behind it."""

    parts: tuple[_Part, ...]
    result: _Part


def writes_out(text: str) -> bool:
    """Whether a sentence writes out a calculation."""
    return _BEGUN.search(text) is not None


def recomputed(text: str, known: Collection[str]) -> set[str]:
    """Results of sums in a text that are right, given its parts.

    Args:
        text: The sentence, e.g. ``1,949 - 75 = 1,874`` or ``(67 + 16 + 13) / 4 = 24``.
        known: Figures that are supported, as ``grounding.figures`` writes them.

    Returns:
        The results, written the same way; a result may be a part of a later sum. With a result comes the factor that a known percentage is, or by
        which something grows or falls by it.
    """
    found: set[str] = set()
    for one in _sums(text):
        numbers = [part.value for part in one.parts if part.value is not None]
        told = {*known, *found}
        factors = {plain(value) for value in numbers if _is_factor(value, told)}
        if not all(plain(value) in told | factors for value in numbers):
            continue
        stated = one.result.value
        ways = [[p.full if p.full is not None else p.text for p in one.parts]]
        # Nine percent of something are 0.09 of it; of two shares the sum is one as they stand.
        ways += [[p.share if p.share is not None else p.text for p in one.parts]]
        made = [value for value in map(_computed, ways) if value is not None]
        if stated is not None and any(_same(value, stated) for way in made for value in _as_stated(way, one)):
            found |= {plain(stated), *factors}
    return found


def _is_factor(value: Decimal, known: Collection[str]) -> bool:
    """Whether a part is a known percentage, 0.018 for 1.8 percent, or what something becomes by it: 1.09 where 9 come to it, 0.91 where they go."""
    if not 0 < value < _TWICE or value % 1 == 0:
        return False
    return plain(abs(value - 1) * 100) in known or (value < 1 and plain(value * 100) in known)


@lru_cache(maxsize=_KEPT)
def in_full(text: str) -> Mapping[str, str]:
    """Figures of a text that a scale follows, each with what it is in full: 4.8 of "4.8 million" and "$4.8m" is 4800000."""
    scaled = (_number(token) for token in _TOKEN.finditer(text) if _scale(token) != 1)
    return {plain(one.value): plain(one.full) for one in scaled if one.value is not None and one.full is not None}


def unsupported(figures: Collection[str], text: str, known: Collection[str], said: Iterable[str]) -> set[str]:
    """Figures of a text that nothing said supports, neither as written nor with their scale.

    Args:
        figures: Figures of the text, as ``plain`` writes them.
        text: The text.
        known: Figures that are supported.
        said: The texts that support it.
    """
    full, there = in_full(text), {*known, *(value for one in said for value in in_full(one).values())}
    return {one for one in figures if one not in there and full.get(one) not in there}


def plain(value: Decimal) -> str:
    """A figure in one form: without trailing zeros or an exponent."""
    return f"{value.normalize():f}"


def _sums(text: str) -> Iterator[_Sum]:
    tokens = list(_TOKEN.finditer(_REFERENCE.sub("", text)))
    for place, token in enumerate(tokens):
        # The next cell of a row holds what the one before it works out.
        if (token["equals"] or token["other"] == "|") and place + 1 < len(tokens) and tokens[place + 1]["number"]:
            parts = _before(tokens[:place])
            if any(part.value is None and part.text not in "()" for part in parts):
                yield _Sum(tuple(parts), _number(tokens[place + 1]))


def _before(tokens: Sequence[re.Match[str]]) -> list[_Part]:
    """The sum that ends there: numbers with a sign between each two, brackets that close, words that say what a part is."""
    parts: list[_Part] = []
    words = closed = 0
    for token in reversed(tokens[-_MOST:]):
        if token["word"]:
            words += 1
            if words > _WORDS:
                break
            continue
        if token["equals"] or token["other"] or (token["bracket"] == "(" and not closed):
            break  # a bracket that opens before the sum holds the whole of it, its result too
        if token["number"]:
            if parts and (parts[0].value is not None or parts[0].text == "("):
                break  # two numbers with no sign between them: the sum begins behind the first
            parts.insert(0, _number(token))
        else:
            parts.insert(0, _Part((token["sign"] or token["bracket"]).translate(_SIGNS)))
            closed += {")": 1, "(": -1}.get(token["bracket"] or "", 0)
        words = 0
    while parts and parts[0].value is None and parts[0].text != "(":
        parts.pop(0)
    return parts


def _number(token: re.Match[str]) -> _Part:
    value = Decimal(token["number"].strip("$€£").replace(",", ""))
    full = value * _scale(token)
    return _Part(str(value), value, full, full / 100 if token["percent"] else full)


def _scale(token: re.Match[str]) -> int:
    # A letter is a scale where money has it, $2.4m; 5m of anything else may be metres.
    return SCALES.get(token["scale"] or (token["short"] if token["money"] else None) or "", 1)


def _as_stated(made: Decimal, found: _Sum) -> Iterator[Decimal]:
    """A value in the scale of the result; where no part names a scale, the result's may stand for all of them."""
    if found.result.value:
        yield made * found.result.value / (found.result.full or found.result.value)
    if all(part.full == part.value for part in found.parts):
        yield made


def _computed(parts: Sequence[Decimal | str]) -> Decimal | None:
    """The value of a sum with the usual order of signs; None where it cannot be read or divides by zero."""
    values = [part for part in parts if isinstance(part, Decimal)]
    places = iter(range(len(values)))
    # Numbers enter the expression as names: none of its text but signs and brackets is looked at by the parser.
    written = " ".join(f"v{next(places)}" if isinstance(part, Decimal) else part for part in parts)
    try:
        return _value(ast.parse(written, mode="eval").body, values)
    except (SyntaxError, ValueError, DecimalException):
        return None


def _value(node: ast.expr, values: Sequence[Decimal]) -> Decimal:
    if isinstance(node, ast.Name):
        return values[int(node.id[1:])]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_value(node.left, values), _value(node.right, values))
    raise ValueError("not a sum")


def _same(made: Decimal, stated: Decimal) -> bool:
    """Whether a result is right to the decimals that are stated; of a share in percent as well."""
    step = Decimal(1).scaleb(int(stated.as_tuple().exponent))
    return any(abs(one - stated) * 2 <= step for one in (made, made * 100))
