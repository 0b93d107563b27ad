"""Stated arithmetic counted again: totals, shares, changes, products and averages, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby, zip_longest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import NumericOrder, without_dates
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.counting.carried import carried
from foam_graph.findings.sheet.counting.corrected import with_corrections
from foam_graph.findings.sheet.counting.list_totals import list_totals
from foam_graph.findings.sheet.counting.prose_lists import prose_lists
from foam_graph.findings.sheet.counting.recounting import Recount, is_their_mean
from foam_graph.findings.sheet.counting.row_sums import row_sums
from foam_graph.findings.sheet.counting.stated_averages import averages
from foam_graph.findings.sheet.counting.stated_changes import changes
from foam_graph.findings.sheet.counting.stated_days import day_counts
from foam_graph.findings.sheet.counting.stated_lists import lists, moved, total_behind
from foam_graph.findings.sheet.counting.stated_plainly import plain_changes, plain_shares, plain_sums
from foam_graph.findings.sheet.counting.stated_prices import prices
from foam_graph.findings.sheet.counting.stated_shares import shares
from foam_graph.findings.sheet.counting.stated_totals import totals
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.phrases import acting

RULE, VERSION = "stated arithmetic", "1"


def findings(file: CaseFile) -> Iterator[Finding]:
    """Every calculation that the documents state, counted again; what a later sentence puts right is told as corrected.

    Args:
        file: The case file.
    """
    yield from with_corrections(file, _all(file))


def _all(file: CaseFile) -> Iterator[Finding]:
    """The calculations of every paper, whatever others say of them."""
    orders = document_dates(file).orders
    passages = list(case_passages(file))
    for passage, following in zip_longest(passages, passages[1:]):
        seen: set[object] = set()
        for one in _recounts(passage, orders):
            # "136 of 620" and "136 of 620 residents" are one calculation of one sentence.
            keys = {(one.told, one.verdict), (one.operation, tuple(one.operands), one.result.value, one.verdict)}
            if seen.isdisjoint(keys) and not _is_their_mean(one, passage.text):
                seen |= keys
                yield _finding(passage, one)
        # What stands in two rows of a table is added up by its columns, see list_totals.
        row = passage.text.startswith("|")
        if (
            following is not None
            and not row
            and following.document == passage.document
            and following.text == passage.after
            and not any(prices(without_dates(passage.text)))  # an item of the list that is added up
        ):
            for one in total_behind(without_dates(passage.text), without_dates(following.text)):
                if not _is_their_mean(one, f"{passage.text} {following.text}"):
                    yield replace(_finding(passage, one), sentences=(passage.id, following.id))
    for _, told in groupby(passages, key=lambda one: one.document):
        plain_texts = [replace(one, text=without_dates(one.text)) for one in told]
        for found in chain(carried(plain_texts), prose_lists(plain_texts)):
            if _is_their_mean(found.recount, " ".join(one.text for one in found.passages)):
                continue
            made = _finding(found.passages[0], found.recount)
            yield replace(made, sentences=tuple(one.id for one in found.passages))
    yield from list_totals(file)
    yield from row_sums(file)


def _is_their_mean(one: Recount, text: str) -> bool:
    return one.operation == "sum" and one.verdict == "wrong" and is_their_mean(one.operands, one.result.value, text)


def _recounts(passage: Passage, orders: Mapping[str, NumericOrder]) -> Iterator[Recount]:
    """What a sentence states and can be counted again."""
    text, after = without_dates(passage.text), without_dates(passage.after)
    yield from list(shares(text)) or plain_shares(text)
    yield from list(changes(text, after)) or list(moved(text)) or plain_changes(text)
    listed = list(prices(text)) or [*averages(text), *totals(text)]
    yield from listed or list(lists(text)) or plain_sums(text)
    yield from day_counts(passage.text, orders)


def _finding(passage: Passage, one: Recount) -> Finding:
    says = f"{acting(passage.cited, 'says')} that {one.told}"
    text = f"{says}; that is right." if one.verdict == "right" else f"{says}; {one.again}."
    inputs: dict[str, object] = {
        "operation": one.operation,
        "operands": [str(value) for value in one.operands],
        "stated": str(one.result.value),
        "computed": str(one.computed),
    }
    return Finding("sum", text, (passage.id,), one.verdict, rule=RULE, version=VERSION, inputs=inputs)
