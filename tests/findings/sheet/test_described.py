"""Papers without front matter: title, day, writer and sort are read from their own words."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseDocument
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.described import described
from foam_graph.findings.sheet.document_dates import document_dates


def _one(folder: Path, name: str, text: str) -> CaseDocument:
    (folder / name).write_text(text, encoding="utf-8")
    return described(case_file(read_paths([folder / name], "papers").documents)).documents[0]


@pytest.mark.parametrize(
    ("text", "title", "day", "sort", "author"),
    [
        ("# Elm Lane Pool Ltd: Rules of the Pool (extract)\n\nIn force from 1 May 2022.\n\n1 A guest must wear a cap.\n\n2 No guest may dive.\n",
         "Rules of the Pool", "2022-05-01", "policy_manual", ""),
        ("# Letter to the manager\n\nFriday 5 April 2024\n\nThe pool was cold.\n\nYours sincerely,\n\nAnna Reed\n",
         "Letter to the manager", "2024-04-05", "correspondence", "Anna Reed"),
        ("# Pool Committee: minutes of the meeting of Tuesday 26 March 2024\n\nThe chair opened the meeting.\n",
         "Minutes of the meeting of Tuesday 26 March 2024", "2024-03-26", "official_record", ""),
        ("# Statement of costs: burst pipe of 12 March 2024\n\nPrepared by the desk (P. Hill), 22 March 2024, for the board\n\nThe pipe cost $40.\n",
         "Statement of costs: burst pipe of 12 March 2024", "2024-03-22", "official_record", ""),
        ("# Report on the fire of 17 October 2025\n\nThe alarm came at nine.\n", "Report on the fire of 17 October 2025", "", "unknown", ""),
        ("The pool was cold.\n", "pool note", "", "unknown", ""),
    ],
)  # fmt: skip
def test_a_paper_says_what_it_is(tmp_path: Path, text: str, title: str, day: str, sort: str, author: str) -> None:
    made = _one(tmp_path, "03-pool_note.md", text)
    assert (made.title, made.date, made.source_class, made.author) == (title, day, sort, author)


def test_an_invoice_is_of_its_own_day_and_not_of_that_by_which_it_is_paid(tmp_path: Path) -> None:
    text = "# Invoice L-10\n\nMeals in October 2025. Date of invoice: 5 November 2025\n\nIssued in time. Payable by 5 December 2025.\n"
    assert _one(tmp_path, "invoice.md", text).date == "2025-11-05"
    assert _one(tmp_path, "bill.md", "# Bill L-11\n\nPayable by 5 December 2025\n\nMeals cost $90.\n").date == ""


def test_a_file_of_several_letters_is_not_named_after_who_signs_the_last(tmp_path: Path) -> None:
    one = "Dear Mr Iqbal,\n\nwe are sorry. One tray was left in the van.\n\nS. Lomax\n"
    assert _one(tmp_path, "one.md", one).title == "Letter of S. Lomax"
    several = f"--- Letter of 6 October ---\n\nMy son came home hungry.\n\nT. Iqbal\n\n--- Answer ---\n\n{one}"
    made = _one(tmp_path, "complaints.md", several)
    assert (made.title, made.author) == ("file complaints", "")


def test_what_is_stated_stands(tmp_path: Path) -> None:
    front = '---\ntitle: "Own title"\nauthor: "B. Hale"\ndate: "2020-02-02"\nsource_class: testimony\n---\n'
    made = _one(tmp_path, "note.md", f"{front}# Letter\n\n5 April 2024\n\nThe pool was cold.\n\nYours,\n\nAnna Reed\n")
    assert (made.title, made.date, made.source_class, made.author) == (
        "Own title",
        "2020-02-02",
        "testimony",
        "B. Hale",
    )


def test_a_day_in_the_head_goes_before_one_in_the_title(tmp_path: Path) -> None:
    (tmp_path / "log.md").write_text("# Log, 2 May 2024\n\nDate: 9 May 2024\n\nThe pump ran.\n", encoding="utf-8")
    file = case_file(read_paths([tmp_path], "papers").documents)
    assert list(document_dates(file).days.values()) == [date(2024, 5, 9)]


def test_plain_papers_show_what_was_replaced(tmp_path: Path) -> None:
    (tmp_path / "01-circular.md").write_text(
        "# Circular 3\n\n12 February 2024\n\nFrom 1 March 2024 the price of a swim is $6, in place of $5.\n",
        encoding="utf-8",
    )
    (tmp_path / "02-bill.md").write_text(
        "# Bill\n\n20 April 2024\n\nThe price of a swim is $5, and that is due now.\n\n"
        "In November 2022 the price of a swim was $5 too.\n", encoding="utf-8"
    )  # fmt: skip
    found = [one for one in sheet(case_file(read_paths([tmp_path], "papers").documents)) if one.kind == "superseded"]
    assert len(found) == 1
    assert "that is due now" in found[0].text


LETTER = (
    "**HARROW FINN LLP**\nSolicitors\n\n11 June 2024\n\nThe Trustees\n\n**Our client: Copper Heron. Lease of the North Wing**\n\n"
    "Dear Trustees,\n\nThe rent was paid in full.\n\nYours faithfully,\n\nRuth Finn\n"
)


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("05_solicitors_letter.md", LETTER, "solicitors letter"),
        ("scan0007.md", LETTER, "Letter of Harrow Finn LLP"),
        ("dekker 2.md", "Dear all,\n\nThe lamp was lit.\n\nYours sincerely,\n\nMarc Dekker\n", "Letter of Marc Dekker"),
        ("dekker.md", "Dear all,\n\nThe lamp was lit.\n\nYours sincerely,\n\nMarc Dekker\n", "Letter of Marc Dekker"),
        ("dekker.md", "The lamp was lit.\n", "file dekker"),
        ("Programme.md", "The lamp was lit.\n", "Programme"),
        ("03-technician-log.md", "**CALDER SCHOOL**\n\nThe lamp was lit.\n", "technician log"),
        ("06-neighbours-statement.md", "# STATEMENT\n\nThe lamp was lit.\n", "neighbours statement"),
        ("10.md", "# WARDEN'S NOISE LOG, BBC HALL 3\n\nThe lamp was lit.\n", "Warden's Noise Log, BBC Hall 3"),
        ("08-report-rent.md", "**A & B**\n\n## Report on the rent\n\n**Receipts**\n\nAll was paid.\n", "report rent"),
    ],
)  # fmt: skip
def test_a_paper_is_called_by_what_it_is_and_not_by_what_it_is_about(
    tmp_path: Path, name: str, text: str, title: str
) -> None:
    assert _one(tmp_path, name, text).title == title


def test_papers_that_call_themselves_the_same_are_called_by_their_files(tmp_path: Path) -> None:
    for name, lit in (("07-highways-memo.md", "lit"), ("08-health-memo.md", "out")):
        (tmp_path / name).write_text(f"# Memorandum of 2 May\n\nThe lamp was {lit}.\n", encoding="utf-8")
    made = described(case_file(read_paths([tmp_path], "papers").documents)).documents
    assert [one.title for one in made] == ["highways memo", "health memo"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("**Paper for the meeting of Monday 24 June 2024**\n\nFrom: Ann Lee\nDate: 17 June 2024\n\nAll is well.\n", "2024-06-17"),
        ("**Audit of the papers**\n\n**Visits:** 24 to 26 March 2025\n**Report:** 31 March 2025\n\nAll is well.\n", "2025-03-31"),
        ("Printed 9 May 2024\n\nDate: 2 May 2024\n\nAll is well.\n\nDate: 3 May 2024\n\nNothing is.\n", "2024-05-09"),
    ],
)  # fmt: skip
def test_the_day_that_a_head_states_goes_before_any_other_that_it_names(tmp_path: Path, text: str, day: str) -> None:
    assert _one(tmp_path, "paper.md", text).date == day


@pytest.mark.parametrize(
    ("named", "sort"),
    [
        ("amendment-letter", "correspondence"), ("incident-report", "unknown"), ("letter-of-complaint", "correspondence"),
        ("complaint", "advocacy"), ("board-minutes", "official_record"), ("photo", "unknown"),
    ],
)  # fmt: skip
def test_a_file_is_of_the_sort_that_its_name_ends_in(tmp_path: Path, named: str, sort: str) -> None:
    assert _one(tmp_path, f"04-{named}.md", "The lamp was lit.\n").source_class == sort


@pytest.mark.parametrize(
    ("named", "title"),
    [
        ("final FINAL", "Rules of the weir"),
        ("draft v2", "Rules of the weir"),
        ("scan 003", "Rules of the weir"),
        ("Copy of final (2)", "Rules of the weir"),
        ("weir_rules.docx", "Rules of the weir"),
        ("Survey of the old weir", "Survey of the old weir"),
        ("Version control at the mill", "Version control at the mill"),
    ],
)
def test_a_title_that_only_says_a_state_or_a_file_is_none(named: str, title: str) -> None:
    text = "# Rules of the weir\n\n1. Nobody may fish here.\n\n2. The gate must be shut.\n"
    cite = Citation(named, date="2024-05-04", source_class="policy_manual")
    document = Document(document_id(text.encode()), "weir", f"{named}.md", "", text, cite, segment(text))
    assert described(case_file([document])).documents[0].title == title


@pytest.mark.parametrize("name", ["final FINAL.txt", "scan 003.txt", "draft v2.txt"])
def test_a_paper_whose_file_only_says_a_state_is_called_by_its_writer_or_as_a_file(tmp_path: Path, name: str) -> None:
    letter = "Dear Sir,\n\nthe gate is shut.\n\nYours sincerely,\n\nAnna Reed\n"
    assert _one(tmp_path, name, letter).title == "Letter of Anna Reed"
    assert _one(tmp_path, name, "The gate is shut. It was shut by me.\n").title == f"file {name.removesuffix('.txt')}"


def test_a_contract_in_the_plain_present_lays_down_rules(tmp_path: Path) -> None:
    clauses = "\n\n".join(f"{n}. The firm cleans room {n} on every Monday." for n in range(1, 10))
    assert _one(tmp_path, "contract.md", f"# Cleaning contract\n\n{clauses}\n").source_class == "policy_manual"
    assert _one(tmp_path, "offer.md", f"# Cleaning offer\n\n{clauses}\n").source_class != "policy_manual"
    few = clauses.split("\n\n")[:4]
    assert (
        _one(tmp_path, "short.md", "# Cleaning contract\n\n" + "\n\n".join(few) + "\n").source_class != "policy_manual"
    )


def test_the_line_that_names_a_sitting_dates_its_minutes(tmp_path: Path) -> None:
    text = "# Weir Club\n\nMinutes of the committee, 18 March 2025, in the boat house\n\nThe gate was discussed.\n"
    assert _one(tmp_path, "committee-minutes.md", text).date == "2025-03-18"


def test_rules_that_are_numbered_throughout_are_rules_in_the_plain_present(tmp_path: Path) -> None:
    numbered = "\n\n".join(f"S{n}. A boat is hauled out on day {n}." for n in range(1, 6))
    assert _one(tmp_path, "slip.md", f"# Rules of the slip\n\n{numbered}\n").source_class == "policy_manual"
    assert _one(tmp_path, "diary.md", f"# Diary of the slip\n\n{numbered}\n").source_class != "policy_manual"
    plain = "A boat is hauled out. It is washed. It is painted. It is dried.\n\nS1. It is sold.\n"
    assert _one(tmp_path, "slip-two.md", f"# Rules of the slip\n\n{plain}").source_class != "policy_manual"


@pytest.mark.parametrize(
    ("end", "author"),
    [
        ("Jo Marsh", "Jo Marsh"),
        ("K. L. Marsh, secretary", "K. L. Marsh"),
        ("Dr Jo Marsh (warden)", "Dr Jo Marsh"),
        ("Jo Marsh\n\nReceived: 3 May 2025", "Jo Marsh"),
        ("Marsh Road", ""),
        ("The gate is shut.", ""),
        ("Weir Club", ""),
    ],
)
def test_a_name_below_a_letter_signs_it(tmp_path: Path, end: str, author: str) -> None:
    assert _one(tmp_path, "letter.txt", f"Weir Club\n\nDear Sir,\n\nthe gate is shut.\n\n{end}\n").author == author
    assert _one(tmp_path, "text.txt", f"Weir Club\n\nThe gate is shut.\n\n{end}\n").author == ""
    thread = f"From: A. Reed\nTo: Jo Marsh\nDate: 3 May 2025\n\nDear Jo,\n\nthe gate is shut.\n\n{end}\n"
    assert _one(tmp_path, "mails.txt", thread).author in ("", "A. Reed")


@pytest.mark.parametrize(
    ("line", "sort"),
    [
        ("Refusal", "decision"),
        ("Notice of termination", "decision"),
        ("Rejection of the bid", "decision"),
        ("Reply", "x"),
    ],
)
def test_a_letter_that_says_that_it_refuses_decides(tmp_path: Path, line: str, sort: str) -> None:
    letter = f"Weir Club\n\nTo Mr Hill\n\n{line}\n\nDear Mr Hill,\n\nyou may not fish here.\n\nJo Marsh\n"
    made = _one(tmp_path, "our-answer.txt", letter)
    assert (made.source_class == "decision") == (sort == "decision")
    assert made.author == "Jo Marsh"


def test_a_line_of_a_form_is_no_title_and_a_form_has_an_article(tmp_path: Path) -> None:
    text = "Harbour Mutual – Damage form D2\n\nReceived Harbour Mutual 04 AUG 2024\n\nNotice | HM-311\n\nName | Orr Ltd (Ms Dahl)\n\nThe damage is to the mast.\n"
    made = _one(tmp_path, "05_damage_form.md", text)
    assert (made.title, made.called) == ("damage form", "the damage form")


def test_the_own_title_of_a_form_says_more_than_its_file(tmp_path: Path) -> None:
    text = "# Application for a mooring\n\nThe boat is nine metres long.\n"
    assert _one(tmp_path, "05_mooring_form.md", text).title == "Application for a mooring"
