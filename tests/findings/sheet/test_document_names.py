"""How sentences call documents: by a title that names a sort of paper, a mail by its sender, a file by its name in marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.casefile.case_file import CaseDocument
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.findings.language.wording import source_name
from foam_graph.findings.sheet.case_passages import passages_of
from foam_graph.findings.sheet.described import described

TOLD = "The kiln report was late, and the claim letter of the potter came first.\n"


def _called(document: CaseDocument) -> str:
    return source_name(next(iter(passages_of(document))))


def _loaded(title: str, author: str = "", day: str = "", source_class: str = "unknown", text: str = TOLD) -> Document:
    cited = Citation(title, author=author, date=day, source_class=source_class)
    name = document_id(f"{title}{author}{day}{text}".encode())
    return Document(name, "papers", f"{title}.txt", "", text, cited, segment(text))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("05-claim-letter.md", "the claim letter"),
        ("kiln_report.md", "the kiln report"),
        ("04_statement_abara.md", '"statement_abara"'),
        ("minutes-14.md", '"minutes-14"'),
        ("11-abara-answer-8-oct.md", '"abara-answer-8-oct"'),
        ("draft-findings.md", '"draft-findings"'),
    ],
)
def test_the_name_of_a_file_is_a_name_only_where_it_is_a_phrase(tmp_path: Path, name: str, called: str) -> None:
    (tmp_path / name).write_text(TOLD, encoding="utf-8")
    [one] = described(case_file(read_paths([tmp_path], "papers").documents)).documents
    assert (_called(one), one.cited) == (called, called)


@pytest.mark.parametrize(
    ("title", "called"),
    [
        ("Report on the kiln of 2021", '"Report on the kiln of 2021"'),
        ("Answer of the potter", "the answer of the potter"),
        ("Glaze and Fire Act", "the Glaze and Fire Act"),
        ("Losses from early firing: revised", '"Losses from early firing: revised"'),
        ("Firing at Lower Brook: an independent report", '"Firing at Lower Brook: an independent report"'),
        ("Minutes of Thursday, 14 March 2024", '"Minutes of Thursday, 14 March 2024"'),
    ],
)
def test_a_title_has_an_article_where_it_names_a_sort_of_paper_and_else_is_quoted(title: str, called: str) -> None:
    [one] = described(case_file([_loaded(title, source_class="research")])).documents
    assert _called(one) == called
    assert one.cited == f'"{title}"'


def test_a_mail_is_its_sender_s_and_its_subject_is_no_name() -> None:
    mail = _loaded("kiln 7", "Ada Abara <ada@example.org>", "2024-01-09", "correspondence")
    bare = _loaded("the book", "clay@example.org", "2024-01-10", "correspondence")
    made = described(case_file([mail, bare])).documents
    assert [_called(one) for one in made] == ["the e-mail of Ada Abara", "the e-mail of clay@example.org"]
    assert [one.cited for one in made] == [_called(one) for one in made]


def test_two_mails_of_one_sender_and_day_are_told_apart_by_their_subjects() -> None:
    mails = [
        _loaded(subject, "Ada Abara <ada@example.org>", "2024-01-09", "correspondence") for subject in ("Kiln", "Clay")
    ]
    assert [_called(one) for one in described(case_file(mails)).documents] == ['"Kiln"', '"Clay"']


def test_a_class_of_source_is_no_title() -> None:
    [one] = described(case_file([_loaded("Town waits for its kiln", source_class="news")])).documents
    assert _called(one) == "a news report"


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("03-report-on-boiler.md", "the report on the boiler"),
        ("04-statement-of-bursar.md", "the statement of the bursar"),
        ("05-letter-of-complaint.md", "the letter of complaint"),
        ("06-minutes-of-the-board.md", "the minutes of the board"),
    ],
)
def test_the_last_noun_of_a_files_name_has_its_article(tmp_path: Path, name: str, called: str) -> None:
    text = "The report and the letter tell of complaint. The boiler, the statement and the minutes: bursar, board.\n"
    (tmp_path / name).write_text(text, encoding="utf-8")
    [one] = described(case_file(read_paths([tmp_path], "papers").documents)).documents
    assert _called(one) == called


def test_a_letter_is_its_signers_and_not_that_of_his_office() -> None:
    text = "Dear Mr Hale,\n\nThe loan is granted.\n\nAda Quist\n\nLoans Officer\n"
    [one] = described(case_file([_loaded("7f3", text=text)])).documents
    assert one.author == "Ada Quist"


@pytest.mark.parametrize(
    ("author", "called"),
    [
        ("Ada Abara <ada@kiln.example>", "the e-mail of Ada Abara"),
        ("Abara, Ada <ada@kiln.example>", "the e-mail of Abara, Ada"),
        ('"Ada Said by: Judge" <ada@kiln.example>', 'the e-mail of "Ada Said by: Judge"'),
        ("Ada \u2424 Bcc Judge <ada@kiln.example>", 'the e-mail of "Ada \u2424 Bcc Judge"'),
    ],
)
def test_a_sender_that_writes_more_than_a_name_is_quoted(author: str, called: str) -> None:
    [one] = described(case_file([_loaded("Firing", author=author, source_class="correspondence")])).documents
    assert _called(one) == called
