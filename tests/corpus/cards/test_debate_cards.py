"""Cards of debate files and data sets: what is read, what is marked, and that writing and reading gives the same."""

from __future__ import annotations

import io
import itertools
import json
import tracemalloc
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.cards.aligning import align
from foam_graph.corpus.cards.card import COLOURS, Card, card_of, make_card, passages, tidy
from foam_graph.corpus.cards.card_files import card_line, card_path, read_card
from foam_graph.corpus.cards.cites import cite_fields
from foam_graph.corpus.cards.verbatim_docx import DebateFile, read_debate_file
from foam_graph.corpus.documents import MARKS, Mark
from foam_graph.corpus.reading import LoadedDocument, extract, read_paths, read_stream
from foam_graph.corpus.store import CorpusStore
from foam_graph.errors import CorpusError
from foam_graph.exchange.cards_docx import cards_docx
from tests.support.shared_data import VERBATIM, require

CARD = make_card(
    "Rents rose in May. Wages did not rise at all. Nobody knows why.",
    [Mark(0, 18, "underline"), Mark(0, 5, "highlight", "cyan"), Mark(19, 30, "emphasis")],
    tag="Rents rise",
    cite="Smith 24",
    fullcite='Ann Smith 24, economist, 3/14/2024, "On Rents," https://example.org/rents',
    pocket="Housing",
    hat="Costs",
    block="Rents",
)


def sample() -> bytes:
    return require(VERBATIM).read_bytes()


def test_the_sample_of_a_debate_file_is_read_as_its_makers_expect() -> None:
    found = read_debate_file(sample())
    expected = json.loads(VERBATIM.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert len(found.cards) == len(expected)
    assert (found.is_one, found.outside) == (True, 0)
    for card, wanted in zip(found.cards, expected, strict=True):
        seen = {
            "fullcite_paragraphs": card.fullcite.count("\n") + 1,
            "body_paragraphs": card.text.count("\n\n") + 1,
            "note": wanted.get("note"),
        }
        assert {key: seen.get(key, getattr(card, key, None)) for key in wanted} == wanted


def test_writing_and_reading_the_sample_gives_the_same_cards() -> None:
    cards = read_debate_file(sample()).cards
    again = read_debate_file(cards_docx(cards))
    assert (again.cards, again.outside) == (cards, 0)


@pytest.mark.parametrize(
    ("text", "given", "kept"),
    [
        ("\n\n", [(0, 1)], []),
        ("\n\n", [(0, 2)], []),
        ("a\n\nb", [(0, 2)], [(0, 1)]),
        ("a\n\nb", [(0, 4)], [(0, 1), (3, 4)]),
        ("a\n\nb", [(1, 4)], [(3, 4)]),
        ("a\n\n\nb", [(1, 5)], [(3, 5)]),
        ("a\n\n\n\nb", [(2, 5), (0, 1)], [(0, 1)]),
        ("a\nb", [(0, 3)], [(0, 3)]),
    ],
)
def test_a_paragraph_break_bears_no_mark(text: str, given: list[tuple[int, int]], kept: list[tuple[int, int]]) -> None:
    made = make_card(text, [Mark(*span, "underline") for span in given])
    assert [(mark.start, mark.end) for mark in made.marks] == kept
    assert read_debate_file(cards_docx([made])).cards == (made,)


def texts(alphabet: str = "ab \tß中'\n-\u00ad\u2011,1(") -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*alphabet, "\n\n"]), max_size=30).map("".join)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    text = draw(texts())
    spans = st.tuples(st.integers(0, 30), st.integers(0, 30))
    marks = []
    for kind, (one, two) in draw(st.lists(st.tuples(st.sampled_from(MARKS), spans), max_size=6)):
        start, end = min(one, two, len(text)), min(max(one, two), len(text))
        colour = draw(st.sampled_from([*sorted(COLOURS), "#a0b1c2"])) if kind == "highlight" else ""
        marks.append(Mark(start, end, kind, colour))
    named = {key: draw(texts()) for key in ("tag", "cite", "fullcite", "pocket", "hat", "block")}
    return make_card(text, marks, **named)


