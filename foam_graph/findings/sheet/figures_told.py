"""Two figures for one thing where the thing itself is fixed: the total of a table, the size of a body, a count that leaves nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import key_of, same, verb_keys, words
from foam_graph.findings.sheet.counting.list_totals import unit_of
from foam_graph.findings.sheet.counting.listed import Listed, lists
from foam_graph.findings.sheet.counting.recounting import agrees, shown, stated
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements

RULE = "figures of one thing"
_TOGETHER = re.compile(r"\b(?:together|altogether|in all|in total|a total of|total|all told|combined)\b", re.IGNORECASE)
_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_BODY = r"(?P<body>jury|panel|board|committee|council|crew|team|choir|commission|tribunal|delegation|orchestra|bench)"
_SIZED = (
    re.compile(rf"\b{_BODY} of (?P<n>{NUMBER})\b(?! (?:year|day|month|minute|hour))", re.IGNORECASE),
    re.compile(rf"\b{_BODY} (?:has|had|consists of|consisted of|is made up of|was made up of|numbers|numbered) (?:only )?(?P<n>{NUMBER}) (?:\w+ )?(?:members|persons|people|jurors|men|women|musicians|heads)\b", re.IGNORECASE),
)  # fmt: skip
_NO_MORE = re.compile(
    r"\band (?:no|not any|none) (?:others?|more|further|fourth|fifth|third|second)\b|\bno (?:more|others?) than\b|\bexactly\b|\bjust\b",
    re.IGNORECASE,
)
_OWN = frozenset({"fact", "plan"})
_DIGITS = 3
_RARE = 0.04
_SPOILT = re.compile(
    r"\b(?:instead of|rather than|not|slip|misprint|corrected|earlier figure|should read|formerly|previously|last year)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Told:
    statement: Statement
    quantity: Quantity


def findings(file: CaseFile) -> Iterator[Finding]:
    """Figures that differ for one total, one average, one body or one full count.

    Args:
        file: The case file.
    """
    read = statements(file)
    told = [one for one in read if one.standing in _OWN and not one.text.startswith("|") and not other_case(one, read)]
    by_id = {one.id: one for one in read}
    for document in file.documents:
        for listed in lists(document):
            if listed.total is not None and listed.total.id in by_id:
                yield from _totals(listed, by_id[listed.total.id], told)
    yield from _bodies(told)
    amounts = [
        _Told(one, q) for one in told for q in find_quantities(one.text) if q.high is None and q.comparator == "="
    ]
    yield from _full_counts(amounts, told)
    yield from _swapped(amounts, read)


def _totals(one: Listed, total: Statement, told: Sequence[Statement]) -> Iterator[Finding]:
    """Sentences of other papers that give the total or the average of the very lines of a table otherwise."""
    if one.stated is None or one.row:
        return
    unit, marker = unit_of(one), _AVERAGE if one.mean else _TOGETHER
    counted = key_of(one.heading.split()[-1]) if one.heading else ""
    for fact in told:
        if fact.document is total.document or not marker.search(fact.text) or negations(fact.text):
            continue
        amounts = [
            q
            for q in find_quantities(fact.text)
            if q.high is None and q.comparator == "=" and not q.period and not q.partial
        ]
        fitting = [
            q for q in amounts if (unit and q.unit == unit) or (not unit and q.unit and same(key_of(q.unit), counted))
        ]
        if len(fitting) != 1 or not (_names_lines(one, fact) if not one.mean else _of_paper(total, fact)):
            continue
        result = stated(fitting[0])
        if agrees(result, one.stated.value) or abs(result.value - one.stated.value) < max(result.step, one.stated.step):
            continue
        what = "average" if one.mean else "total"
        text = (
            f"Two figures for one {what}: {shown(one.stated.value, unit or fitting[0].unit)} in the table of {called(total)}, "
            f"{fitting[0].text} in {called(fact)}: {quote(fact)}."
        )
        yield _clash(text, total, fact, str(one.stated.value), str(result.value))


def _names_lines(one: Listed, fact: Statement) -> bool:
    """Whether a sentence names every line of a table, or the one day that all of them are of."""
    said = {word.key for word in fact.words}
    labels = [{word.key for word in words(line.label) if not word.function} for line in one.lines]
    if len(labels) > 1 and all(label and label <= said for label in labels):
        return True
    days = {(found.month, found.day) for line in one.lines for found in find_dates(line.sentence.text) if found.day}
    each = all(any(found.day for found in find_dates(line.sentence.text)) for line in one.lines)
    own = {(found.month, found.day) for found in find_dates(fact.text) if found.day}
    return each and len(days) == 1 and days == own


def _of_paper(total: Statement, fact: Statement) -> bool:
    """Whether a sentence, or its heading or the sentence before, names the body or thing whose paper has the table."""
    head = " ".join(one.text for one in total.document.sentences[:2] if one.structure != "row")
    own = {
        word.key
        for word in words(f"{total.document.title} {head}")
        if not word.function and not light(word.key) and not word.text.isdigit()
    }
    near = {word.key for word in words(f"{fact.passage.before} {fact.text}") if not word.function}
    return bool({key for key in own & near if len(key) > 3})


def _bodies(told: Sequence[Statement]) -> Iterator[Finding]:
    """The one jury, board or crew of a file given two sizes."""
    found: dict[str, list[tuple[Statement, Decimal]]] = {}
    for one in told:
        for pattern in _SIZED:
            for match in pattern.finditer(one.text):
                size = number_value(match["n"])
                if size is not None:
                    found.setdefault(match["body"].lower(), []).append((one, size))
    for body, sizes in found.items():
        first = sizes[0]
        other = next((two for two in sizes if two[1] != first[1] and two[0].document is not first[0].document), None)
        if other is not None and len({size for _, size in sizes}) == 2:
            text = f"Two sizes of one {body}: {first[1]} or {other[1]}. {says(first[0])}. {says(other[0])}."
            yield _clash(text, first[0], other[0], str(first[1]), str(other[1]))


def _full_counts(amounts: Sequence[_Told], told: Sequence[Statement]) -> Iterator[Finding]:
    """A count that says there were no others, against a higher count of the same things."""
    spoken: dict[str, int] = {}
    for said in told:
        for key in {word.key for word in said.words}:
            spoken[key] = spoken.get(key, 0) + 1
    full = [one for one in amounts if _NO_MORE.search(one.statement.text) and _counts(one.quantity)]
    for one in full:
        key = key_of(one.quantity.unit)
        for other in amounts:
            more = (
                _counts(other.quantity)
                and same(key, key_of(other.quantity.unit))
                and other.quantity.value > one.quantity.value
            )
            if not more or other.statement.document is one.statement.document or negations(other.statement.text):
                continue
            shared = {a.key for a in one.statement.words if not a.function} & {
                b.key for b in other.statement.words if not b.function
            }
            if {
                k for k in shared if not same(k, key) and spoken.get(k, 0) <= max(3, _RARE * 2 * len(told))
            } and spoken.get(key, 0) <= 12:
                text = f"{says(one.statement)}. {opened(called(other.statement))} has more: {quote(other.statement)}."
                yield _clash(text, one.statement, other.statement, str(one.quantity.value), str(other.quantity.value))


def _counts(one: Quantity) -> bool:
    return bool(one.unit) and not one.generic() and not one.partial and not one.period and one.value == int(one.value)


def _swapped(amounts: Sequence[_Told], read: Statements) -> Iterator[Finding]:
    """Two figures of one unit with the same digits in another order, of the same matter: one of them is likely a slip."""
    groups: dict[tuple[str, str], list[_Told]] = {}
    for one in amounts:
        digits = (
            re.sub(r"\D", "", one.quantity.text.split()[0])
            if one.quantity.text[:1].isdigit() or one.quantity.text[:1] in "$€£"
            else ""
        )
        if (
            len(digits.strip("0")) >= 2
            and len(digits) >= _DIGITS
            and one.quantity.unit
            and not _SPOILT.search(one.statement.text)
        ):
            groups.setdefault((one.quantity.unit, "".join(sorted(digits))), []).append(one)
    for found in groups.values():
        for n, one in enumerate(found):
            for other in found[n + 1 :]:
                if one.statement.document is other.statement.document or one.quantity.value == other.quantity.value:
                    continue
                if one.quantity.period != other.quantity.period or not _one_matter(one, other, read):
                    continue
                text = (
                    f"The same digits in another order: {one.quantity.text} or {other.quantity.text}. "
                    f"{says(one.statement)}. {says(other.statement)}."
                )
                yield _clash(text, one.statement, other.statement, str(one.quantity.value), str(other.quantity.value))


def _one_matter(one: _Told, other: _Told, read: Statements) -> bool:
    """Whether two sentences speak of one matter: of the same person or thing by its name, or two words in common."""
    sides = []
    for told in (one, other):
        rest = (
            f"{told.statement.passage.before} {told.statement.text}"
            if re.match(r"\W*(?:it|this|that|they)\b", told.statement.text, re.I)
            else told.statement.text
        )
        unit = key_of(told.quantity.unit)
        sides.append(
            {
                word.key
                for word in words(rest)
                if not word.function
                and word.key != unit
                and not light(word.key)
                and word.key not in verb_keys()
                and not word.text.isdigit()
            }
        )
    return bool({key for key in sides[0] & sides[1] if key not in read.background and len(key) > 2})


def _clash(text: str, one: Statement, other: Statement, mine: str, theirs: str) -> Finding:
    return Finding(
        "contradiction", text, (one.id,), "disputed", rule=RULE, inputs={"differ_in": "number", "values": [mine, theirs]},
        against=(other.id,),
    )  # fmt: skip
