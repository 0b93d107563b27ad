"""Findings written by hand get the score that they deserve."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import POINTER, Finding, FindingKind, Verdict
from tests.support.worlds.sheet_report import as_json, measured
from tests.support.worlds.sheet_scoring import (
    MOST_OTHERS,
    Score,
    accuses,
    pointed_by_kind,
    precision,
    recall_by_kind,
    score,
)
from tests.support.worlds.sheet_worlds import FOLDER, Innocent, Planted, SheetWorld, sheet_world


@pytest.fixture(scope="module")
def bus() -> SheetWorld:
    return sheet_world(FOLDER / "school_bus")


@pytest.fixture(scope="module")
def loan() -> SheetWorld:
    return sheet_world(FOLDER / "museum_loan")


def planted(world: SheetWorld, name: str) -> Planted:
    return next(one for one in world.planted if one.id == name)


def innocent(world: SheetWorld, why: str) -> Innocent:
    return next(one for one in world.innocent if why in one.why)


def finding(
    kind: FindingKind, verdict: Verdict | None, sentences: Sequence[str], against: Sequence[str] = ()
) -> Finding:
    return Finding(kind, "by hand", tuple(sentences), verdict, against=tuple(against))


def ideal(one: Planted) -> Finding:
    kind, verdict = one.expect[0]
    return finding(kind, verdict, one.sentences)  # type: ignore[arg-type]


def names(result: Score) -> set[str]:
    return {one.id for one in result.found}


def test_an_ideal_sheet_finds_everything_and_accuses_nobody(bus: SheetWorld) -> None:
    result = score(bus, [ideal(one) for one in bus.planted])
    assert names(result) == {one.id for one in bus.planted}
    assert (result.missed, result.alarms, result.open) == ([], [], [])
    assert precision([result]) == (len(bus.planted), len(bus.planted))


def test_an_empty_sheet_misses_everything(bus: SheetWorld) -> None:
    result = score(bus, [])
    assert {kind: found for kind, (found, _) in recall_by_kind([result]).items() if found} == {}
    assert recall_by_kind([result])["exception"] == (0, 2)
    assert precision([result]) == (0, 0)


def test_one_of_two_deciding_sentences_is_not_enough_and_both_sides_count(bus: SheetWorld) -> None:
    one, other = planted(bus, "number-1").sentences
    half = score(bus, [finding("contradiction", "disputed", [one])])
    assert names(half) == set()
    assert [len(near) for fault, near in half.missed if fault.id == "number-1"] == [1]
    assert names(score(bus, [finding("contradiction", "disputed", [one], [other])])) == {"number-1"}


def test_a_finding_that_names_half_the_file_finds_nothing(bus: SheetWorld) -> None:
    decisive = planted(bus, "number-1").sentences
    others = [one.id for one in bus.file if one.id not in decisive][: MOST_OTHERS + 1]
    assert names(score(bus, [finding("contradiction", "disputed", [*decisive, *others[:-1]])])) == {"number-1"}
    assert names(score(bus, [finding("contradiction", "disputed", [*decisive, *others])])) == set()


def test_the_opposite_verdict_is_false_and_another_doubt_a_near_miss(bus: SheetWorld) -> None:
    unmet = planted(bus, "condition-2").sentences
    wrong = score(bus, [finding("rule", "met", unmet)])
    assert [why.partition(":")[0] for _, why in wrong.alarms] == ["condition-2"]
    doubt = score(bus, [finding("rule", "disputed", unmet)])
    assert (doubt.alarms, len(doubt.open)) == ([], 1)
    missed = {fault.id: near for fault, near in doubt.missed}
    assert [one.verdict for one in missed["condition-2"]] == ["disputed"]
    right = planted(bus, "sum-2").sentences
    assert [why.partition(":")[0] for _, why in score(bus, [finding("sum", "right", right)]).alarms] == ["sum-2"]


def test_accusing_the_innocent_is_a_false_alarm(bus: SheetWorld) -> None:
    coaches = innocent(bus, "football").sentences
    assert len(score(bus, [finding("contradiction", "disputed", coaches)]).alarms) == 1
    assert score(bus, [finding("contradiction", "disputed", coaches[:1])]).alarms == []
    assert score(bus, [finding("timeline", None, coaches)]).alarms == []
    assert precision([score(bus, [finding("contradiction", None, coaches)])]) == (0, 1)


def test_right_arithmetic_is_told_as_right(bus: SheetWorld) -> None:
    (roll,) = innocent(bus, "118 less 112").sentences
    assert score(bus, [finding("sum", "right", [roll])]).alarms == []
    assert len(score(bus, [finding("sum", "wrong", [roll])]).alarms) == 1
    assert len(score(bus, [finding("leaning", None, [roll])]).open) == 1


def test_a_replaced_figure_may_be_told_as_replaced_and_not_as_a_contradiction(bus: SheetWorld) -> None:
    rates = innocent(bus, "dated amendment").sentences
    told = score(bus, [finding("superseded", None, rates)])
    assert (told.alarms, told.open) == ([], [])
    assert len(score(bus, [finding("contradiction", "disputed", rates)]).alarms) == 1


def test_where_nothing_is_wrong_every_accusation_is_false_and_doubts_are_for_readers(loan: SheetWorld) -> None:
    some = [one.id for one in loan.file][3:5]
    assert len(score(loan, [finding("contradiction", "disputed", some)]).alarms) == 1
    assert len(score(loan, [finding("rule", "not_met", some)]).alarms) == 1
    for doubt in (finding("leaning", None, some), finding("rule", "no_document_says", some)):
        assert (score(loan, [doubt]).alarms, score(loan, [doubt]).open) == ([], [doubt])
    assert score(loan, [finding("rule", "met", some), finding("sum", "right", some)]).open == []


@pytest.mark.parametrize(
    ("kind", "verdict", "told"),
    [
        ("sum", "wrong", True),
        ("sum", "right", False),
        ("threshold", "within", False),
        ("contradiction", None, True),
        ("rule", "met_single_source", False),
        ("leaning", "met_single_source", True),
        ("timeline", None, False),
        ("unused", None, False),
    ],
)
def test_what_accuses(kind: FindingKind, verdict: Verdict | None, told: bool) -> None:
    assert accuses(finding(kind, verdict, ["d:1"])) is told


def test_the_measure_tells_readers_what_was_missed_false_and_open(bus: SheetWorld, loan: SheetWorld) -> None:
    made = {
        id(bus.file): [
            ideal(planted(bus, "sum-1")),
            finding("contradiction", None, innocent(bus, "football").sentences),
        ],
        id(loan.file): [finding("leaning", None, [next(iter(loan.file)).id])],
    }

    def sheet(file: CaseFile) -> list[Finding]:
        return made[id(file)]

    result = as_json([bus, loan], measured([bus, loan], sheet))
    assert result["recall"]["sum"] == {"found": 1, "pointed": 0, "planted": 2}
    assert result["precision"] == {"right": 1, "told": 2}
    first, second = result["corpora"]
    assert (first["found"], len(first["missed"]), len(first["false"])) == (1, len(bus.planted) - 1, 1)
    assert first["false"][0]["why"].endswith("The football coach is no vehicle.")
    assert first["missed"][0]["sentences"][0]["document"] == "01-contract.md"
    assert [one["kind"] for one in second["to_judge"]] == ["leaning"]


def test_a_pointer_finds_nothing_accuses_nobody_and_counts_apart(bus: SheetWorld) -> None:
    one, other = planted(bus, "number-1"), planted(bus, "exception-1")
    right = Finding("contradiction", "by hand", one.sentences[:2], None, "judged", POINTER)
    of_another_kind = Finding("sum", "by hand", other.sentences[:2], None, "judged", POINTER)
    beside = Finding("contradiction", "by hand", bus.innocent[0].sentences[:2], None, "judged", POINTER)
    result = score(bus, [right, of_another_kind, beside])
    assert names(result) == set()
    assert [fault.id for fault in result.pointed] == ["number-1"]
    assert (result.alarms, result.open) == ([], [])
    assert not any(map(accuses, (right, of_another_kind, beside)))
    assert (pointed_by_kind([result])["number"], recall_by_kind([result])["number"][0]) == (1, 0)
