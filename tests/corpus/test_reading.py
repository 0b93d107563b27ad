"""Reading files: what loads, what is rejected and why, and that no byte is lost."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus import reading
from foam_graph.corpus.documents import document_id
from foam_graph.corpus.formats.citations import make_citation, read_fields, split_front_matter
from foam_graph.corpus.formats.decoding import decode
from foam_graph.corpus.reading import ReadReport, read_paths
from foam_graph.errors import CorpusError
from tests.support.shared_data import MUELLER, require


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read_one(tmp_path: Path, content: str | bytes, name: str = "a.txt") -> ReadReport:
    return read_paths([write(tmp_path / name, content)], "c")


def reason(tmp_path: Path, content: str | bytes, name: str = "a.txt") -> str:
    report = read_one(tmp_path, content, name)
    assert report.documents == []
    assert len(report.rejected) == 1
    return report.rejected[0][1]


def test_folder_is_read_recursively_in_order_without_hidden_entries(tmp_path: Path) -> None:
    for name in ("b.txt", "a.md", "sub/c.TXT", ".hidden.txt", ".git/x.txt", "sub/.y.md"):
        write(tmp_path / name, f"The file {name} says so.")
    report = read_paths([tmp_path], "c")
    assert [document.path for document in report.documents] == ["a.md", "b.txt", "sub/c.TXT"]
    assert report.rejected == []
    assert {document.corpus for document in report.documents} == {"c"}


def test_id_and_hash_come_from_the_bytes_of_the_file(tmp_path: Path) -> None:
    content = b"---\r\ntitle: Rent\r\n---\r\nThe rent rose.\r\n"
    (document,) = read_one(tmp_path, content).documents
    assert document.id == document_id(content)
    assert document.sha256 == hashlib.sha256(content).hexdigest()
    assert document.content == content
    assert document.text == "The rent rose.\r\n"
    assert not hasattr(document.plain(), "content")


def test_front_matter_is_kept_as_it_is_written(tmp_path: Path) -> None:
    text = (
        "---\ntitle: 1984\nauthor: no\ndate: 2026-03-14\npublisher: ~\nurl: https://example.org/a\n"
        "licence: CC0\nretrieved_at: 2026-03-15T10:00:00Z\nsource_class: law\ntags: [a, b]\n---\n\nIt is law.\n"
    )
    (document,) = read_one(tmp_path, text, "a.md").documents
    citation = document.citation
    assert (citation.title, citation.author, citation.date, citation.publisher) == ("1984", "no", "2026-03-14", "")
    assert (citation.url, citation.licence, citation.source_class) == ("https://example.org/a", "CC0", "law")
    assert document.text == "\nIt is law.\n"
    assert document.notes == ("Keys in the front matter that are not used: tags.",)


def test_title_is_the_stem_when_not_stated(tmp_path: Path) -> None:
    (document,) = read_one(tmp_path, "A text.", "paper.one.txt").documents
    assert document.citation.title == "paper.one"
    assert document.citation.source_class == "unknown"


@pytest.mark.parametrize(
    ("block", "line", "word"),
    [
        ("title: T\ndate: 2026-13-45", 3, "date"),
        ("title: T\ndate: yesterday", 3, "ISO 8601"),
        ("source_class: gossip", 2, "source_class"),
        ("url: 'javascript:alert(1)'", 2, "url"),
        ("title: [a, b]", 2, "list"),
        ("title: {a: b}", 2, "mapping"),
        ("title: A\nauthor: B\ntitle: C", 4, "twice"),
        ('title: "A\\x07B"', 2, "control"),
        ("title: A\nauthor: 'open", 4, "YAML"),
        ("title: " + "x" * 3000, 2, "longer"),
        ("title: A\nretrieved_at: 2026-W01-1", 3, "retrieved_at"),
        ("title: A\nx: " + "[" * 5000, 2, "YAML"),
    ],
)
def test_a_faulty_citation_is_rejected_with_its_line(tmp_path: Path, block: str, line: int, word: str) -> None:
    said = reason(tmp_path, f"---\n{block}\n---\nA text.\n")
    assert said.startswith(f"line {line}: ")
    assert word in said


@pytest.mark.parametrize(
    "text",
    [
        "---\nA rule above.\n---\nAnd below.\n",
        "---\nnever: closed\nA text.\n",
        "---\nNote: this\n---\nText here.\n",
        "--- \n",
    ],
)
def test_a_rule_at_the_top_is_text_and_noted(tmp_path: Path, text: str) -> None:
    (document,) = read_one(tmp_path, text + "More of it.").documents
    assert document.text == text + "More of it."
    assert len(document.notes) == 1


def test_sidecars_of_both_spellings(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "First text.")
    write(tmp_path / "a.txt.meta.yaml", "title: One\nsource_class: research\nodd: 1\n")
    write(tmp_path / "b.md", "Second text.")
    write(tmp_path / "b.meta.yaml", "title: Two\n")
    report = read_paths([tmp_path], "c")
    assert [document.citation.title for document in report.documents] == ["One", "Two"]
    assert report.documents[0].notes == ("Keys in the sidecar that are not used: odd.",)
    assert report.rejected == []


@pytest.mark.parametrize(
    ("sidecar", "said"),
    [
        (b"title: A\nsource_class: x\n", "line 2: source_class"),
        (b"- a\n", "line 1: not a mapping"),
        (b"", "line 1: not a mapping"),
        (b"title: \xff\n", "not UTF-8 at byte 7"),
        (b"title: A\n# " + b"x" * 70_000, "larger than 64 kB"),
    ],
)
def test_a_faulty_sidecar_rejects_the_document(tmp_path: Path, sidecar: bytes, said: str) -> None:
    write(tmp_path / "a.txt", "A text.")
    write(tmp_path / "a.meta.yaml", sidecar)
    report = read_paths([tmp_path], "c")
    assert report.documents == []
    assert report.rejected[0][0] == "a.txt"
    assert "sidecar a.meta.yaml: " in report.rejected[0][1]
    assert said in report.rejected[0][1]


def test_front_matter_and_sidecar_together_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.meta.yaml", "title: One\n")
    assert "both front matter and a sidecar" in reason(tmp_path, "---\ntitle: Two\n---\nA text.\n")


def test_an_orphan_sidecar_and_other_files_are_reported(tmp_path: Path) -> None:
    write(tmp_path / "typo.meta.yaml", "title: One\n")
    write(tmp_path / "scan.odt", b"PK\x03\x04")
    write(tmp_path / "a.txt", "A text.")
    report = read_paths([tmp_path], "c")
    assert [document.path for document in report.documents] == ["a.txt"]
    assert dict(report.rejected) == {
        "scan.odt": "not one of .txt, .text, .md, .markdown, .html, .htm, .xhtml, .pdf, .docx, .eml, .mbox, .mbx, .jsonl, .csv, .tsv, .zip",
        "typo.meta.yaml": "a sidecar without its document",
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \n\t\r\n", "empty"),
        (b"\xef\xbb\xbf", "no text"),
        (b"---\ntitle: A\n---\n \n", "no text"),
        (b"text\0more", "NUL byte at offset 4"),
        (b"%PDF-1.7 x", "PDF"),
        (b"PK\x03\x04zip", "ZIP"),
        (b"\x89PNG\r\n", "PNG"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x7fELF", "program"),
        ("A sentence.".encode("utf-16-le"), "NUL byte at offset 1"),
    ],
)
def test_files_without_text_are_rejected(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in reason(tmp_path, content)


def test_size_limit_for_files_and_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SIZE_LIMIT", 1024 * 1024)
    write(tmp_path / "big.txt", b"word " * 300_000)
    write(tmp_path / "cards.jsonl", b'{"text": "One."}\n{"text": "' + b"x" * 1_100_000 + b'"}\n')
    report = read_paths([tmp_path], "c")
    assert [document.path for document in report.documents] == ["cards.jsonl#L1"]
    assert [path for path, _ in report.rejected] == ["big.txt", "cards.jsonl#L2"]
    assert all("larger than 1 MB" in said for _, said in report.rejected)


def test_bytes_that_are_not_utf8_are_kept_and_reported(tmp_path: Path) -> None:
    (document,) = read_one(tmp_path, "é: 28 C.F.R. ".encode() + b"\xa7\xa7 600\x93.8\x94 \x81.").documents
    assert document.text == "é: 28 C.F.R. §§ 600“.8” \x81."
    assert document.notes == ("Not UTF-8 in 4 places, read as Windows-1252 there: byte offsets 14-15, 20, 23, 25.",)


def test_byte_order_mark_goes_and_everything_else_stays(tmp_path: Path) -> None:
    text = "e\u0301 ﬁne\r\nline \u2028 two\x0c end."
    (document,) = read_one(tmp_path, b"\xef\xbb\xbf" + text.encode()).documents
    assert document.text == text
    assert document.notes == ()


def test_offsets_count_from_the_first_byte_of_the_file() -> None:
    assert "byte offsets 4." in decode(b"\xef\xbb\xbfa\xff").notes[0]


@given(st.binary(max_size=300))
def test_decoding_never_loses_a_byte(content: bytes) -> None:
    decoded = decode(content)
    assert not any("\ud800" <= one <= "\udfff" for one in decoded.text)
    kept = content.removeprefix(b"\xef\xbb\xbf")
    assert len(decoded.text) == len(kept.decode("utf-8", "surrogateescape"))
    assert bool(decoded.notes) == (not _is_utf8(kept))


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(st.text(max_size=200))
def test_any_text_survives_or_is_rejected_readably(text: str) -> None:
    body, said = text, "line 1"
    try:
        body = split_front_matter(text).body
    except CorpusError as fault:
        said = fault.message
    assert text.endswith(body)
    assert said.startswith("line ")


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#\n title,", max_size=60))
def test_any_yaml_is_read_or_rejected_with_a_line(block: str) -> None:
    said = "line 1"
    try:
        found = read_fields(block)
        if found is not None:
            make_citation(found, "default")
    except CorpusError as fault:
        said = fault.message
    assert said.startswith("line ")


def test_identical_bytes_load_once(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "Same text.")
    write(tmp_path / "b/c.txt", "Same text.")
    write(tmp_path / "z.txt", "Same text. ")
    report = read_paths([tmp_path, tmp_path / "a.txt"], "c")
    assert [document.path for document in report.documents] == ["a.txt", "z.txt"]
    assert report.duplicates == [("b/c.txt", "a.txt"), ("a.txt", "a.txt")]


def test_cards_are_documents_of_their_lines(tmp_path: Path) -> None:
    first = json.dumps({"text": "Rents rose. Wages did not.", "title": "Rents", "date": 2024, "colour": "x"})
    second = json.dumps({"text": "Wages fell.", "source_class": "statistics", "author": None})
    content = "\ufeff" + first + "\r\n\n" + second
    report = read_one(tmp_path, content, "cards.jsonl")
    one, two = report.documents
    assert (one.path, two.path) == ("cards.jsonl#L1", "cards.jsonl#L3")
    assert one.id == document_id(first.encode())
    assert one.text == "Rents rose. Wages did not."
    assert (one.citation.title, one.citation.date) == ("Rents", "2024")
    assert one.notes == ("Keys in the card that are not used: colour.",)
    assert (two.citation.title, two.citation.source_class) == ("cards 3", "statistics")
    assert two.content == second.encode()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ('{"title": "x"}', "line 2: no text"),
        ('{"text": 7}', "line 2: text is not a string"),
        ('{"text": "  "}', "no text"),
        ('{"text": "a\\u0000b"}', "line 2: NUL"),
        ('{"text": "\\ud800 half"}', "line 2: not JSON"),
        ('{"text": "a.", "date": "soon"}', "line 2: date"),
        ('{"text": "a.", "title": ["x"]}', "line 2: title"),
        ('{"text": "a.", "title": true}', "line 2: title"),
        ("[" * 100_000, "line 2: not JSON"),
    ],
)
def test_a_bad_card_is_rejected_alone(tmp_path: Path, line: str, said: str) -> None:
    report = read_one(tmp_path, '{"text": "One."}\n' + line + '\n{"text": "Two."}\n', "cards.jsonl")
    assert [document.path for document in report.documents] == ["cards.jsonl#L1", "cards.jsonl#L3"]
    ((path, reason_),) = report.rejected
    assert path == "cards.jsonl#L2"
    assert reason_.startswith(said)


@pytest.mark.parametrize(
    ("content", "said"), [(b"\n\n", "empty"), (b"\x1f\x8b\x08\n\n1\n", "gzip"), (b"\0\n1\n", "NUL")]
)
def test_a_file_of_no_cards_is_rejected_once(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in reason(tmp_path, content, "cards.jsonl")


def test_links_loops_pipes_and_missing_files(tmp_path: Path) -> None:
    write(tmp_path / "in/a.txt", "A text.")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")
    (tmp_path / "in/self.txt").symlink_to(tmp_path / "in/self.txt")
    (tmp_path / "in/gone.txt").symlink_to(tmp_path / "nowhere")
    write(tmp_path / "in/inner/b.txt", "B text.")
    (tmp_path / "in/linked").symlink_to(tmp_path / "in/inner")
    os.mkfifo(tmp_path / "in/pipe.txt")
    report = read_paths([tmp_path / "in", tmp_path / "absent.txt", "bad\0name.txt"], "c")
    assert [document.path for document in report.documents] == ["a.txt", "inner/b.txt"]
    assert dict(report.rejected) == {
        "gone.txt": "a link to nowhere or to itself",
        "pipe.txt": "not a regular file",
        "self.txt": "a link to nowhere or to itself",
        "absent.txt": "there is no such file or folder",
        "bad\0name.txt": "there is no such file or folder",
    }


def test_links_that_lead_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "secret/key.txt", "The key is 4711.")
    write(tmp_path / "secret/cite.yaml", "title: The key")
    write(tmp_path / "in/a.txt", "A text.")
    write(tmp_path / "in/inner/b.txt", "B text.")
    write(tmp_path / "inside/c.txt", "Another folder whose name begins alike.")
    for name, target in {
        "file.txt": tmp_path / "secret/key.txt",
        "up.txt": Path("../secret/key.txt"),
        "folder": tmp_path / "secret",
        "above": tmp_path,
        "begins": tmp_path / "inside",
        "device.txt": Path("/dev/zero"),
        "by-link.txt": tmp_path / "in/folder/key.txt",
        "archive.zip": tmp_path / "secret/key.txt",
        "a.txt.meta.yaml": tmp_path / "secret/cite.yaml",
        "same.txt": Path("a.txt"),
        "within.txt": Path("inner/b.txt"),
        "root": tmp_path / "in",
    }.items():
        (tmp_path / "in" / name).symlink_to(target)
    (tmp_path / "named").symlink_to(tmp_path / "in")
    for named in (tmp_path / "in", tmp_path / "named"):
        report = read_paths([named], "c")
        assert [(document.path, document.citation.title) for document in report.documents] == [
            ("a.txt", "a"),
            ("inner/b.txt", "b"),
        ]
        assert report.duplicates == [("same.txt", "a.txt"), ("within.txt", "inner/b.txt")]
        refused = dict(report.rejected)
        assert sorted(refused) == [
            "a.txt.meta.yaml",
            "above",
            "archive.zip",
            "begins",
            "by-link.txt",
            "device.txt",
            "file.txt",
            "folder",
            "up.txt",
        ]
        assert all("a link out of the folder, not followed: load" in why for why in refused.values())
    assert len(read_paths([tmp_path / "in/file.txt"], "c").documents) == 1, "a link that a person names is followed"


def test_an_empty_folder_and_an_undecodable_name(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert read_paths([tmp_path / "empty"], "c").rejected == [("empty", "the folder holds no documents")]
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")).write_text("A text.", encoding="utf-8")
    (document,) = read_paths([tmp_path], "c").documents
    assert document.path == "caf\\xe9.txt"


@pytest.mark.parametrize("name", ["", "A", "a/b", "..", ".a", "a.", "a b", "ä", "x" * 65, "-a", "a\n"])
def test_corpus_names_that_are_not_allowed(tmp_path: Path, name: str) -> None:
    with pytest.raises(CorpusError, match="cannot name a corpus"):
        read_paths([tmp_path], name)


def test_a_real_scan_keeps_every_byte() -> None:
    (document,) = read_paths([require(MUELLER)], "c").documents
    assert "28 C.F.R. § 600.8(c)" in document.text
    assert document.notes[0].startswith("Not UTF-8 in 1316 places")
    assert "\ufffd" not in document.text
