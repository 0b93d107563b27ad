"""Partitions: whatever the size, the same documents under the same paths as reading in one go."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.bulk import partitions as module
from foam_graph.bulk.partitions import Partition, found_in, input_hash, partitions
from foam_graph.corpus.reading import LoadedDocument, read_found, read_stream
from tests.support.worlds.scattered import write_corpus

SAID = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
LINES = st.lists(
    st.one_of(
        SAID.map(lambda text: json.dumps({"text": f"A word. {text}"})), st.sampled_from(["", "  ", "{", "[1]", '"x"'])
    ),
    max_size=25,
)


def told(one: LoadedDocument | tuple[str, str]) -> tuple[str, str]:
    return one if isinstance(one, tuple) else (one.path, one.id)


def whole(path: Path) -> list[tuple[str, str]]:
    return [told(one) for one in read_stream([path], "c")]


def read(cut: list[Partition]) -> list[tuple[str, str]]:
    pieces = [piece for partition in cut for piece in partition.pieces]
    return [told(one) for piece in pieces for found in found_in(piece) for one in read_found(found, "c")]


@given(lines=LINES, end=st.sampled_from(["\n", "\r\n"]), bom=st.booleans(), size=st.integers(1, 400))
def test_parts_of_a_file_of_lines_hold_what_the_file_holds(lines: list[str], end: str, bom: bool, size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.jsonl"
        path.write_bytes((("\ufeff" if bom else "") + end.join(lines)).encode())
        cut = list(partitions([path], size))
        assert read(cut) == whole(path) or not any(line.strip() for line in lines)
        assert [one.number for one in cut] == list(range(len(cut)))
        assert sum(one.bytes for one in cut) == path.stat().st_size


@given(
    cells=st.lists(st.tuples(SAID, SAID), max_size=20),
    size=st.integers(1, 400),
    broken=st.sampled_from(["", "one cell\n", '"a"b,c\n', "\n"]),
    place=st.integers(0, 20),
)
def test_parts_of_a_csv_file_hold_what_the_file_holds(
    cells: list[tuple[str, str]], size: int, broken: str, place: int
) -> None:
    written = [io.StringIO() for _ in cells]
    for file, (tag, text) in zip(written, cells, strict=True):
        csv.writer(file, lineterminator="\n").writerow((tag, f"A word. {text}"))
    rows = [file.getvalue() for file in written]
    rows.insert(place, broken)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        path.write_bytes(("\ufefftag,fulltext\n" + "".join(rows)).encode())
        assert read(list(partitions([path], size))) == whole(path)


@pytest.mark.parametrize("size", [1, 700, 10**9])
def test_folders_archives_and_faults_come_in_the_order_of_reading(tmp_path: Path, size: int) -> None:
    folder = write_corpus(tmp_path / "in")
    cut = list(partitions([folder, tmp_path / "absent"], size))
    assert read(cut) == [*whole(folder), *whole(tmp_path / "absent")]
    assert len(cut) > 1 or size > 700
    assert list(partitions([folder, tmp_path / "absent"], size)) == cut


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("cards.jsonl", b"\x7fELF\0\0" + b"\n\0" * 900),
        ("cards.jsonl", b""),
        ("rows.csv", b""),
        ("rows.csv", b"a,b\n1,2\n"),
        ("rows.csv", b"a,fulltext\n" + b"x,A word.\n" * 90 + b"y,\0\n" + b"x,A word.\n" * 90),
        ("rows.csv", b'a,fulltext\n"' + b"x,A word.\n" * 90),
    ],
)
def test_a_faulty_file_is_refused_as_it_is_whole(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert read(list(partitions([path], 100))) == whole(path)


def test_no_partition_holds_more_documents_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DOCUMENTS", 7)
    (tmp_path / "cards.jsonl").write_text('{"text": "A word."}\n' * 40, encoding="utf-8")
    (tmp_path / "few").mkdir()
    for n in range(20):
        (tmp_path / "few" / f"{n}.txt").write_text("A word.", encoding="utf-8")
    cut = list(partitions([tmp_path], 10**9))
    assert [len(read([one])) for one in cut] == [7, 7, 7, 7, 7, 5, 7, 7, 6]


def test_the_hash_of_a_partition_knows_its_bytes_names_and_sidecars(tmp_path: Path) -> None:
    def hashes() -> list[str]:
        return [input_hash(one) for one in partitions([tmp_path], 60)]

    (tmp_path / "a.txt").write_text("A word. Another word.", encoding="utf-8")
    (tmp_path / "cards.jsonl").write_text('{"text": "A word or two or three."}\n' * 5, encoding="utf-8")
    first = hashes()
    assert hashes() == first
    assert len(set(first)) == len(first) > 3
    (tmp_path / "a.meta.yaml").write_text("title: A", encoding="utf-8")
    second = hashes()
    assert (second[0] != first[0], second[1:]) == (True, first[1:])
    with (tmp_path / "cards.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"text": "Later."}\n')
    assert hashes()[: len(first) - 1] == second[:-1]
    (tmp_path / "a.txt").rename(tmp_path / "b.txt")
    assert hashes()[0] not in (first[0], second[0])


def test_a_sidecar_that_is_a_link_out_of_the_folder_is_read_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("title: Secret\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("A text.")
    (tmp_path / "in/a.txt.meta.yaml").symlink_to(secret)
    (job,) = partitions([tmp_path / "in"], 1_000)
    found = [one for piece in job.pieces for found in found_in(piece) for one in read_found(found, "c")]
    assert [one.citation.title for one in found if isinstance(one, LoadedDocument)] == ["a"]
    assert [one[0] for one in found if isinstance(one, tuple)] == ["a.txt.meta.yaml"]
    before = input_hash(job)
    secret.write_text("title: Another\n")
    assert input_hash(job) == before
