"""Debate cards: Verbatim's Word files, OpenDebateEvidence and DebateSum, and what is none of them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.loaders import debatesum, opendebateevidence, verbatim
from foam_graph.loaders.datasets import refuse_others
from tests.support.shared_data import VERBATIM, needs

BODY = "The rent was fixed in 1974. Supply fell by a fifth. The city built none."
OPEN = {"id": "7", "tag": "Rent control cuts supply", "cite": "Marsh 19", "fullcite": "A. Marsh, 2019", "fulltext": BODY,
        "summary": "Supply fell by a fifth", "spoken": "Supply fell", "bucketId": "b7"}  # fmt: skip
SUM = {"Full-Document": BODY, "Extract": "Supply fell", "Abstract": "Supply falls", "Citation": "Marsh 2019"}
Loader = Callable[..., fg.LoadReport]


def table(rows: list[dict[str, str]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def lines(rows: list[dict[str, str]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def cards(foam: fg.Foam, corpus: str, folder: Path) -> Path:
    """A Word file of two cards, as the product writes Verbatim's styles."""
    given = [
        fg.NewCard(name=f"c{n}", text=text, tag=f"Tag {n}", cite="Marsh 19", marks=(fg.Mark(0, 8, "underline"),))
        for n, text in enumerate((BODY, "A second source says otherwise. It counts 12 houses."))
    ]
    foam.corpus(f"{corpus}-source").add(given)
    path = folder / "aff.docx"
    foam.export(foam.corpus(f"{corpus}-source"), "cards", path, format="docx")
    return path


def test_a_verbatim_folder_is_loaded_card_by_card(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    cards(foam, corpus, tmp_path / "sub")
    others = {"notes.txt": "not a Word file (.docx)", "old.doc": "not one of", "~$aff.docx": "Word's lock"}
    for name in others:
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "text.docx").write_text("No Word file.", encoding="utf-8")
    (tmp_path / "empty.docx").touch()
    (tmp_path / "zip.docx").write_bytes(b"PK\3\4 broken")
    report = verbatim.load(foam, tmp_path, corpus=corpus)
    rows = foam.corpus(corpus).documents()
    assert [row.path for row in rows] == ["sub/aff.docx#C1", "sub/aff.docx#C2"]
    assert [row.marks for row in rows] == [1, 1]
    reasons = {one.path: one.reason for one in report.rejected}
    assert reasons.keys() == {*others, "text.docx", "empty.docx", "zip.docx"}
    for name, reason in others.items():
        assert reason in reasons[name]
    assert (reasons["empty.docx"], "whatever its name says" in reasons["text.docx"]) == ("empty", True)
    shown = foam.show(f"{rows[0].id}@{corpus}")
    assert shown.written_by is not None
    assert shown.written_by.step == "load:verbatim"


@pytest.mark.parametrize(("load", "row", "other"), [(opendebateevidence.load, OPEN, SUM), (debatesum.load, SUM, OPEN)])
def test_rows_of_a_data_set_become_cards(
    foam: fg.Foam, corpus: str, tmp_path: Path, load: Loader, row: dict[str, str], other: dict[str, str]
) -> None:
    column = next(name for name, value in row.items() if value == BODY)
    second = row | {column: "Another body of evidence. It has two sentences."}
    (tmp_path / "a.csv").write_bytes(table([row, second]))
    (tmp_path / "b.jsonl").write_bytes(lines([row | {column: "A third body of evidence."}, row | {column: ""}]))
    (tmp_path / "c.csv").write_bytes(table([other]))
    report = load(foam, tmp_path, corpus=corpus)
    assert [one.path for one in foam.corpus(corpus).documents()] == ["a.csv#R1", "a.csv#R2", "b.jsonl#L1"]
    assert foam.corpus(corpus).documents()[0].marks >= 1
    assert [one.path for one in report.rejected] == ["b.jsonl#L2", "c.csv"]
    assert report.rejected[1].reason.startswith(f"no column {column} (columns: ")
    again = load(foam, tmp_path, corpus=corpus)
    assert (again.added, again.unchanged) == ((), 3)


@pytest.mark.parametrize("load", [opendebateevidence.load, debatesum.load])
@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", b"", "empty"),
        ("a.csv", b"\x89PNG\0", "NUL byte at offset 4"),
        ("a.parquet", b"PAR1", "not one of"),
        ("a.txt", b"fulltext\nA body.\n", "not one of .csv, .jsonl"),
        ("a.jsonl", b"[1, 2]\n", "its first row has no columns"),
        ("a.jsonl", b"no JSON\n", "its first row has no columns"),
        ("a.csv", b"text,author\nA body.,B\n", "no column"),
        ("a.csv", "fulltext,Full-Document\nGr\u00f6\u00dfe\n".encode("utf-16"), "NUL byte"),
    ],
)
def test_what_is_no_such_data_set_says_why_and_loads_nothing(
    foam: fg.Foam, corpus: str, tmp_path: Path, load: Loader, name: str, content: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(fg.CorpusError, match=reason):
        load(foam, tmp_path, corpus=corpus)
    assert corpus not in foam.corpora()


def test_a_row_longer_than_what_is_looked_at_is_known_by_its_first_columns() -> None:
    refuse = refuse_others("fulltext", "fulltext")
    row = json.dumps({"id": 7, "tag": "a, b: c", "fulltext": "x" * 100_000})
    assert refuse("a.jsonl", row.encode()[:65536]) == ""
    assert refuse("a.jsonl", json.dumps({"id": 7, "other": "x" * 100_000}).encode()[:65536]).startswith("no column")


@needs(VERBATIM)
def test_a_real_verbatim_file_is_read(foam: fg.Foam, corpus: str) -> None:
    report = verbatim.load(foam, VERBATIM, corpus=corpus)
    assert report.added
    assert all(row.path.startswith(f"{VERBATIM.name}#C") for row in foam.corpus(corpus).documents())
