"""Answers of readers: read, refused, counted, and what they come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.errors import DataFileError
from foam_graph.evaluation.preference.analysis import preference_remarks, preference_tables
from foam_graph.evaluation.preference.answers import Marked, read_answers, read_key
from foam_graph.evaluation.preference.ballot_paper import ANSWER_COLUMNS, DIMENSIONS, Key, key_csv
from foam_graph.evaluation.tables import Table

NAMES = ("direct", "four-role", "naive-rag", "r-debater")
KEY = Key({(f"c{at}", place): (NAMES[(at + place) % 4], "m") for at in range(4) for place in range(1, 5)})
HEAD = ",".join(ANSWER_COLUMNS) + "\n"


def row(reader: str, context: str, candidate: int, mark: int | str = 5, chosen: int | str = 0) -> str:
    return f"{reader},{context},{candidate},{','.join([str(mark)] * len(DIMENSIONS))},{chosen}\n"


def whole(reader: str, favourite: str, high: int = 9) -> str:
    return "".join(
        row(reader, context, place, high if name == favourite else 4, int(name == favourite))
        for (context, place), (name, _) in KEY.who.items()
    )


def read(folder: Path, *texts: str) -> tuple[Marked, ...]:
    paths = []
    for at, text in enumerate(texts):
        paths.append(folder / f"{at}.csv")
        paths[-1].write_text(HEAD + text, encoding="utf-8")
    return read_answers(paths, KEY)


def values(table: Table, *starts: str) -> list[object]:
    (found,) = [one for one in table.rows if one[: len(starts)] == starts]
    return list[object](found[len(starts) :])


def test_what_readers_prefer(tmp_path: Path) -> None:
    found = read(tmp_path, whole("ada", "r-debater"), whole("ben", "r-debater"), whole("cid", "direct"))
    chosen, marks, agreement = preference_tables(found, KEY, 1)
    assert values(chosen, "r-debater", "m") == [pytest.approx(200 / 3), 0.0, 100.0, 8, 12]
    assert values(chosen, "naive-rag", "m")[0] == 0
    assert values(marks, "direct", "m", "Topic relevance")[0] == pytest.approx((4 + 4 + 9) / 3)
    assert len(marks.rows) == 4 * 6
    assert all(value is not None and float(value) < 1 for _, value in agreement.rows)
    first, place = preference_remarks(found, KEY)
    assert "48 of 48 rows, 288 of 288 marks and 12 of 12 choices" in first
    assert "3 at place 1, 3 at place 2, 3 at place 3, 3 at place 4" in place


def test_one_reader_is_resampled_by_context(tmp_path: Path) -> None:
    chosen, _, agreement = preference_tables(read(tmp_path, whole("ada", "direct")), KEY, 1)
    assert values(chosen, "direct", "m")[:3] == [100.0, 100.0, 100.0]
    assert "by context" in chosen.remarks[0]
    assert all(value is None for _, value in agreement.rows)


def test_missing_rows_and_marks_are_counted_not_filled(tmp_path: Path) -> None:
    text = row("ada", "c0", 1, 8, 1) + row("ada", "c0", 2, "", "") + row("ada", "c1", 3, 6, "")
    found = read(tmp_path, text)
    chosen, marks, _ = preference_tables(found, KEY, 1)
    assert "3 of 16 rows, 12 of 96 marks and 1 of 4 choices" in preference_remarks(found, KEY)[0]
    assert values(chosen, KEY.who["c0", 1][0], "m")[3:] == [1, 1]
    name = KEY.who["c0", 2][0]
    expected = 6.0 if KEY.who["c1", 3][0] == name else None
    assert values(marks, name, "m", "Fact authenticity")[0] == expected


def test_nothing_answered(tmp_path: Path) -> None:
    chosen, marks, _ = preference_tables(read(tmp_path, ""), KEY, 1)
    assert all(one[2] is None for one in chosen.rows)
    assert all(one[-1] == 0 for one in marks.rows)


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (row("ada", "c0", 1, 11), 2, "is '11'; a whole number from 1 to 10"),
        (row("ada", "c0", 1, 0), 2, "is '0'"),
        (row("ada", "c0", 1, "7.5"), 2, "is '7.5'"),
        (row("ada", "c0", 1, "-3"), 2, "is '-3'"),
        (row("ada", "c0", 1, "٣"), 2, "a whole number"),
        (row("ada", "c0", 1, "good"), 2, "is 'good'"),
        (row("ada", "c0", 5), 2, "candidate 5 of 'c0' is not in the key"),
        (row("ada", "c9", 1), 2, "is not in the key"),
        (row("", "c0", 1), 2, "without a reader"),
        (row("ada", "c0", 1, 5, "yes"), 2, "chosen is 'yes'"),
        (row("ada", "c0", 1) + row("ada", "c0", 1), 3, "marks candidate 1 of c0 twice"),
        (row("ada", "c0", 1, 5, 1) + row("ada", "c0", 2, 5, 1), 3, "chooses a second"),
    ],
)
def test_what_is_wrong_is_refused_by_line(tmp_path: Path, text: str, line: int, fault: str) -> None:
    with pytest.raises(DataFileError, match=fault) as caught:
        read(tmp_path, text)
    assert caught.value.line == line


def test_files_that_are_no_answers(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    for content, fault in ((b"a,b\n1,2\n", "no column 'reader'"), (b"\xff\xfe", "cannot be read"), (b"", "no column")):
        bad.write_bytes(content)
        with pytest.raises(DataFileError, match=fault):
            read_answers([bad], KEY)
    with pytest.raises(DataFileError, match="cannot be read"):
        read_answers([tmp_path / "nowhere.csv"], KEY)


def test_rows_of_nothing_at_the_end_are_none(tmp_path: Path) -> None:
    found = read(tmp_path, row("ada", "c0", 1) + "," * (len(ANSWER_COLUMNS) - 1) + "\n\n")
    assert len(found) == 1


def test_the_key_is_read_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "key.csv"
    path.write_text(key_csv(KEY), encoding="utf-8")
    assert read_key(path) == KEY
    path.write_text(key_csv(KEY) + "c0,1,direct,m\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="stands there twice"):
        read_key(path)
    path.write_text("context,candidate,debater,model\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="holds no candidate"):
        read_key(path)
