"""HTML, PDF and Word: their text, their pages, what they say about themselves, and what is refused."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from foam_graph.corpus.formats import docx_text, pdf_text
from foam_graph.corpus.formats.decoding import decode_declared
from foam_graph.corpus.reading import LoadedDocument, extract, read_paths
from foam_graph.errors import CorpusError
from tests.support.shared_data import VERBATIM, require
from tests.support.worlds.sample_files import HTML, pdf, repacked, word


def read_one(tmp_path: Path, content: bytes, name: str) -> LoadedDocument:
    (tmp_path / name).write_bytes(content)
    report = read_paths([tmp_path / name], "c")
    assert report.rejected == []
    (document,) = report.documents
    return document


def refused(tmp_path: Path, content: bytes, name: str) -> str:
    (tmp_path / name).write_bytes(content)
    report = read_paths([tmp_path / name], "c")
    assert report.documents == []
    return report.rejected[0][1]


@pytest.mark.parametrize("name", ["a.html", "a.HTM", "a.xhtml"])
def test_html_keeps_every_visible_word_and_nothing_else(tmp_path: Path, name: str) -> None:
    document = read_one(tmp_path, HTML.encode(), name)
    assert document.text.split("\n\n") == [
        "On rents & wages",
        "Rents",
        "Rents rose in May. Wages did not — café.",
        "A second paragraph\nwith a break.",
        "First item",
        "Second item",
        "Year | Rent | Wage",
        "2025 | 900 | 2,000",
        "kept\n  as it is",
    ]
    citation = document.citation
    assert (citation.title, citation.author) == ("On rents & wages", "A. Smith")
    assert (citation.date, citation.url) == ("2026-03-14", "https://example.org/r")


def test_raised_figures_do_not_run_into_the_number_before_them(tmp_path: Path) -> None:
    page = "<p>It rose 10<sup>2</sup> or 10<sup>-<b>5</b></sup> on the 5<sup>th</sup>.</p><sup><p>Open.</p><p>1</p>"
    assert read_one(tmp_path, page.encode(), "a.html").text == "It rose 10² or 10⁻⁵ on the 5th.\n\nOpen.\n\n1"
    document = docx.Document()
    paragraph = document.add_paragraph("It rose 10")
    paragraph.add_run("2").font.superscript = True
    paragraph.add_run(" fold on the 5")
    paragraph.add_run("th").font.superscript = True
    document.save(str(tmp_path / "b.docx"))
    assert extract((tmp_path / "b.docx").read_bytes(), "b.docx").text == "It rose 10² fold on the 5th"


def test_what_html_says_of_itself_gives_way_and_rejects_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.html.meta.yaml").write_text("title: The true title\n")
    page = "<title>Junk</title><meta name=author content=X><meta name=date content='last week'><p>A text.</p>"
    document = read_one(tmp_path, page.encode(), "a.html")
    assert (document.citation.title, document.citation.author, document.citation.date) == ("The true title", "X", "")
    assert "last week" in document.notes[0]


@pytest.mark.parametrize(
    ("content", "text", "note"),
    [
        ("<meta charset=windows-1251><p>Привет.".encode("windows-1251"), "Привет.", "windows-1251"),
        (
            '<meta http-equiv=c content="text/html; charset=gb18030"><p>租金上涨。'.encode("gb18030"),
            "租金上涨。",
            "gb18030",
        ),
        ("<meta charset=iso-8859-1><p>“Caf\u00e9”".encode("cp1252"), "“Café”", "windows-1252"),
        ("<p>租金上涨。".encode("utf-16"), "租金上涨。", "UTF-16"),
        (b"<meta charset=klingon><p>Caf\xe9.", "Café.", "klingon"),
        (b"<meta charset=shift_jis><p>Caf\xe9.", "Café.", "byte 30 is not valid"),
        (b"<p>Caf\xe9.", "Café.", "byte offsets 6"),
    ],
)
def test_html_in_other_encodings(content: bytes, text: str, note: str) -> None:
    found = extract(content, "a.html")
    assert found.text == text
    assert note in " ".join(found.notes)


def test_valid_utf_8_is_utf_8_whatever_a_page_declares() -> None:
    assert decode_declared("<meta charset=iso-8859-1>é".encode()).text.endswith("é")


@pytest.mark.parametrize("depth", [300, 50_000])
def test_deep_html_loses_nothing(depth: int) -> None:
    found = extract(f"<p>First.{'<div>' * depth}deep{'</div>' * depth}<p>Last.".encode(), "a.html")
    assert found.text.split() == ["First.", "deep", "Last."]


def test_pdf_pages_are_kept_with_every_sentence(tmp_path: Path) -> None:
    content = pdf(
        "The first page says this. It goes on to say that the rent\nwas not raised (by anyone).",
        "",
        "The third page says more.",
        title="Rents in May",
    )
    document = read_one(tmp_path, content, "a.pdf")
    assert [(one.text.split()[1], one.page) for one in document.sentences] == [("first", 1), ("goes", 1), ("third", 3)]
    assert document.text.count("\f") == 2
    assert document.citation.title == "Rents in May"
    assert document.notes == ("Pages without text: 2.",)
    assert document.page(0) == 1
    assert document.page(len(document.text)) == 3


def test_a_sentence_goes_on_over_a_page_break(tmp_path: Path) -> None:
    first = "A long first line that was broken by the one who wrote it up to\nthe end of the page, where the sentence has not"
    document = read_one(tmp_path, pdf(first, "ended at all, because it ends here.\nAnother one."), "a.pdf")
    assert [one.text.split()[0] for one in document.sentences] == ["A", "Another"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"%PDF-1.7 x", "damaged"), (b"no pdf", "damaged"), (pdf("", ""), "no text in it"), (b"\0" * 2000, "damaged")],
)
def test_pdf_without_text_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in refused(tmp_path, content, "a.pdf")


def test_pdf_of_too_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_text, "MOST_PAGES", 2)
    assert "more than 2 pages" in refused(tmp_path, pdf("A.", "B.", "C."), "a.pdf")


def test_word_paragraphs_tables_and_properties(tmp_path: Path) -> None:
    content = word(
        "The council met. It voted no.",
        "A second\tparagraph.",
        rows=(("Year", "Rent"), ("2025", "900")),
        title="Minutes",
    )
    document = read_one(tmp_path, content, "a.docx")
    assert document.text.split("\n\n") == [
        "The council met. It voted no.",
        "A second\tparagraph.",
        "Year | Rent",
        "2025 | 900",
    ]
    assert document.citation.title == "Minutes"
    assert document.pages == ()


def test_word_reads_as_with_all_changes_accepted() -> None:
    content = repacked(
        word("The council XX no."),
        "word/document.xml",
        b"The council XX no.</w:t></w:r>",
        b"The council </w:t></w:r><w:del><w:r><w:delText>said</w:delText></w:r></w:del><w:ins><w:r><w:t>voted</w:t></w:r>"
        b"</w:ins><w:hyperlink><w:r><w:t> no</w:t></w:r></w:hyperlink><w:r><w:footnoteReference w:id='2'/><w:t>.</w:t></w:r>",
    )
    found = extract(content, "a.docx")
    assert found.text == "The council voted no."
    assert found.notes == ("Tracked deletions were left out.",)


def test_word_text_boxes_are_read_once() -> None:
    box = "<w:txbxContent><w:p><w:r><w:t>In the box.</w:t></w:r></w:p></w:txbxContent>"
    space = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    both = f"<mc:AlternateContent {space}><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    content = repacked(
        word("Before.XX"), "word/document.xml", b"XX</w:t></w:r>", f"</w:t></w:r><w:r>{both}</w:r>".encode()
    )
    assert extract(content, "a.docx").text == "Before.\n\nIn the box."


ENTITY = b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>'


def test_word_that_states_no_title_is_given_none_by_the_library(tmp_path: Path) -> None:
    relations = "_rels/.rels"
    content = repacked(word("A."), relations, b"metadata/core-properties", b"metadata/other")
    assert read_one(tmp_path, content, "a.docx").citation.title == "a"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04", "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "encrypted or an old .doc"),
        (repacked(word("A."), "word/document.xml", b"<w:body>", b"<w:bo"), "cannot be read"),
        (repacked(word("A."), "[Content_Types].xml", b"main+xml", b"xain+xml"), "cannot be read"),
        (repacked(word("AXX."), "word/document.xml", b"<w:document", ENTITY + b"<w:document"), "entities of its own"),
        (repacked(word("A."), "word/document.xml", b"<w:body>", b"<w:body>" + b"<w:p>" * 400), "nested too deeply"),
    ],
)
def test_word_that_is_none_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    assert said in refused(tmp_path, content, "a.docx")


def test_word_entities_are_not_expanded() -> None:
    bomb = (
        b"<!DOCTYPE w [<!ENTITY a '"
        + b"x" * 1000
        + b"'>"
        + b"".join(f"<!ENTITY {chr(98 + n)} '{f'&{chr(97 + n)};' * 50}'>".encode() for n in range(6))
        + b"]>"
    )
    content = repacked(word("XX"), "word/document.xml", b"<w:document ", bomb + b"<w:document ")
    content = repacked(content, "word/document.xml", b"XX", b"&g;")
    try:
        found = extract(content, "a.docx").text
    except CorpusError:
        return
    assert len(found) < 10_000


def test_word_that_unpacks_to_too_much_is_not_unpacked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(docx_text, "TEXT_LIMIT", 1000)
    assert "unpacks to" in refused(tmp_path, word("A."), "a.docx")


def test_the_sample_of_debate_cards_reads() -> None:
    path = require(VERBATIM)
    (document,) = read_paths([path], "c").documents
    plain = [paragraph.text.strip() for paragraph in docx.Document(str(path)).paragraphs if paragraph.text.strip()]
    assert [block.strip() for block in document.text.split("\n\n")] == plain
