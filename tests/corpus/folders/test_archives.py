"""Zip archives: folders of documents, and nothing that unpacks to too much."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from foam_graph.corpus.folders import archives
from foam_graph.corpus.reading import ReadReport, read_paths
from tests.support.worlds.sample_files import HTML, pdf, word, zipped


def read(tmp_path: Path, content: bytes) -> ReadReport:
    (tmp_path / "a.zip").write_bytes(content)
    return read_paths([tmp_path / "a.zip"], "c")


def test_every_format_in_an_archive_in_an_archive(tmp_path: Path) -> None:
    inner = zipped({"notes.txt": b"Inner text.", "deep.zip": zipped({"x.txt": b"Too deep."})})
    report = read(
        tmp_path,
        zipped(
            {
                "b/page.html": HTML.encode(),
                "b/report.pdf": pdf("A page."),
                "b/minutes.docx": word("A paragraph."),
                "cards.jsonl": b'{"text": "One."}\n{"text": "Two."}\n{',
                "a.md": b"Markdown here.",
                "a.md.meta.yaml": b"title: From the sidecar\n",
                "copy.txt": b"Markdown here.",
                "__MACOSX/a.md": b"x",
                ".hidden.txt": b"x",
                "inner.zip": inner,
                "song.mp3": b"x",
                "lost.meta.yaml": b"title: X\n",
            }
        ),
    )
    assert [document.path for document in report.documents] == [
        "a.zip/a.md",
        "a.zip/b/minutes.docx",
        "a.zip/b/page.html",
        "a.zip/b/report.pdf",
        "a.zip/cards.jsonl#L1",
        "a.zip/cards.jsonl#L2",
        "a.zip/inner.zip/notes.txt",
    ]
    assert report.documents[0].citation.title == "From the sidecar"
    assert report.duplicates == [("a.zip/copy.txt", "a.zip/a.md")]
    assert {path: said.split(":")[0] for path, said in report.rejected} == {
        "a.zip/cards.jsonl#L3": "line 3",
        "a.zip/inner.zip/deep.zip": "archives are opened 2 deep only",
        "a.zip/lost.meta.yaml": "a sidecar without its document",
        "a.zip/song.mp3": "not one of .txt, .text, .md, .markdown, .html, .htm, .xhtml, .pdf, .docx, .eml, .mbox, .mbx, .jsonl, .csv, .tsv, .zip",
    }


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    report = read(tmp_path, zipped({"bomb.txt": b"a" * 40_000_000, "good.txt": b"Good."}))
    assert [document.path for document in report.documents] == ["a.zip/good.txt"]
    ((path, said),) = report.rejected
    assert path == "a.zip/bomb.txt"
    assert said.startswith("unpacks to 38 MB from ")


def test_the_whole_archive_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 30)
    inner = zipped({"b.txt": b"Second text, 20 byte"}, zipfile.ZIP_STORED)
    report = read(tmp_path, zipped({"a.txt": b"First text of 20 byt", "b.zip": inner}, zipfile.ZIP_STORED))
    assert [document.path for document in report.documents] == ["a.zip/a.txt"]
    assert "unpacks to more than" in report.rejected[0][1]


def test_an_archive_of_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_MEMBERS", 3)
    report = read(tmp_path, zipped({f"{n}.txt": b"A." for n in range(4)}))
    assert report.rejected == [("a.zip", "the archive holds more than 3 files")]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "cannot be read"),
        (b"PK\x03\x04 no archive", "cannot be read"),
        (zipped({"a.txt": b"Some text."})[:-10], "cannot be read"),
        (zipped({}), "holds no documents"),
        (zipped({"a/": b""}), "holds no documents"),
    ],
)
def test_what_is_no_archive_is_refused_once(tmp_path: Path, content: bytes, said: str) -> None:
    report = read(tmp_path, content)
    assert report.documents == []
    assert [path for path, _ in report.rejected] == ["a.zip"]
    assert said in report.rejected[0][1]


def test_a_damaged_member_spoils_no_other(tmp_path: Path) -> None:
    content = bytearray(zipped({"a.txt": b"First text.", "b.txt": b"Second text."}, zipfile.ZIP_STORED))
    content[content.index(b"First")] = ord("X")
    report = read(tmp_path, bytes(content))
    assert [document.path for document in report.documents] == ["a.zip/b.txt"]
    assert "CRC" in report.rejected[0][1]


def test_two_files_of_one_name_and_links_are_reported(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "The first one.")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("a.txt", "The second one.")
        link = zipfile.ZipInfo("b.txt")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/hostname")
    report = read_paths([tmp_path / "a.zip"], "c")
    assert [one.text for one in report.documents] == ["The second one."]
    assert report.rejected == [
        ("a.zip/a.txt", "a later file of the archive has the same name"),
        ("a.zip/b.txt", "a link, not a file"),
    ]


def test_names_that_point_elsewhere_are_only_names(tmp_path: Path) -> None:
    report = read(tmp_path, zipped({"../../etc/passwd.txt": b"Not a password.", "/abs.txt": b"Absolute."}))
    assert [document.text for document in report.documents] == ["Absolute."]
    assert report.rejected == [("a.zip/../../etc/passwd.txt", "its name points outside the archive")]
    assert not (tmp_path.parent.parent / "etc").exists()
