"""The sheet of a corpus or folder: typed, the same JSON every time, one safe page, no server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foam_graph.app.case_sheet import case_sheet, write_html
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import CorpusError, UsageError
from foam_graph.findings.finding import points
from tests.support.calling import foam

ROOT = Path(__file__).parents[2]
MEMO = """---
title: "Memo <b>of</b> the office"
date: "2025-05-06"
source_class: official_record
---
48 of 160 landings were inspected. In all, 48 of 160 landings, or 32 percent, were inspected on 3 May 2025.
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A session of an empty home, with no server."""
    return Session(Settings(home=tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "memo.md").write_text(MEMO, encoding="utf-8")
    return folder


def test_a_finding_says_what_it_rests_on(session: Session, folder: Path) -> None:
    made = case_sheet(session, str(folder)).as_json()
    wrong = next(one for one in json.loads(json.dumps(made))["findings"] if one["kind"] == "sum")
    assert wrong["verdict"] == "wrong"
    assert wrong["basis"] == "recomputed"
    (sentence,) = wrong["sentences"]
    assert sentence["short"] == "1.2"
    assert sentence["id"] == f"{sentence['document']}:2"
    assert (sentence["path"], sentence["source_class"], sentence["date"]) == (
        "memo.md",
        "official_record",
        "2025-05-06",
    )


def test_the_sheet_is_the_same_every_time(session: Session, folder: Path) -> None:
    assert case_sheet(session, str(folder)).as_json() == case_sheet(session, str(folder)).as_json()
    ids = [one.id for one in case_sheet(session, str(folder)).findings]
    assert len(set(ids)) == len(ids)


def test_the_page_is_whole_and_escaped(session: Session, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    made = case_sheet(session, str(folder))
    write_html(made, page)
    text = page.read_text(encoding="utf-8")
    asserted = [one.id for one in made.findings if not points(one.rule)]
    assert asserted
    assert [one for one in asserted if f"Finding {one}<" not in text] == [], "each can be looked into by its id"
    assert "Memo &lt;b&gt;of&lt;/b&gt; the office" in text
    assert "<b>of" not in text
    assert "48 of 160 is 30 percent" in text
    assert "http" not in text.partition("</style>")[2]
    with pytest.raises(UsageError, match="cannot be written"):
        write_html(case_sheet(session, str(folder)), tmp_path / "none" / "sheet.html")


@pytest.mark.parametrize("name", ["nowhere/at/all", "missing.md"])
def test_what_is_neither_a_corpus_nor_there_is_refused(session: Session, name: str) -> None:
    with pytest.raises(CorpusError, match="no file or folder"):
        case_sheet(session, name)


def test_an_unknown_corpus_and_an_empty_folder_are_refused(session: Session, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no corpus named 'town'"):
        case_sheet(session, "town")
    (tmp_path / "empty").mkdir()
    with pytest.raises(CorpusError, match="nothing in"):
        case_sheet(session, str(tmp_path / "empty"))


def test_the_sample_appeal_is_computed_against_its_limit(session: Session) -> None:
    made = case_sheet(session, str(ROOT / "examples" / "benefits" / "documents"))
    limits = [one for one in made.findings if one.kind == "threshold"]
    income = next(one for one in limits if "$1,874" in one.text)
    assert income.verdict == "within"
    assert "$106 below the limit of $1,980" in income.text
    assert any(one.kind == "sum" and one.verdict == "wrong" and "$2,537" in one.text for one in made.findings)
    assert not [
        one.text for one in made.findings if one.kind == "sum" and one.verdict == "wrong" and "$2,537" not in one.text
    ]


def test_the_command_prints_what_is_wrong_first_and_json_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    answer = foam("sheet", str(folder), "--html", str(tmp_path / "sheet.html"))
    assert answer.code == 0
    assert (
        answer.out.index("Wrong, missed or disputed (1)")
        < answer.out.index("Timeline (1)")
        < answer.out.index("Documents")
    )
    assert "[1.2]" in answer.out
    assert (tmp_path / "sheet.html").exists()
    assert foam("sheet", str(folder), "--json").value["corpus"] == str(folder)
    assert foam("sheet", str(folder), "--dated", "yesterday").code == 2
    assert foam("sheet", "town", "--json").code != 0


def test_mails_and_tables_of_a_folder_are_read_as_its_other_papers(session: Session, folder: Path) -> None:
    assert "left_out" not in case_sheet(session, str(folder)).as_json()
    (folder / "reply.eml").write_text(
        "From: Ina Moor <ina@quay.example>\nTo: The office\nDate: Tue, 6 May 2025 09:10:00 +0200\nSubject: Landings\n\n"
        "In all, 12 of 40 crews, or 25 percent, answered.\n",
        encoding="utf-8",
    )
    (folder / "landings.csv").write_text(
        "crate;cod;ling;total\nA;3;4;7\nB;5;6;12\nC;2;2;4\nD;1;8;9\n", encoding="utf-8"
    )
    made = case_sheet(session, str(folder))
    assert made.left_out == ()
    assert [(one.title, one.date, one.source_class) for one in made.documents] == [
        ("landings", "", "unknown"),
        ("Memo <b>of</b> the office", "2025-05-06", "official_record"),
        ("Landings", "2025-05-06", "correspondence"),
    ]
    wrong = [one for one in made.findings if one.verdict == "wrong"]
    assert {one.sentences[0].path for one in wrong} == {"landings.csv", "memo.md", "reply.eml"}
    (row,) = [one for one in wrong if one.sentences[0].path == "landings.csv"]
    assert "| B | 5 | 6 | 12 |" in {one.text for one in row.sentences}


def test_a_table_of_days_that_tells_nothing_is_not_said_to_have_none(session: Session, tmp_path: Path) -> None:
    (tmp_path / "pay.csv").write_text("day,sum\n2026-03-01,100\n2026-03-02,200\n", encoding="utf-8")
    assert case_sheet(session, str(tmp_path)).findings == ()
    told = foam("sheet", str(tmp_path)).out
    assert "no line was found that tells an event of a day" in told
    assert "dated" not in told


def test_what_is_not_read_is_told_first(session: Session, folder: Path, tmp_path: Path) -> None:
    mail = (
        "Subject: With a plan\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nSee the plan.\n"
        "--x\nContent-Type: image/png\nContent-Disposition: attachment; filename=plan.png\n\nabc\n--x--\n"
    )
    for name, text in {
        "note.eml": mail,
        "map.argdown": "[A]: b",
        "old.rtf": "x",
        "empty.md": "",
        "pay.csv": "day,sum\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / ".hidden.eml").write_text("", encoding="utf-8")
    made = case_sheet(session, str(folder))
    assert {one.path: one.loader for one in made.left_out} == {
        "empty.md": "",
        "map.argdown": "argdown",
        "note.eml: plan.png (image/png, 3 bytes)": "",
        "old.rtf": "",
        "pay.csv": "",
    }
    assert all(one.reason for one in made.left_out)
    answer = foam("sheet", str(folder), "--html", str(tmp_path / "sheet.html"))
    assert (answer.code, answer.err) == (0, "")
    assert (
        answer.out.index("Not read (5)") < answer.out.index("old.rtf") < answer.out.index("Wrong, missed or disputed")
    )
    assert "foam load --loader argdown" in answer.out
    assert [row["path"] for row in foam("sheet", str(folder), "--json").value["left_out"]] == [
        one.path for one in made.left_out
    ]
    page = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert page.index("Not read") < page.index("old.rtf") < page.index("48 of 160 is 30 percent")
    assert "read by the loader argdown" in page


def test_a_folder_of_other_forms_alone_says_what_reads_them(session: Session, tmp_path: Path) -> None:
    (tmp_path / "map.argdown").write_text("[A]: b", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"map\.argdown") as refused:
        case_sheet(session, str(tmp_path))
    assert "foam loaders" in refused.value.hint
    assert "argdown" in refused.value.hint


def test_a_document_says_by_what_it_is_dated(session: Session, folder: Path, tmp_path: Path) -> None:
    (folder / "letter.md").write_text(
        "Quay 3\n\n14 March 2026\n\nIn all, 48 of 160 landings, or 32 percent, were inspected.\n", encoding="utf-8"
    )
    made = case_sheet(session, str(folder))
    assert [(one.date, one.dated_by, one.about) for one in made.documents] == [
        ("2026-03-14", "letterhead", "2026-03-14 by its letterhead, class of source not stated"),
        ("2025-05-06", "", "2025-05-06, official record"),
    ]
    rests = [one for finding in made.findings for one in finding.sentences if one.document == made.documents[0].id]
    assert {(one.date, one.dated_by) for one in rests} == {("2026-03-14", "letterhead")}
    assert "2026-03-14 by its letterhead" in made.html()
