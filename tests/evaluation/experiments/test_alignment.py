"""Experiment 3: an annotator against experts, from two files."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.errors import DataFileError, UsageError
from foam_graph.evaluation.experiments.alignment import alignment_table, read_annotation

HEAD = "item,scheme,quality\n"
EXPERTS = "a,causal,good\na,value,poor\nb,example,excellent\nc,,\nd,causal,general\n"


def write(folder: Path, text: str, name: str = "a.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def figures(folder: Path, found: str, right: str = EXPERTS) -> dict[str, float | None]:
    one, two = (read_annotation(write(folder, HEAD + text, f"{n}.csv")) for n, text in enumerate((found, right)))
    return {str(name): value for name, value in alignment_table(one, two, 1).rows if not isinstance(value, str)}


def test_full_agreement(tmp_path: Path) -> None:
    found = figures(tmp_path, EXPERTS)
    assert found["Hamming loss"] == 0
    assert {found[name] for name in ("Jaccard", "precision", "kappa micro", "kappa macro", "alpha nominal")} == {1.0}
    assert found["Kendall"] == pytest.approx(1)


def test_a_worked_example(tmp_path: Path) -> None:
    found = figures(tmp_path, "a,causal,excellent\nb,causal,poor\nc,,\nd,causal,poor\n")
    assert found["Jaccard"] == pytest.approx((0.5 + 0 + 1 + 1) / 4)
    assert found["precision"] == pytest.approx((1 + 0 + 1) / 3)
    assert found["Hamming loss"] == pytest.approx((1 + 2 + 0 + 0) / 28)
    assert found["Pearson"] == pytest.approx(1)  # two marks in common: 4 and 1 against 3 and 2


def test_a_constant_annotator_shows_nothing(tmp_path: Path) -> None:
    found = figures(tmp_path, "a,causal,good\nb,causal,good\nc,causal,good\nd,causal,good\n")
    assert found["Kendall"] is None
    assert found["kappa macro"] == 0
    kappa = found["kappa micro"]
    assert kappa is not None
    assert kappa < 0.5


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("item,scheme\na,causal\n", 1, "no column 'quality'"),
        ("", 1, "no column 'item'"),
        (HEAD, 0, "holds no annotation"),
        (HEAD + "a,causal,good\n,causal,good\n", 3, "without an item"),
        (HEAD + "a,causal,brilliant\n", 2, "'brilliant' is none of"),
        (HEAD + "a,causal,good\na,causal,poor\n", 3, "twice"),
    ],
)
def test_a_wrong_file_is_refused_by_line(tmp_path: Path, text: str, line: int, fault: str) -> None:
    with pytest.raises(DataFileError, match=fault) as caught:
        read_annotation(write(tmp_path, text))
    assert caught.value.line == line


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for content in (b"\xff\xfe\x00", None):
        path = tmp_path / f"{content is None}.csv"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(DataFileError, match="cannot be read"):
            read_annotation(path)


def test_missing_rows_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="missing of what is found: c, d"):
        figures(tmp_path, "a,causal,good\nb,causal,good\n")
    with pytest.raises(UsageError, match="missing of what is right: e"):
        figures(tmp_path, EXPERTS + "e,,\n")


def test_a_file_of_a_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "excel.csv"
    path.write_bytes(b"\xef\xbb\xbf" + (HEAD + EXPERTS).replace("\n", "\r\n").encode())
    assert read_annotation(path).schemes["a"] == {"causal", "value"}
