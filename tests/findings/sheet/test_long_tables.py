"""A table of thousands of rows: what is compared grows with the rows, not with their pairs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.arithmetic import calculations
from foam_graph.findings.language.clauses import clauses, first_verb, read, resolved
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.language.measures import measured
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.case_passages import case_passages
from foam_graph.findings.sheet.chronology import events, timeline
from foam_graph.findings.sheet.counting import listed
from tests.findings.sheet.texts import made_of


def table(rows: int) -> CaseFile:
    """A register of so many dated rows, some by the day and some by the month, and a paper that speaks of one of them."""
    lines = (
        f"| {n:05d} | {f'{1 + n % 28} May 2025' if n % 2 else 'May 2025'} | sluice {n % 7} | {100 + n} litres |"
        for n in range(rows)
    )
    register = "| No | Date | Place | Flow |\n|---|---|---|---|\n" + "\n".join(lines) + "\n"
    return made_of(
        register, "In June 2025 the flow of the sluice was 90 litres.", titles=("Register of flows", "Letter")
    )


def compared(file: CaseFile, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pairs of figures are held against each other."""
    count = 0
    likeness = calculations.clause_likeness

    def counted(*given: object) -> float:
        nonlocal count
        count += 1
        return likeness(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(calculations, "clause_likeness", counted)
    passages = list(case_passages(file))
    list(calculations.calculations(passages, Statistics.over(passages)))
    return count


def test_pairs_grow_with_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    few = compared(table(60), monkeypatch)
    many = compared(table(240), monkeypatch)
    assert 0 < few <= 60
    assert many <= 4 * few + 4


def payments(rows: int) -> str:
    """A table of so many payments on four days, each of another amount."""
    lines = (f"| {1 + n % 4} May 2025 | crane {n} serviced | ${100 + n} |" for n in range(rows))
    return "| Date | Work | Paid |\n|---|---|---|\n" + "\n".join(lines) + "\n"


def calls(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, done: Callable[[], object]) -> int:
    """How often a function is called."""
    count = 0
    real = getattr(owner, name)

    def counted(*given: object) -> object:
        nonlocal count
        count += 1
        return real(*given)

    monkeypatch.setattr(owner, name, counted)
    done()
    monkeypatch.setattr(owner, name, real)
    return count


@pytest.mark.parametrize(("owner", "name"), [(events.Event, "negated"), (listed, "is_gross")])
def test_rows_of_a_day_and_of_a_column_are_not_held_against_all_others(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str
) -> None:
    def counted(rows: int) -> int:
        file = made_of(payments(rows), titles=("Payments",))
        return calls(
            monkeypatch, owner, name, lambda: [list(timeline.findings(file)), list(listed.lists(*file.documents))]
        )

    few = counted(60)
    assert 0 < few <= 600
    assert counted(240) <= 4 * few + 4


def test_events_of_one_paper_are_held_against_each_other_only_where_another_tells_of_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def counted(file: CaseFile) -> int:
        return calls(monkeypatch, timeline, "labels_clash", lambda: list(timeline.findings(file)))

    assert counted(made_of(payments(60), titles=("Payments",))) == 0
    letter = "Dear Ms Orr,\n\nThe roof was mended on 9 May 2025 and crane 7 was serviced on 6 May 2025.\n"
    few, many = (counted(made_of(payments(rows), letter, titles=("Payments", "Letter"))) for rows in (60, 240))
    assert 0 < few <= 240
    assert many <= 4 * few + 4


@pytest.mark.parametrize(
    "work",
    [
        "crane {n} serviced | ${a}",
        "roof mended by {name} | yes",
        "order {n} delivered | {a} kg",
        "crane serviced | yes",
    ],
)
def test_rows_of_two_tables_with_one_verb_are_held_only_against_those_that_they_can_be(
    monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    def rows(count: int, ahead: int) -> str:
        lines = (
            f"| {1 + (n + ahead) % 28} May 2025 | {work.format(n=n, a=100 + 7 * n, name=surname(n))} |"
            for n in range(count)
        )
        return "| Date | Work | Seen |\n|---|---|---|\n" + "\n".join(lines) + "\n"

    def counted(count: int) -> int:
        file = made_of(rows(count, 0), rows(count, 3), titles=("Payments", "Services"))
        return calls(monkeypatch, timeline, "labels_clash", lambda: list(timeline.findings(file)))

    few = counted(50)
    assert few <= 50 * 50 / 4
    assert counted(200) <= 4.5 * few + 200


LETTERS = "bcdfghjklmnprstvwz"


def surname(n: int) -> str:
    """Another name for each number, none beginning like another."""
    first, vowel, last = LETTERS[n % 18], "aeiou"[n // 18 % 5], LETTERS[n // 90 % 18]
    return f"{first.upper()}{vowel}{last}{LETTERS[(n // 90 + n) % 18]}ton"


def test_what_was_read_of_a_sentence_is_kept_for_as_many_as_a_large_file_has() -> None:
    """Each rule goes through all sentences: a memory that is smaller than their number finds none of them again."""
    for reader in (clauses, read, resolved, first_verb, words, find_dates, find_quantities, negations, measured):
        assert reader.cache_parameters()["maxsize"] >= 50_000, reader.__name__
