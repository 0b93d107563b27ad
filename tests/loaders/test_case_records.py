"""A table of case records: the map of its columns, and every way in which a table can be bad."""

from __future__ import annotations

from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.loaders import case_records

MAP = "name=Case,title=Subject,text=Body,date=Filed"
GOOD = (
    "Case,Subject,Body,Filed,Clerk\n"
    'A/17,Late notice,"The notice was posted on 9 March. It arrived\non 14 March.",2026-03-16,Roe\n'
    "A/18,Refund,The refund was paid on 2 April.,2026-04-03,Poe\n"
)


def table(folder: Path, content: str | bytes, name: str = "cases.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_row_becomes_a_document_with_its_citation(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    path = table(tmp_path, GOOD)
    report = case_records.load(foam, path, corpus=corpus, map=MAP)
    assert (len(report.added), report.rejected, report.ok) == (2, (), True)
    assert [(one.path, one.note) for one in report.remarks] == [
        ("cases.csv", "columns that are not mapped were left out: Clerk")
    ]
    rows = foam.corpus(corpus).documents()
    assert [(row.path, row.title, row.date) for row in rows] == [
        ("cases.csv/A-17.txt", "Late notice", "2026-03-16"),
        ("cases.csv/A-18.txt", "Refund", "2026-04-03"),
    ]
    assert rows[0].sentences == 2
    assert "case-records" in rows[0].notes[0]
    again = case_records.load(foam, path, corpus=corpus, map=MAP)
    assert (again.added, again.unchanged) == ((), 2)


def test_days_encoding_and_delimiter_are_options(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    path = table(tmp_path, "Akte;Text;Tag\nÄ1;Die Größe fehlt.;16.03.2026\n".encode("cp1252"))
    report = case_records.load(
        foam,
        path,
        corpus=corpus,
        map="name=Akte,text=Text,date=Tag",
        encoding="cp1252",
        delimiter=";",
        dates="%d.%m.%Y",
    )
    assert report.ok
    (row,) = foam.corpus(corpus).documents()
    assert (row.title, row.date) == ("Ä1", "2026-03-16")


def test_a_bad_row_is_refused_whole_and_stops_no_other(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    content = GOOD + (
        "A/19,Short,too few\n"
        "A/20,Empty,,2026-05-01,Roe\n"
        "A/18,Twin,Another text of the same name.,2026-05-01,Roe\n"
        "A/21,Undated,It was filed some day.,some day,Roe\n"
        "\n"
        "A/22,Last,The last row is read.,2026-05-02,Roe\n"
    )
    report = case_records.load(foam, table(tmp_path, content), corpus=corpus, map=MAP)
    assert len(report.added) == 3
    assert {refused.path: refused.reason for refused in report.rejected}.keys() == {
        "cases.csv row 3", "cases.csv row 4", "cases.csv row 5", "cases.csv/A-21.txt"
    }  # fmt: skip
    reasons = [refused.reason for refused in report.rejected]
    assert "3 cells under 5 columns" in reasons[0]
    assert "'Body' is empty" in reasons[1]
    assert "called 'A-18' too" in reasons[2]
    assert "date" in reasons[3]
    assert "load again" in report.hint


def test_a_day_that_is_not_written_as_the_option_says_is_refused(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    with pytest.raises(fg.CorpusError, match="'2026-03-16' is not written as '%d/%m/%Y'"):
        case_records.load(foam, table(tmp_path, GOOD), corpus=corpus, map=MAP, dates="%d/%m/%Y")
    assert corpus not in foam.corpora()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"Case,Subject,Body,Filed\n", "no row under the header"),
        (b"Case,Subject,Text,Filed\nA,B,C,2026\n", r"no column 'Body' \(columns: Case, Subject, Text, Filed\)"),
        (b"Case,Subject,Body,Body,Filed\nA,B,C,D,2026\n", "two columns of one name"),
        (b"\x89PNG\r\n\x1a\n\0\0", "NUL byte|not UTF-8"),
        ("Case,Subject,Body,Filed\nA,B,Größe.,2026\n".encode("cp1252"), "not UTF-8 at byte 30: give encoding="),
        (b'Case,Subject,Body,Filed\nA,B,"never closed,2026\n', "not CSV"),
    ],
)
def test_a_table_that_cannot_be_read_says_why_and_loads_nothing(
    foam: fg.Foam, corpus: str, tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(fg.CorpusError, match=reason):
        case_records.load(foam, table(tmp_path, content), corpus=corpus, map=MAP)
    assert corpus not in foam.corpora()


def test_a_line_without_an_end_is_refused_and_what_stands_before_it_is_kept(
    foam: fg.Foam, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(case_records, "LONGEST_LINE", 200)
    report = case_records.load(foam, table(tmp_path, GOOD + "A/23,Huge," + "x" * 300), corpus=corpus, map=MAP)
    assert len(report.added) == 2
    (refused,) = report.rejected
    assert refused.path == "cases.csv row 3"
    assert "a line is larger than" in refused.reason
    assert refused.reason.endswith("the rest is left out")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"map": "title=Subject"}, "no column is the text"),
        ({"map": "text=Body,body=Body"}, "'body=Body' maps nothing"),
        ({"map": "text="}, "'text=' maps nothing"),
        ({"map": "text=A,text=B"}, "two columns are text"),
        ({"map": MAP, "encoding": "klingon"}, "no encoding is called 'klingon'"),
        ({"map": MAP, "delimiter": "::"}, "cannot part cells"),
    ],
)
def test_options_that_cannot_be_used_are_refused_before_anything_is_read(
    foam: fg.Foam, corpus: str, tmp_path: Path, options: dict[str, str], told: str
) -> None:
    with pytest.raises(fg.UsageError, match=told):
        case_records.load(foam, tmp_path / "none.csv", corpus=corpus, **options)


def test_a_folder_is_read_in_order_and_other_files_are_told(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    table(tmp_path, GOOD, "b.csv")
    (tmp_path / "a").mkdir()
    table(tmp_path / "a", GOOD.replace("The", "A"), "cases.csv")
    table(tmp_path, b"PK\3\4", "sheet.xlsx")
    table(tmp_path, GOOD, ".hidden.csv")
    report = case_records.load(foam, tmp_path, corpus=corpus, map=MAP)
    assert [row.path for row in foam.corpus(corpus).documents()] == [
        "a/cases.csv/A-17.txt", "a/cases.csv/A-18.txt", "b.csv/A-17.txt", "b.csv/A-18.txt"
    ]  # fmt: skip
    assert [(one.path, one.reason) for one in report.rejected] == [("sheet.xlsx", "not one of .csv, .tsv, .txt")]


def test_a_link_to_a_folder_is_told_and_not_followed(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        table(folder, GOOD)
    (inside / "round").symlink_to(inside)
    (inside / "out").symlink_to(outside)
    (inside / "nowhere.csv").symlink_to(tmp_path / "none.csv")
    report = case_records.load(foam, inside, corpus=corpus, map=MAP)
    assert len(report.added) == 2
    assert {one.path: one.reason for one in report.rejected} == {
        "round": "a link to a folder, which is not followed",
        "out": "a link to a folder, which is not followed",
        "nowhere.csv": "there is no such file",
    }