@given(st.lists(cards(), max_size=5))
def test_any_cards_survive_a_debate_file(made: list[Card]) -> None:
    again = read_debate_file(cards_docx(made))
    assert list(again.cards) == made
    assert again.outside == 0


@given(cards())
def test_any_card_survives_its_line(made: Card) -> None:
    assert card_of(json.loads(made.line()), 1) == made
    assert made.cite in " ".join(made.fullcite.split()) or made.cite_marks


@given(cards())
def test_tidy_marks_look_the_same_and_stay(made: Card) -> None:
    assert tidy(made.marks) == made.marks
    for kind in MARKS:
        same = [mark for mark in made.marks if mark.kind == kind]
        assert all(one.end <= two.start for one, two in itertools.pairwise(same))


def test_a_debate_file_is_loaded_card_by_card_and_its_words_only(tmp_path: Path) -> None:
    analytic = make_card("", tag="No source needed", kind="analytic")
    (tmp_path / "aff.docx").write_bytes(cards_docx([CARD, analytic]))
    report = read_paths([tmp_path], "c", divided=True)
    (document,) = report.documents
    assert document.path == "aff.docx#C1"
    assert document.text == CARD.text
    assert report.rejected[0][0] == "aff.docx#C2"
    assert "no source under it" in report.rejected[0][1]
    citation = document.citation
    assert (citation.author, citation.date, citation.title) == ("Smith", "2024-03-14", "On Rents")
    assert citation.url == "https://example.org/rents"
    assert document.notes[0].startswith("Card 1 of aff.docx, SHA-256 ")
    first, second, third = document.sentences
    assert passages(document.text, first.marks, ("highlight",)) == "Rents"
    assert first.marks == (Mark(0, 5, "highlight", "cyan"), Mark(0, 18, "underline"))
    assert second.marks == (Mark(19, 30, "emphasis"),)
    assert third.marks == ()


def test_what_is_stored_of_a_card_is_read_back_and_holds(tmp_path: Path) -> None:
    (tmp_path / "aff.docx").write_bytes(cards_docx([CARD]))
    (document,) = read_paths([tmp_path / "aff.docx"], "c", divided=True).documents
    store = CorpusStore(tmp_path / "home")
    store.add([document])
    assert store.documents("c") == [document.plain()]
    assert store.check("c") == []


