"""A case file numbers every sentence and says what it is in its document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foam_graph.casefile.building import case_file
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.errors import UnknownId

TEXT = """# Decision

The claim is refused. It was late.

## Grounds

- The form came late.
- The income was too high.

| Month | Pay |
| May | $1,874 |

Signed on 3 May 2026.
"""


@pytest.fixture(scope="module")
def document() -> Document:
    cite = Citation("Decision letter", date="2026-05-03", source_class="decision")
    return Document(document_id(TEXT.encode()), "case", "letter.md", "", TEXT, cite, segment(TEXT))


def test_sentences_are_numbered_by_document_and_say_what_they_are(document: Document) -> None:
    file = case_file([document, replace(document, id="d2")])
    assert [s.short for s in file][:2] == ["1.1", "1.2"]
    by_text = {s.text: s for s in file.documents[1].sentences}
    late = next(s for text, s in by_text.items() if "form came late" in text)
    assert (late.structure, late.heading, late.document) == ("item", "Grounds", 2)
    assert next(s for text, s in by_text.items() if text.startswith("| May")).structure == "row"
    assert next(s for text, s in by_text.items() if text.endswith("Decision")).structure == "heading"
    refused, signed = (next(s for text, s in by_text.items() if word in text) for word in ("refused", "Signed"))
    assert refused.structure == signed.structure == "prose"
    assert refused.paragraph < late.paragraph < signed.paragraph
    assert file.documents[1].whole


def test_a_selection_keeps_the_numbers_and_erased_sentences_are_left_out(document: Document) -> None:
    part = case_file([replace(document, erased=(1,))], {document.id: {1, 2, 5}})
    assert [s.short for s in part] == ["1.2", "1.5"]
    assert not part.documents[0].whole
    assert part.sentence("1.2") is part.sentence(f"{document.id}:2")
    with pytest.raises(UnknownId):
        part.sentence("1.3")


def test_of_a_corpus_of_which_little_is_read_only_that_is_in_the_file(document: Document) -> None:
    many = [replace(document, id=f"d{n}", path=f"{n}.md") for n in range(50)]
    part = case_file(many, {"d30": {2}, "d41": {1, 2}, "d7": set()})
    assert [(d.number, d.id, len(d.sentences)) for d in part.documents] == [(31, "d30", 1), (42, "d41", 2)]
    assert [part.document_of(sentence).id for sentence in part] == ["d30", "d41", "d41"]


STATUTE = """# Harbour Act

## Part 2

Section 14 concerns stations. A station needs consent. In 2019 the sea rose.

## Reliability

Section 17 concerns alarms. Nine percent is allowed.
"""


def test_a_sentence_knows_the_numbered_parts_that_it_stands_in() -> None:
    text = Document("d", "case", "act.md", "", STATUTE, Citation("Harbour Act"), segment(STATUTE))
    by_text = {one.text: one for one in case_file([text])}
    assert by_text["A station needs consent."].section == "Part 2, Section 14"
    assert by_text["In 2019 the sea rose."].place == "Part 2, Section 14 Part 2"
    allowed = by_text["Nine percent is allowed."]
    assert (allowed.section, allowed.heading) == ("Part 2, Section 17", "Reliability")
