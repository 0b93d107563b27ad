"""The day of a document and where it comes from: what it was loaded with, else its own head, as the case sheet reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.corpus.documents import Document
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.document_days import DocumentDay, document_days
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.reasoning.certifying.coverage import corpus_coverage
from tests.support.worlds.sheet_worlds import DEVELOPMENT, FOLDER


def read(folder: Path, *texts: str) -> list[Document]:
    for n, text in enumerate(texts, 1):
        (folder / f"{n:02}.md").write_text(text, encoding="utf-8")
    return list(read_paths([folder], "papers").documents)


@pytest.mark.parametrize(
    ("text", "day", "by"),
    [
        ("---\ndate: 2026-03-02\n---\nMill Street 4\n14 March 2026\n\nThe pump failed.", "2026-03-02", ""),
        ("Mill Street 4\n\n14 March 2026\n\nDear Sir,\n\nThe pump failed.", "2026-03-14", "letterhead"),
        ("REPORT\n\nDate: 14 March 2026\n\nThe pump failed.", "2026-03-14", "date line"),
        ("From: A. Lund\nTo: B. Reyes\nDate: 14 March 2026\nSubject: Pump\n\nIt failed.", "2026-03-14", "mail head"),
        ("# Minutes of 14 March 2026\n\nThe pump was spoken of.", "2026-03-14", "heading"),
        ("The pump failed on 14 March 2026, and nobody wrote it down.", None, ""),
        ("Mill Street 4\n\n3/4/2026\n\nThe pump failed.", None, ""),
        (
            "# Weir agreement\n\nbetween Ash Mill and the parish, dated 3 May 2025, for the weir.\n\nIt runs.",
            "2025-05-03",
            "date line",
        ),
        ("The agreement between Ash Mill and the parish, dated 3 May 2025, was ended.\n\nIt ran.", None, ""),
        ("# Weir\n\nReport W-25-7, dated 14 May 2025.\n\nIt leaks.", "2025-05-14", "date line"),
        ("# Weir\n\nReport of 14 May 2025 on a visit of 9 May\n\nIt leaks.", "2025-05-14", "date line"),
        ("Ash Mill\n\nReport W-25-7, dated 14 May 2025\n\nDear Sirs,\n\nWe doubt the report.", None, ""),
        ("Parish council\n\nCIRCULAR 4/2025              1 June 2025\n\nThe weir is shut.", "2025-06-01", "letterhead"),
        ("Ash Mill\nRiver Lane                  1 June 2025\n\nDear Sirs,\n\nIt leaks.", "2025-06-01", "letterhead"),
        ("Ash Mill\nDelivery due                1 June 2025\n\nDear Sirs,\n\nIt leaks.", None, ""),
        (
            "# Weir committee: minutes\n\n**Held:** Tuesday 3 June 2025, 19:00, parish hall\n\nIt leaks.",
            "2025-06-03",
            "date line",
        ),
        (
            "# Weir, second interview\n\n3 June 2025, 09:30, mill house.\n\nIt leaks, he said.",
            "2025-06-03",
            "date line",
        ),
        ("# Invitation to the meeting\n\n3 June 2025, 19:00, parish hall\n\nYou may all come.", None, ""),
        ("Weir committee\n\nTuesday, 3 June 2025, mill house. Doors at 19.00.\n\nIt leaks.", "2025-06-03", "date line"),
        ("3 June 2025, in the large meeting room, from 19:00 to 20:15.\n\nIt leaks.", "2025-06-03", "date line"),
        ("# Weir\n\n3 June 2025, by registered post\n\nDear Sirs,\n\nIt leaks.", "2025-06-03", "date line"),
        ("# Weir, inspection\n\n3 June 2025, cold and dry.\n\nIt leaks.", "2025-06-03", "date line"),
        ("# Weir\n\n3 June 2025, cold and dry.\n\nIt leaks.", None, ""),
        ("# Weir\n\n3 June 2025, flood at the mill house.\n\nIt leaks.", None, ""),
        ("# Weir\n\n3 June 2025, meeting at the mill house.\n\nIt leaks.", None, ""),
        ("# Weir\n\n3 June 2025, the mill house was shut.\n\nIt leaks.", None, ""),
        ("# Weir\n\n3 June 2025, mill house.\n\n5 June 2025, parish hall.\n\nIt leaks.", None, ""),
        ("# Invitation\n\n3 June 2025, mill house.\n\nAll may come.", None, ""),
        ("# Weir\n\nIt leaks.\n\n3 June 2025, mill house.\n\nIt was shut.\n\nIt ran.\n\nIt is old.", None, ""),
        ("# Minutes\n\nApproval of the minutes of the last meeting of 3 June 2025\n\nNothing was said.", None, ""),
        (
            "# Weir log\n\nIt leaked.\n\nIt was shut.\n\nA. Orme, keeper of weirs\n\n5 June 2025, 15:00",
            "2025-06-05",
            "signature",
        ),
        ("# Weir log\n\nIt leaked.\n\nIt was shut.\n\nFor the mill: A. Orme, 05.06.2025", "2025-06-05", "signature"),
        ("# Weir log\n\nIt leaked.\n\nIt was shut.\n\nFor the mill: A. Orme, 25.06.2025", "2025-06-25", "signature"),
        ("# Weir log\n\nIt leaked.\n\nAnnex 1\n\nIt was shut.\n\nA. Orme, 5 June 2025", None, ""),
    ],
)
def test_a_day_says_where_it_comes_from(tmp_path: Path, text: str, day: str | None, by: str) -> None:
    [document] = read(tmp_path, text)
    found = document_days([document]).get(document.id)
    assert found == (None if day is None else DocumentDay(day, by))
    assert found is None or found.told == (f"{found.date} by its {by}" if by else found.date)


def test_how_one_document_writes_its_dates_tells_how_another_does(tmp_path: Path) -> None:
    letter, log = read(tmp_path, "Mill Street 4\n\n3/4/2026\n\nThe pump failed.", "The pump was bought on 25/1/2026.")
    assert letter.id not in document_days([letter])
    assert document_days([letter, log])[letter.id] == DocumentDay("2026-04-03", "letterhead")


@pytest.mark.parametrize("world", sorted([*FOLDER.iterdir(), *DEVELOPMENT.iterdir()]), ids=lambda path: path.name)
def test_the_days_are_those_by_which_the_sheet_counts(world: Path) -> None:
    documents = sorted(read_paths([world / "documents"], "world").documents, key=lambda one: one.path)
    counted = {name: day.isoformat() for name, day in document_dates(case_file(documents)).days.items()}
    days = document_days(documents)
    assert {name: days[name].date for name in counted} == counted
    assert all(days[one].date == "" or len(days[one].date) < len("2026-01-01") for one in days.keys() - counted.keys())


def test_coverage_counts_a_document_as_dated_by_its_own_head(tmp_path: Path) -> None:
    card = corpus_coverage(read(tmp_path, "Mill Street 4\n\n14 March 2026\n\nThe pump failed.", "The pump failed."))
    assert (card["undated"], card["oldest"], card["unstated"]["date"]) == (1, "2026-03-14", 1)
    assert card["years"] == {"2026": 1}