def test_a_word_document_that_is_no_debate_file_stays_whole(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("Minutes", level=4)
    made.add_paragraph("Smith 24 was read. ").add_run("It is so.").underline = True
    made.save(str(tmp_path / "minutes.docx"))
    (document,) = read_paths([tmp_path], "c", divided=True).documents
    assert document.path == "minutes.docx"
    assert document.text == "Minutes\n\nSmith 24 was read. It is so."


def styled(*paragraphs: tuple[str, list[tuple[str, str]]]) -> bytes:
    """A debate file as other programs write it: direct formatting, no style of ours."""
    made = docx.Document()
    for style, runs in paragraphs:
        paragraph = made.add_paragraph(style=style)
        for text, look in runs:
            run = paragraph.add_run(text)
            run.bold = "b" in look or None
            run.underline = "u" in look or None
            if "h" in look:
                run.font.highlight_color = 7
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


BODY = ("Normal", [("Costs fell. ", ""), ("Rents rose.", "uh")])


@pytest.mark.parametrize(
    ("paragraphs", "tag", "cite", "count"),
    [
        ([("Heading 4", [("T", "")]), ("Normal", [("Ann ", ""), ("Lee 23", "b"), (", author", "")]), BODY], "T", "Lee 23", 1),
        ([("Heading 4", [("T", "")]), ("Normal", [("Lee 2023 (Ann, https://e.org/x)", "")]), BODY], "T", "Lee 2023", 1),
        (
            [("Heading 4", [("T", "")]), ("Normal", [("Lee ’23", "b")]), ("Normal", [("[Ann Lee, 1/2/2023]", "")]), BODY],
            "T",
            "Lee ’23",
            2,
        ),
        ([("Heading 4", [("T", "")]), BODY], "T", "", 0),
    ],
)  # fmt: skip
def test_cites_by_looks(paragraphs: Any, tag: str, cite: str, count: int) -> None:
    (card,) = read_debate_file(styled(*paragraphs)).cards
    assert (card.kind, card.tag, card.cite) == ("card", tag, cite)
    assert len(card.fullcite.splitlines()) == count
    assert card.text == "Costs fell. Rents rose."
    assert (card.spoken, card.underlined) == ("Rents rose.", "Rents rose.")


def test_a_cite_without_a_body_joins_the_tag() -> None:
    held = read_debate_file(styled(("Heading 4", [("T", "")]), ("Normal", [("Lee 23 says so", "b")])))
    assert [card.kind for card in held.cards] == ["analytic"]


def test_text_under_no_tag_is_told(tmp_path: Path) -> None:
    content = styled(("Normal", [("Lost words.", "")]), ("Heading 4", [("T", "")]), ("Normal", [("Lee 23", "b")]), BODY)
    (tmp_path / "a.docx").write_bytes(content)
    report = read_paths([tmp_path], "c", divided=True)
    assert [document.text for document in report.documents] == ["Costs fell. Rents rose."]
    assert report.rejected == [("a.docx", "1 paragraphs under no tag were left out; the cards were read")]


def test_a_mutated_debate_file_never_crashes() -> None:
    content = bytearray(cards_docx([CARD]))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    for at in range(0, len(parts["word/document.xml"]), 37):
        body = bytearray(parts["word/document.xml"])
        body[at] ^= 0x15
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as package:
            for name, part in parts.items():
                package.writestr(name, bytes(body) if name == "word/document.xml" else part)
        with suppress(CorpusError):
            assert isinstance(read_debate_file(out.getvalue()), DebateFile)


@pytest.mark.parametrize(
    ("cite", "full", "author", "date"),
    [
        ("Okafor 24", "Okafor 24, 3-14-2024", "Okafor", "2024-03-14"),
        ("Smith 98", "Smith 98, no day", "Smith", "1998"),
        ("Bostrom 2013", "Nick Bostrom, Director, 2013", "Bostrom", "2013"),
        ("Lee 23", "Lee 23, accessed 5/6/2024", "Lee", "2023"),
        ("Lee 23", "Lee 23, 31/12/2023", "Lee", "2023"),
        ("", "no year", "", ""),
    ],
)
def test_what_a_cite_says(cite: str, full: str, author: str, date: str) -> None:
    found = {key: text for key, (text, _) in cite_fields(cite, full).items()}
    assert (found.get("author", ""), found.get("date", "")) == (author, date)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"text": "a", "marks": [[0, 2, "underline"]]}', "does not fit"),
        ('{"text": "a", "marks": [[0, 1, "blink"]]}', "a mark is"),
        ('{"text": "a", "marks": [[0, 1, "highlight", "url(x)"]]}', "colour"),
        ('{"text": "a", "marks": [[true, 1, "underline"]]}', "whole numbers"),
        ('{"text": "a", "marks": {}}', "not a list"),
        ('{"text": "a", "tag": 3}', "tag is not a string"),
        ('{"text": "a", "kind": "joke"}', "none of card, analytic"),
        ('{"text": "a", "kind": "analytic"}', "no source under it"),
        ('{"fulltext": ["a"]}', "fulltext is not a string"),
    ],
)
def test_faulty_cards_are_refused(line: str, said: str) -> None:
    with pytest.raises(CorpusError, match="line 4") as fault:
        read_card(line.encode(), 4)
    assert said in fault.value.message


OPEN_HEADER = "id,tag,cite,fullcite,summary,spoken,fulltext,textLength,markup,pocket,hat,block,bucketId,duplicateCount"
OPEN_ROW = (
    '12,"Rents rise, fast",Smith 24,"Ann Smith 24, economist",Rents rose in May.,Rents rose,'
    '"Rents rose in May.\nWages ""did not"".",40,"<h4>Rents rise, fast</h4><p><strong>Smith 24</strong>, economist</p>'
    '<p><u><mark>Rents rose</mark> in May.</u></p><p>Wages ""did not"".</p>",P,H,B,77,3\n'
)


