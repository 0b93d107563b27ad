"""Totals of lists and tables counted again, in their own document and where another document names the same total."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.wording import bare
from foam_graph.findings.language.words import key_of, same, verb_keys, words
from foam_graph.findings.sheet.counting.beside_totals import hangs_on, made_up
from foam_graph.findings.sheet.counting.lines import Figure, agrees
from foam_graph.findings.sheet.counting.listed import Listed, lists
from foam_graph.findings.sheet.counting.recounting import shown, stated
from foam_graph.findings.sheet.counting.replaced_items import in_place
from foam_graph.findings.sheet.counting.void_rows import void_mark
from foam_graph.phrases import acting

RULE, VERSION = "totals of lists", "1"
_MOST = 8
"""Sentences that a finding rests on besides the total: one that names half a paper is of no use."""
_TOTAL_OF = re.compile(
    r"\b(?:total(?:s|led|ling)?|sum|in all|altogether|together|overall|amounts? to|amounted to|comes? to|came to|adds? up to)\b",
    re.IGNORECASE,
)
_BETWEEN_THEM = re.compile(
    r"\b(?:between them|together|in all|altogether|in total|a total of|all told|combined|in sum|jointly)\b",
    re.IGNORECASE,
)
_COMES_TO = re.compile(
    r"^(?:(?:together|in all|altogether|in total|all told|added up|in sum),? )?(?:this|that|these|those|they|it|which|the (?:total|sum|whole|lines|items))\b[^.;,\d]{0,30}?"
    r"\b(?:comes? to|came to|makes?|amounts? to|adds? up to|totals?|is)\s",
    re.IGNORECASE,
)
_NEAR = Decimal("0.2")
"""A sum that somebody got wrong lies this near, as a share; what lies farther off is of other things than the lines above."""
_NO_NAME = frozenset(
    key_of(word)
    for word in [
        "total",
        "sum",
        "amount",
        "figure",
        "document",
        "list",
        "table",
        "item",
        "line",
        "invoice",
        "bill",
        "account",
        "statement",
        "show",
        "state",
        "say",
        "give",
        "claim",
        "cost",
        "be",
        "have",
        "date",
        "page",
        "copy",
        "attach",
        "enclose",
        "letter",
        "report",
        "grand",
        "overall",
    ]
)
_ALIKE = 3
"""Rows of a table, all with right totals of their own, that are told in one line."""
_PART = re.compile(
    r"\b(?:includ\w+|of which|part of|excluding|without|except|more than|less than|up to|limit|ceiling)\b", re.I
)


def list_totals(file: CaseFile) -> Iterator[Finding]:
    """Every total that is stated of a list or table, counted again.

    Args:
        file: The case file.
    """
    found = [one for document in file.documents for one in lists(document)]
    counted = [
        (one, _own(file, one, one.stated, one.total))
        for one in found
        if one.stated is not None and one.total is not None and one.plausible and not _rounding(one, one.stated)
    ]
    yield from _by_table(counted)
    for document in file.documents:
        yield from _claimed(file, document, found)
        own = [one for one in found if one.document.id == document.id]
        yield from _told_beside(file, document, own)
        yield from _told_after(file, document, own)


def _by_table(counted: Sequence[tuple[Listed, Finding]]) -> Iterator[Finding]:
    """Findings on totals; where all rows of one table come out right, one for the table: nobody reads twelve lines that say the same."""
    tables: dict[tuple[str, int], list[tuple[Listed, Finding]]] = {}
    for one, finding in counted:
        if one.row:
            # By what stands before it: the rows of a Word table are paragraphs of their own.
            tables.setdefault((one.document.id, one.lead.n if one.lead else 0), []).append((one, finding))
    alike = [rows for rows in tables.values() if len(rows) >= _ALIKE and all(f.verdict == "right" for _, f in rows)]
    told = {id(finding) for rows in alike for _, finding in rows}
    first = {id(rows[0][1]): rows for rows in alike}
    for _, finding in counted:
        if id(finding) in first:
            yield _all_right(first[id(finding)])
        elif id(finding) not in told:
            yield finding


def _all_right(rows: Sequence[tuple[Listed, Finding]]) -> Finding:
    """The finding on a table each row of which is its own sum, all of them right."""
    (one, first), (last, _) = rows[0], rows[-1]
    kind = "an average" if one.mean else "a total"
    named = f', from "{one.heading}" to "{last.heading}"' if one.heading and last.heading else ""
    said = shown(one.stated.value, one.stated.unit) if one.stated is not None else ""
    text = f"{acting(one.document.cited, 'gives')} {kind} in each of {len(rows)} rows of a table{named}; all are right, e.g. {_figures(one)} is {said}."
    ids = tuple(dict.fromkeys(name for _, finding in rows for name in finding.sentences))
    inputs: dict[str, object] = {"operation": "row totals", "rows": [finding.inputs for _, finding in rows]}
    return Finding("sum", text, ids, "right", rule=first.rule, version=first.version, inputs=inputs)


def _own(file: CaseFile, one: Listed, said_of: Figure, total: CaseSentence) -> Finding:
    """The finding on a total that stands with its list."""
    right = agrees(said_of.value, said_of.step, one.sums)
    said, unit = shown(said_of.value, said_of.unit), said_of.unit
    column = f' in {"row" if one.row else "column"} "{one.heading}"' if one.heading else ""
    lead = f"{acting(one.document.cited, 'gives')} {'an average' if one.mean else 'a total'} of {said} for {one.count}{column}"
    on = right and sum(one.values) != said_of.value and sum(one.carried) == said_of.value
    if on:
        # Its own rows do not come to it; the subtotal as stated, right or wrong, does with what follows it.
        lead = f"{acting(one.document.cited, 'gives')} a total of {said}{column}; from the subtotal on"
        text = f"{lead}, {_added(one.carried)} is {said}, that is right."
    else:
        told = f"{_figures(one)} is {said}, that is right" if right else _counted(one, unit)
        text = f"{lead}; {_without(one)}{told}."
    beside: list[CaseSentence] = []
    if not right:
        limits = list(hangs_on(file, one, said_of.value, one.sums[0]))[:2]
        text += "".join(f' It matters, since "{bare(limit.text)}".' for limit in limits)
        beside = [*made_up(one), *limits][: max(0, _MOST - len(one.lines))]
    if on and one.subtotal is not None:
        beside = [one.subtotal]
    beside += [line.sentence for line in one.void if line not in one.lines]
    ids = tuple(dict.fromkeys((total.id, *(x.id for x in (*(line.sentence for line in one.lines), *beside)))))
    return Finding(
        "sum", text, ids, "right" if right else "wrong", rule=RULE, version=VERSION,
        inputs=_inputs(one, said_of.value, one.carried if on else one.values),
    )  # fmt: skip


def _without(one: Listed) -> str:
    """Which rows were left out since they are marked as not counting, as the opening of a clause."""
    out = [line for line in one.void if line not in one.lines]
    marks = " or ".join(dict.fromkeys(f'"{void_mark(line.sentence)}"' for line in out))
    rows = "row" if len(out) == 1 else f"{len(out)} rows"
    return f"without the {rows} marked {marks}, " if out else ""


def _rounding(one: Listed, said: Figure) -> bool:
    """Whether a total misses its rounded items by no more than their rounding allows: percentages, figures in thousands."""
    if said.unit != "percent" and not one.rounded:
        return False
    slack = said.step * (len(one.lines) + 1) / 2
    misses = [abs(value - said.value) for value in one.sums]
    return min(misses) > said.step / 2 and min(misses) <= slack


def _figures(one: Listed) -> str:
    if one.mean:
        return f"the average of the {len(one.values)} figures"
    return _added(one.values) if len(one.values) <= 12 else f"the sum of the {len(one.values)} items"


def _added(values: Sequence[Decimal]) -> str:
    text = "".join(f" + {value:,}" if value >= 0 else f" - {-value:,}" for value in values)
    return text.removeprefix(" + ")


def _counted(one: Listed, unit: str) -> str:
    total = shown(one.sums[0], unit)
    text = f"{_figures(one)} is {total}"
    if one.stated is not None:
        gap = one.stated.value - one.sums[0]
        if one.mean:
            return text
        inside = [line for line in one.void if line in one.lines]
        if inside:
            less = sum(cell.value for line in inside if (cell := line.cells[one.column]) is not None)
            rows = "row that is" if len(inside) == 1 else "rows that are"
            left = shown(one.sums[0] - less, unit)
            return (
                f'{text}, and {left} without the {rows} marked "{void_mark(inside[0].sentence)}": the total is neither'
            )
        text += f", so the total is {shown(abs(gap), unit)} too {'high' if gap > 0 else 'low'}"
    return text


def _inputs(one: Listed, said: Decimal, values: Sequence[Decimal]) -> dict[str, object]:
    operands = [str(value) for value in values]
    return {
        "operation": "average" if one.mean else "sum",
        "operands": operands,
        "stated": str(said),
        "computed": str(one.sums[0] if values is one.values else sum(values)),
    }


def _claimed(file: CaseFile, document: CaseDocument, found: Sequence[Listed]) -> Iterator[Finding]:
    """Totals that a document claims of a list in another document, named so that no other list is meant."""
    for sentence in document.sentences:
        if (
            not _TOTAL_OF.search(sentence.text)
            or _PART.search(sentence.text)
            or sentence.structure in ("row", "heading")
        ):
            continue
        amounts = [one for one in find_quantities(sentence.text) if one.high is None and one.comparator == "="]
        if len(amounts) != 1 or not amounts[0].unit or amounts[0].unit in ("percent", "clock") or amounts[0].period:
            continue
        ranked = [(rank, one) for one in found if one.document.id != document.id
                  and (rank := _naming(sentence, amounts[0], one)) is not None]  # fmt: skip
        best = [one for rank, one in ranked if rank == max(rank for rank, _ in ranked)]
        if best and len({one.sums[0] for one in best}) == 1:
            yield _claim(file, document, sentence, amounts[0], best[0])


def _naming(sentence: CaseSentence, claimed: Quantity, one: Listed) -> tuple[bool, int] | None:
    """How closely a sentence names a list; None where it has a name or noun that the list and its document lack.

    Returns:
        Whether the list has the unit of the claim, and how many of the words stand at the list itself: in its heading, its
        lead or its column's header.
    """
    unit = unit_of(one)
    if unit != claimed.unit and not (not unit and claimed.unit.startswith("money:")):
        return None
    near = _keys(one.lines[0].sentence.heading, one.heading, one.lead.text if one.lead else "")
    opening = [other.text for other in one.document.sentences[:4] if other.structure != "row"]
    far = _keys(one.document.title, one.document.author, *opening)
    rest = sentence.text[: claimed.start] + " . " + sentence.text[claimed.end :]
    named = [
        word.key for word in words(rest)
        if not word.function and not light(word.key) and word.key not in verb_keys() and word.key not in _NO_NAME
    ]  # fmt: skip
    close = [key for key in named if any(same(key, other) for other in near)]
    if not named or not all(key in close or any(same(key, other) for other in far) for key in named):
        return None
    return unit == claimed.unit, len(close)


def unit_of(one: Listed) -> str:
    """The unit of a column: that of its figures, else the one that its header names ("Content, litres").

    Args:
        one: The column.
    """
    unit = next((cell.unit for line in one.lines if (cell := line.cells[one.column]) is not None), "")
    if unit:
        return unit
    for word in reversed(re.findall(r"[A-Za-z€$£/%]+", one.heading)):
        found = find_quantities(f"1 {word}") if "/" not in word else ()
        if found and found[0].unit and found[0].generic():
            return found[0].unit
    return ""


def _told_beside(file: CaseFile, document: CaseDocument, found: Sequence[Listed]) -> Iterator[Finding]:
    """Totals that a sentence gives of all lines of a table in its own paper ("the four vats hold 28,800 litres between them")."""
    for sentence in document.sentences:
        if not _BETWEEN_THEM.search(sentence.text) or _PART.search(sentence.text) or sentence.structure != "prose":
            continue
        amounts = [one for one in find_quantities(sentence.text) if one.high is None and one.comparator == "="]
        for one in found:
            unit = unit_of(one)
            totals = [two for two in amounts if two.unit == unit and not two.period and not two.partial]
            counts = [
                two for two in amounts if two not in totals and two.unit and same(key_of(two.unit), key_of(one.of))
            ]
            if not unit or not one.of or one.row or one.mean or len(totals) != 1 or len(counts) != 1:
                continue
            rivals = {unit_of(other) for other in found if other is not one and other.lines == one.lines}
            if len(amounts) == 2 and counts[0].value == len(one.lines) and unit not in rivals:
                yield _claim(file, document, sentence, totals[0], one)


def _told_after(file: CaseFile, document: CaseDocument, found: Sequence[Listed]) -> Iterator[Finding]:
    """Totals that the sentence right behind a list or table gives of all of it ("Together this comes to £4,100")."""
    following = {one.n - 1: one for one in document.sentences if one.structure == "prose"}
    for one in found:
        after = following.get(one.lines[-1].sentence.n)
        if one.stated is not None or one.row or one.mean or after is None:
            continue
        if not _COMES_TO.match(after.text) or _PART.search(after.text):
            continue
        unit = unit_of(one)
        amounts = [two for two in find_quantities(after.text) if two.unit == unit and not two.partial]
        rivals = [other for other in found if other is not one and other.lines == one.lines and unit_of(other) == unit]
        if not unit or len(amounts) != 1 or amounts[0].comparator != "=" or amounts[0].high is not None or rivals:
            continue
        if min(abs(value - amounts[0].value) for value in one.sums) <= _NEAR * max(map(abs, one.sums)):
            yield _claim(file, document, after, amounts[0], one)


def _keys(*texts: str) -> frozenset[str]:
    return frozenset(word.key for text in texts for word in words(text) if not word.function)


def _claim(file: CaseFile, document: CaseDocument, sentence: CaseSentence, claimed: Quantity, one: Listed) -> Finding:
    """The finding on a total that is stated elsewhere than at its list."""
    result = stated(claimed)
    by: tuple[CaseSentence, ...] = ()
    where = ""
    if not agrees(result.value, result.step, one.sums):
        one, by, where = in_place(file, document, one, result)
    right = agrees(result.value, result.step, one.sums)
    said = result.words()
    lead = f"{acting(document.cited, 'gives')} a total of {said}; {where}the {one.count} listed in {one.document.cited}"
    total, gap = result.like(one.sums[0]), result.like(abs(result.value - one.sums[0]))
    more = "more" if result.value > one.sums[0] else "less"
    text = f"{lead} come to {said}, that is right." if right else (
        f"{lead} come to {total} ({_figures(one)}): {gap} {more} is stated than is listed."
    )  # fmt: skip
    ids = tuple(dict.fromkeys((sentence.id, *(line.sentence.id for line in one.lines), *(each.id for each in by))))
    verdict: Verdict = "right" if right else "wrong"
    return Finding("sum", text, ids, verdict, rule=RULE, version=VERSION, inputs=_inputs(one, result.value, one.values))
