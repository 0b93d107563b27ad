"""Tables of spreadsheet programs: one document, a row a sentence, whatever parts the cells."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from foam_graph.corpus.formats.extracted import Extracted
from foam_graph.corpus.formats.table_text import read_table
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import CorpusError


def texts(tmp_path: Path, content: bytes | str, name: str = "t.csv") -> list[str]:
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    report = read_paths([tmp_path / name], "c")
    assert report.rejected == []
    (document,) = report.documents
    assert document.path == name
    return [document.text[start:end] for start, end in document.segmentation.spans]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_mark_that_parts_cells_is_the_one_that_makes_rows(tmp_path: Path, mark: str) -> None:
    rows = [["Day", "Depth, m", "By"], ["02.06.2025", "3,4", "Orr"], ["03.06.2025", "3,6", ""]]
    content = "\r\n".join(mark.join(f'"{cell}"' if mark in cell else cell for cell in row) for row in rows)
    assert texts(tmp_path, content) == [
        "| Day | Depth, m | By |",
        "| --- | --- | --- |",
        "| 02.06.2025 | 3,4 | Orr |",
        "| 03.06.2025 | 3,6 |  |",
    ]


def test_lines_around_a_table_are_lines_and_a_cell_of_several_lines_is_one(tmp_path: Path) -> None:
    content = 'Readings of the pump;;\nday;kWh;note\n1;12;"two\nlines"\nTotal;12\nprinted 5 January 2024;;\n'
    assert texts(tmp_path, content) == [
        "Readings of the pump",
        "| day | kWh | note |",
        "| --- | --- | --- |",
        "| 1 | 12 | two lines |",
        "| Total | 12 |  |",
        "printed 5 January 2024",
    ]
    assert texts(tmp_path, "a,b\n1,2\n2024-03,\n")[-1] == "| 2024-03 |  |", "a row that lacks its figure stays a row"


def test_other_encodings_and_strokes_are_kept_and_noted(tmp_path: Path) -> None:
    assert texts(tmp_path, "Straße,m\nAm Kai,3\n".encode("cp1252"))[0] == "| Straße | m |"
    assert texts(tmp_path, "a\tb\n1\t2\n".encode("utf-16"), "t.tsv")[2] == "| 1 | 2 |"
    (tmp_path / "s.csv").write_text("a,b\nx|y,2\n", encoding="utf-8")
    (document,) = read_paths([tmp_path / "s.csv"], "c").documents
    assert "| x¦y | 2 |" in document.text
    assert [note for note in document.notes if "¦" in note]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b"day,sum\n", "no row under the header"),
        (b"\x89PNG\r\n\x1a\n\0", "not plain text"),
        (b",,\n,,\n", "empty"),
        (b'a,b\n"1,2\n', "not CSV: in the row from line 2 "),
        (b'day,by,sum\n2 May,Orr,"paid, late\n3 May,Lund,4\n', "not CSV: in the row from line 2 "),
        (
            b'day,by,sum\n2 May,Orr,3\n\n3 May,"Lund; Orr,4\n4 May,Orr,4\n',
            "not CSV: in the row from line 4 ",
        ),
        (b'day,by,sum\n2 May,Orr,"3\n3 May,"Lund",4\n4 May,Orr,4\n', "not CSV: in the row from line 2 "),
        (b'name\n"Orr, Ada" of the office\nLund\n', "not CSV: in the row from line 2 "),
        (b'day\tby\n2 May\t"Orr\n3 May\tLund\n', "not CSV: in the row from line 2 "),
        ((",".join(map(str, range(501))) + "\n" + ",".join("1" * 501)).encode(), "more than 500 columns"),
    ],
)
def test_what_is_no_table_says_why(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    report = read_paths([tmp_path], "c")
    assert report.documents == []
    assert reason in report.rejected[0][1]


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ('"Pipe";1,5;2,5\n"Hose";3,5;4,5\n', ["| Pipe | 1,5 | 2,5 |", "| Hose | 3,5 | 4,5 |"]),
        ('pipe,5" wide\nhose,6" wide\n', ['| pipe | 5" wide |', '| hose | 6" wide |']),
        ('a;b\n1;"two\nlines, three"\n', ["| a | b |", "| 1 | two lines, three |"]),
    ],
)
def test_a_mark_that_is_none_of_the_table_breaks_nothing(tmp_path: Path, content: str, rows: list[str]) -> None:
    assert [one for one in texts(tmp_path, content) if "---" not in one] == rows


def test_a_broken_table_is_refused_alone(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('a,b\n1,"x\n2,y\n', encoding="utf-8")
    (tmp_path / "b.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    report = read_paths([tmp_path], "c")
    assert [one.path for one in report.documents] == ["b.csv"]
    assert [path for path, _ in report.rejected] == ["a.csv"]


def test_rows_with_a_column_of_texts_stay_documents_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(
        "text,title\nThe quay was shut.,One\nThe quay was open.,Two\n", encoding="utf-8"
    )
    assert [one.path for one in read_paths([tmp_path], "c").documents] == ["cards.csv#R1", "cards.csv#R2"]


def _plainly(text: str) -> list[list[str]] | str:
    """The rows by the mark that fits best, each mark tried, the first of equals; else why there are none."""
    read, fault = [], "empty"
    for mark in (",", ";", "\t", "|"):
        try:
            rows = list(csv.reader(text.splitlines(keepends=True), delimiter=mark, strict=True))
        except csv.Error:
            fault = "not CSV: in the row from line "
            continue
        rows = [row for row in rows if any(cell.strip() for cell in row)]
        widths = [len(row) for row in rows if len(row) > 1]
        read.append((max(((widths.count(width), width) for width in widths), default=(0, 0)), rows))
    most = max((fit for fit, _ in read), default=(0, 0))
    return next((rows for fit, rows in read if fit == most), []) or fault


@given(st.text(alphabet='ab,;|\t" \n', max_size=24).map(lambda text: f"{text}\nx,y;z\n1,2;3\n"))
@example('"a"b\n')
@example(";;\nx\n")
@example(",,\n||\n")
@example('"a;b"\n1;2\n')
@settings(max_examples=300)
def test_the_mark_is_the_one_that_trying_each_would_choose(text: str) -> None:
    expected = _plainly(text)
    made: Extracted | str
    try:
        made = read_table(text.encode())
    except CorpusError as fault:
        made = fault.message
    if isinstance(expected, str):
        assert isinstance(made, str)
        assert made.startswith(expected)
    elif isinstance(made, Extracted):
        cells = [" ".join(cell.replace("|", "¦").split()) for row in expected for cell in row]
        assert sorted(filter(None, cells)) == sorted(
            cell for line in made.text.splitlines() for part in [line.strip()] if part and not part.startswith("| ---")
            for cell in (map(str.strip, part.strip("|").split("|")) if part.startswith("|") else [part]) if cell
        )  # fmt: skip
    elif made != "no row under the header":
        # A quotation is broken that the mark which would part most of the lines needs closed.
        assert '"' in text
        assert made.startswith("not CSV: in the row from line ")
