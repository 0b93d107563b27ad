"""Nothing is called missing under a rule that another paper changes, nor where a count decides; both are to be read."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.replacing.current import amendments, as_they_stand
from foam_graph.findings.sheet.rules import findings
from foam_graph.findings.sheet.standing.statements import statements
from tests.findings.sheet.texts import made_of

LEASE = (
    "1. Term. The lease begins on March 1, 2024.\n\n"
    "5. Ending. The landlord may terminate this lease for cause if the tenant ignores the warning of the fire office.\n\n"
    "9. Boats. The tenant may keep boats."
)
COUNTED = (
    "1. Term. The lease begins on March 1, 2024.\n\n"
    "5. Ending. The landlord may terminate this lease for cause if the tenant misses the response time on more than 5 calls in a calendar quarter and has been given written notice of default at least 30 days before.\n\n"
    "9. Boats. The tenant may keep boats."
)
DEED = "The motion to terminate the lease with Kray for cause was put off by the board."


def file_of(
    lease: str, change: str, log: str = "In the second quarter of 2026 the tenant missed the response time on 4 calls."
) -> CaseFile:
    return made_of(
        lease, change, f"{DEED} {log}", dates=("2024-02-01", "2025-04-01", "2026-10-01"),
        classes=("policy_manual", "official_record", "official_record"),
        titles=("Harbour Lease", "Amendment No. 1 to the Harbour Lease", "Minutes of the board"),
    )  # fmt: skip


def silent(file: CaseFile) -> list[Finding]:
    stands, _ = as_they_stand(findings(file), file)
    return [one for one in (*stands, *sheet(file)) if one.verdict == "no_document_says"]


def pointed(file: CaseFile) -> list[Finding]:
    _, pointers = as_they_stand(findings(file), file)
    return [one for one in pointers if one.is_pointer and "this lease for cause" in one.text]


def test_what_no_document_says_is_told_where_the_rule_stands() -> None:
    assert len(silent(file_of(LEASE, "The fee rises."))) >= 1


@pytest.mark.parametrize(
    "change",
    [
        'In clause 5, "ignores the warning" is replaced by "receives the warning".',
        "Clause 5 of the Harbour Lease is replaced by the following: The landlord may terminate this lease at any time.",
        "Section 5 of the Harbour Lease is repealed.",
    ],
)
def test_under_a_rule_that_another_paper_changes_nothing_is_called_missing(change: str) -> None:
    file = file_of(LEASE, change)
    assert silent(file) == []
    (found,) = pointed(file)
    assert change.rstrip(".") in found.text
    assert "What holds a person has to judge" in found.text


@pytest.mark.parametrize(
    "change",
    [
        'In clause 9, "keep boats" is replaced by "keep nets".',
        'In clause 5 of the Pier Rules, "two crowns" is replaced by "three crowns".',
        "Clause 5 of the Pier Rules is repealed.",
        "Clause 5 is important.",
    ],
)
def test_a_change_of_another_rule_changes_nothing(change: str) -> None:
    file = made_of(
        LEASE, change, DEED, dates=("2024-02-01", "2025-04-01", "2026-10-01"),
        classes=("policy_manual", "official_record", "official_record"), titles=("Harbour Lease", "Order", "Minutes of the board"),
    )  # fmt: skip
    read = statements(file)
    assert not [one for one in read if one.id in amendments(read, file) and "for cause" in one.text]
    assert len(silent(file)) >= 1


def test_under_a_count_nothing_is_called_missing_and_the_rule_is_to_be_read() -> None:
    file = file_of(COUNTED, "The fee rises.")
    assert silent(file) == []
    assert all(one.verdict is None for one in pointed(file))


def test_the_amended_count_is_named_with_the_facts() -> None:
    file = file_of(COUNTED, 'In clause 5, "more than 5 calls" is replaced by "more than 3 calls".')
    assert silent(file) == []
    (found,) = pointed(file)
    assert '"more than 5 calls" is replaced by "more than 3 calls"' in found.text
    assert [one.text for one in sheet(file) if one.is_pointer][:1] == [found.text]
    assert not any(one.kind == "superseded" for one in sheet(file))


MANY = (
    "Harbour Lease",
    "Amendment to the Harbour Lease",
    "Minutes of the harbour board",
    "2024",
    "Harbour Lease of the pier",
)


def marked(change: str, *texts: str) -> set[str]:
    """What a sentence of the second paper marks as changed, of papers that all have a part of one number."""
    file = made_of(
        texts[0], change, *texts[1:], dates=("2024-02-01", "2025-04-01", "2024-03-01", "2024-03-02", "2024-03-03")[: len(texts) + 1],
        classes=("policy_manual", "official_record", "official_record", "policy_manual", "policy_manual")[: len(texts) + 1],
        titles=MANY[: len(texts) + 1],
    )  # fmt: skip
    read = statements(file)
    changed = amendments(read, file)
    return {one.text for one in read if one.id in changed}


BOATS = "2. The tenant must keep the boats dry."
ITEM = "Item 2. The board must pay the lamp oil."
OTHER = "2. The clerk must list the fees."
PIER = "2. The tenant must light the pier."


@pytest.mark.parametrize(
    "change",
    ["Clause 2 of the Harbour Lease is repealed.", "§ 2 is amended.", "Rule 2 reads as follows: Boats may be wet."],
)
def test_a_number_that_many_papers_have_marks_that_of_the_paper_that_is_named(change: str) -> None:
    said = marked(change, BOATS, ITEM, OTHER, PIER)
    assert {one for one in said if "boats dry" in one}
    assert not {one for one in said if "lamp oil" in one or "fees" in one or "light the pier" in one}


def test_what_is_called_otherwise_is_another_part_though_the_words_of_its_paper_are_named() -> None:
    change = "Rule 2 is repealed, as the minutes of the harbour board say."
    assert not {one for one in marked(change, "3. Boats.", ITEM) if "lamp oil" in one}
    assert {one for one in marked(change.replace("Rule", "Item"), "3. Boats.", ITEM) if "lamp oil" in one}


def test_a_paper_whose_title_has_no_words_is_named_by_nobody() -> None:
    assert not {one for one in marked("Clause 2 is repealed.", "3. Boats.", "4. Lamps.", OTHER) if "fees" in one}