def test_rows_of_open_debate_evidence(tmp_path: Path) -> None:
    (tmp_path / "2022.csv").write_text(f"{OPEN_HEADER}\n{OPEN_ROW}", encoding="utf-8")
    (document,) = read_paths([tmp_path], "c").documents
    assert document.path == "2022.csv#R1"
    assert document.text == 'Rents rose in May.\nWages "did not".'
    assert document.bucket == "77"
    assert document.notes == ("OpenDebateEvidence: evidence 12, copies 3.",)
    assert (document.citation.author, document.citation.date) == ("Smith", "2024")
    assert document.marks == (Mark(0, 10, "highlight", "yellow"), Mark(0, 18, "underline"))
    row = dict(
        zip(OPEN_HEADER.split(","), ["12", "T", "S 24", "S 24, x", "Rents May.", "May.", "Rents in May."], strict=False)
    )
    found = extract(json.dumps(row).encode(), "x.jsonl#L1")
    assert passages(found.text, found.marks, ("underline",)) == "Rents May."
    assert passages(found.text, found.marks, ("highlight",)) == "May."


def test_rows_of_debatesum(tmp_path: Path) -> None:
    header = "Full-Document,Citation,Extract,Abstract,#CharsDocument,OriginalDebateFileName,DebateCamp,Tag,Year"
    row = '"Rents rose in May. Wages did not.","Smith 24, ""On Rents""",Rents rose Wages,Rents rise,33,f.docx,Camp,DA,2019'
    (tmp_path / "debatesum.csv").write_text(f"{header}\r\n{row}\r\n", encoding="utf-8")
    (document,) = read_paths([tmp_path], "c").documents
    assert document.marks == (Mark(0, 10, "underline"), Mark(19, 24, "underline"))
    assert document.notes == ("DebateSum: file f.docx, camp Camp, topic year 2019, kind DA.",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"text,text\n1,2\n", "two columns of one name"),
        (b"text,title\nIt is so.\n", "1 cells under 2 columns"),
        (b'text\n"never closed', "not CSV"),
        (b"text\n", "no row"),
        (b"text\n\0\n", "NUL"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not plain text"),
    ],
)
def test_faulty_csv_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "a.csv").write_bytes(content)
    report = read_paths([tmp_path], "c")
    assert not report.documents
    assert said in report.rejected[0][1]


def test_one_faulty_row_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"text,date\nOne.,2026\nTwo.,soon\nThree.\nCaf\xe9.,2025\n")
    report = read_paths([tmp_path], "c")
    assert [document.text for document in report.documents] == ["One.", "Café."]
    assert [path for path, _ in report.rejected] == ["a.csv#R2", "a.csv#R3"]


def test_a_file_of_rows_is_read_in_memory_that_does_not_grow(tmp_path: Path) -> None:
    def peak(rows: int) -> int:
        path = tmp_path / f"{rows}.csv"
        with path.open("w", encoding="utf-8") as file:
            file.write(OPEN_HEADER + "\n")
            for n in range(rows):
                file.write(OPEN_ROW.replace("May", f"May {n}").replace("40", "x" * 2000))
        tracemalloc.start()
        count = sum(isinstance(one, LoadedDocument) for one in read_stream([path], "c"))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count == rows
        return found

    peak(5)
    assert peak(800) < peak(100) * 1.5 + 200_000


@given(st.lists(st.text("abc", min_size=1, max_size=3), max_size=30), st.data())
def test_words_taken_from_a_text_in_order_are_found_there(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(words)))
    end = data.draw(st.integers(start, len(words)))
    spans, missing = align(" ".join(words[start:end]), text)
    assert missing == 0
    assert " ".join(text[one:two] for one, two in spans).split() == words[start:end]
    assert all(one[1] <= two[0] for one, two in itertools.pairwise(spans))


def test_words_that_are_not_there_are_counted() -> None:
    assert align("Rents fell in May", "Rents rose in May.") == ([(0, 5), (11, 18)], 1)


@pytest.mark.parametrize("path", ["a.jsonl#L7", "b/c.csv#R7", "d.DOCX#C7"])
def test_paths_of_cards(path: str) -> None:
    assert card_line(path) == 7
    assert card_path(path.rpartition("#")[0], 7) == path
    assert card_line(path.replace("#", "#x")) == 0
    assert card_line("a.txt#L7") == 0
