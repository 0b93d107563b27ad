"""The position as a Word document and as a PDF, and as a speech on cards: headings, references that lead somewhere, whole quotations."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import docx
import pypdfium2
import pytest
from docx.oxml.ns import qn

from foam_graph.app.asking import Ask, ask
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.cards.verbatim_docx import read_debate_file
from foam_graph.errors import ReasoningError, UsageError
from foam_graph.exchange.dossier import pdf_typefaces
from foam_graph.exchange.dossier.position_docx import position_docx
from foam_graph.exchange.dossier.position_parts import Part, Piece
from foam_graph.exchange.dossier.position_pdf import position_pdf
from foam_graph.reasoning.document_numbers import document_numbers
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint

CORPUS = "handed-on"
QUESTION = "Should the denial of the benefit be upheld or reversed?"
SAMPLE = Path(__file__).parents[3] / "examples" / "benefits" / "documents"
PERSPECTIVES = ("applicant", "caseworker")


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    del endpoint
    with Session(settings) as opened:
        load(opened, [SAMPLE], CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    limits = Limits(depth="quick")
    return ask(session, Ask(QUESTION, CORPUS, "benefits-appeal", PERSPECTIVES, dated="2026-05-01", limits=limits))


def exported(session: Session, what: str, run: str, form: str) -> bytes:
    made = export(session, what, run, form)
    assert isinstance(made, bytes)
    return made


def test_in_word_headings_are_headings_and_each_number_leads_to_its_document(session: Session, run: str) -> None:
    made = docx.Document(io.BytesIO(exported(session, "position", run, "docx")))
    headings = [one.text for one in made.paragraphs if one.style is not None and one.style.name == "Heading 1"]
    assert headings[:2] == ["Answer", "How each issue came out"]
    assert headings[-1] == "Documents"
    links = list(made.element.body.iter(qn("w:hyperlink")))
    marks = {one.get(qn("w:name")) for one in made.element.body.iter(qn("w:bookmarkStart"))}
    assert links
    assert {one.get(qn("w:anchor")) for one in links} == marks
    listed = next(one.text for one in made.paragraphs if re.match(r"\[\d+\] ", one.text))
    assert any(title in listed for title in (document.citation.title for document in session.corpora.documents(CORPUS)))


def test_as_pdf_the_outline_has_the_headings_and_the_text_can_be_searched(session: Session, run: str) -> None:
    content = exported(session, "position", run, "pdf")
    assert exported(session, "position", run, "pdf") == content
    made = pypdfium2.PdfDocument(content)
    assert [one.get_title() for one in made.get_toc() if one.level == 0][:2] == ["Answer", "How each issue came out"]
    text = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in made).split())
    assert QUESTION in text
    assert re.search(r"\[\d+\] ", text)
    assert made.get_metadata_value("Title") == QUESTION


def test_the_speech_is_read_again_as_cards_whose_bodies_are_sentences_of_their_documents(
    session: Session, run: str
) -> None:
    cards = read_debate_file(exported(session, "speech", run, "docx")).cards
    texts = " ".join(" ".join(document.text.split()) for document in session.corpora.documents(CORPUS))
    spoken = [card for card in cards if card.kind == "card"]
    assert len(spoken) > 3
    assert {card.hat for card in cards} <= {"Answer", "What holds", "What is contested"}
    for card in spoken:
        assert card.tag
        assert card.cite
        assert card.spoken
        assert card.text.split(". ")[0] in texts, card.text
    assert exported(session, "speech", run, "jsonl").count(b"\n") == len(cards)


def test_what_has_no_position_is_refused(session: Session, run: str) -> None:
    for what, form in (("position", "html"), ("speech", "pdf")):
        with pytest.raises(UsageError):
            export(session, what, run, form)
    with pytest.raises(ReasoningError):
        export(session, "position", f"corpus.{CORPUS}")


def test_no_letter_breaks_a_document() -> None:
    hostile = 'a\x00b <b>&amp; </para> "quoted" \u202e漢字 \ud800'
    parts = [Part("title", (Piece(hostile),)), Part("heading", (Piece(hostile),)), Part("item", (Piece(hostile, True),)),
             Part("paragraph", (Piece(hostile), Piece(" [1.1]", to=1))), Part("document", (Piece(hostile),), number=1)]  # fmt: skip
    text = docx.Document(io.BytesIO(position_docx(parts))).paragraphs[0].text
    assert "a\ufffdb <b>&amp; </para>" in text
    made = pypdfium2.PdfDocument(position_pdf(parts))
    assert "<b>&amp; </para>" in made[0].get_textpage().get_text_bounded()


def shown(content: bytes) -> str:
    return " ".join("".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(content)).split())


def said(text: str) -> list[Part]:
    return [
        Part("title", (Piece(text),)), Part("heading", (Piece(text),)), Part("item", (Piece(text, bold=True),)),
        Part("paragraph", (Piece(text), Piece(" [1.1]", to=1))), Part("document", (Piece(text),), number=1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["Ζήτω η ἀρετὴ τοῦ νόμου", "Решение суда отменено; її право", "Zażółć gęślą jaźń, þingið, ſ → ≥ § €"],
    ids=["Greek", "Cyrillic", "Latin"],
)
def test_letters_of_europe_stand_in_the_pdf_with_typefaces_that_it_embeds(text: str) -> None:
    content = position_pdf(said(text))
    assert shown(content).count(text) == 5
    assert "cannot show" not in shown(content)
    assert content.count(b"/FontFile2") >= 2


def test_letters_of_the_east_are_cut_out_of_their_typefaces() -> None:
    pytest.importorskip("justmytype_intl_cjk", reason="the extra cjk is not installed")
    for text in ("法律面前人人平等", "法の下に平等である", "모든 국민은 법 앞에 평등하다"):
        content = position_pdf(said(text))
        assert shown(content).count(text) == 5, text
        assert len(content) < 150_000, "not the whole typeface"
        assert position_pdf(said(text)) == content


def test_letters_that_no_typeface_has_are_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(position_pdf(said("The word \u0642\u0644 here")))
    assert "The word ?? here" in text
    assert "cannot show 2 letters" in text
    assert "arabic letter qaf, arabic letter lam" in text
    monkeypatch.setattr(pdf_typefaces, "_EXTRA", "no_such_package")
    assert "cannot show 8 letters" in shown(position_pdf(said("\u6cd5\u5f8b\u9762\u524d\u4eba\u5e73\u7b49\u6b0a")))


def test_a_document_has_the_number_that_it_has_in_the_run(session: Session, run: str) -> None:
    graph = read_run(session, run)
    numbers = {str(graph[one]["title"]): number for one, number in document_numbers(graph).items()}
    made = docx.Document(io.BytesIO(exported(session, "position", run, "docx")))
    lines = [one.text for one in made.paragraphs]
    listed = [line for line in lines[lines.index("Documents") + 1 :] if any(title in line for title in numbers)]
    assert len(listed) > 1
    for line in listed:
        title = next(title for title in numbers if title in line)
        assert re.match(rf"\W*{numbers[title]}\b", line), line
    cited = {int(found) for line in lines for found in re.findall(r"\[(\d+)\.\d+\]", line)}
    assert cited <= set(numbers.values())
    assert max(cited) > len(listed), "numbers that began at one would not go so far"
