"""The coverage card of a corpus, and the flags for what may turn a sentence's meaning."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.documents import SOURCE_CLASSES, Citation, Document, Segmentation
from foam_graph.corpus.sentences.engines import segment_with
from foam_graph.corpus.text.cues import context_flags
from foam_graph.reasoning.certifying.coverage import corpus_coverage

CUT = Segmentation("e", "1", "p", "en", ((0, 2),))


def document(id_: str, **fields: str) -> Document:
    return Document(id_, "c", f"{id_}.txt", "0", "A.", Citation(**({"title": id_} | fields)), CUT)


def test_the_card_of_a_skewed_corpus_says_so() -> None:
    found = corpus_coverage(
        [
            document("d1", date="2020-01-02", source_class="news", publisher="Gazette", url="https://g.example/1"),
            document("d2", date="2023", source_class="news", publisher="Gazette", url="https://g.example/2"),
            document("d3", date="2023-05", source_class="law", author="Smith"),
            document("d4"),
        ],
        used={"d1"},
    )
    assert (found["documents"], found["sentences"], found["used"]) == (4, 4, 1)
    assert (found["oldest"], found["newest"], found["undated"]) == ("2020-01-02", "2023-05", 1)
    assert found["years"] == {"2020": 1, "2023": 2}
    assert found["source_classes"] == {"law": 1, "news": 2, "unknown": 1}
    assert found["skew"]["largest"]["publisher"] == {"value": "Gazette", "share": 0.5}
    assert found["skew"]["effective_source_classes"] == round(1 / (0.5**2 + 0.25**2 + 0.25**2), 2)
    assert found["unused"] == ["d2", "d3", "d4"]
    assert "no document of 2021, 2022" in found["gaps"]
    assert "1 of 4 documents are of unknown class" in found["gaps"]
    assert "4 of 4 documents state no licence" in found["gaps"]
    assert not any("have the" in gap for gap in found["gaps"])


def test_more_than_half_of_one_publisher_is_a_gap() -> None:
    found = corpus_coverage([document(f"d{n}", publisher="Gazette" if n else "Herald") for n in range(3)])
    assert "67% of the documents have the publisher Gazette" in found["gaps"]


def test_superseded_documents_and_copies_are_counted_apart() -> None:
    old, new = (
        document("d1", date="2001"),
        dataclasses.replace(document("d2", date="2002"), supersedes="d1", bucket="7"),
    )
    found = corpus_coverage([old, new, dataclasses.replace(document("d3"), bucket="7")])
    assert (found["documents"], found["current"], found["superseded"], found["copies"]) == (3, 2, 1, 1)
    assert found["oldest"] == "2002"


def test_freshness_says_what_was_found_and_no_more() -> None:
    found = corpus_coverage([document("d1", date="2024-03-14"), document("d2"), document("d3", date="2023-01-01")])
    assert (
        found["freshness"]
        == "the newest date of a document that was found is 2024-03-14; of one document none was found"
    )
    assert "none was found" not in corpus_coverage([document("d1", date="2024-03-14")])["freshness"]


def test_an_empty_corpus_has_one_gap() -> None:
    found = corpus_coverage([])
    assert found["gaps"] == ["the corpus holds no document"]
    assert found["freshness"] == "no date of a document was found"


@given(st.lists(st.tuples(st.sampled_from(SOURCE_CLASSES), st.sampled_from(["", "2019", "2024-02-03"])), max_size=20))
def test_the_counts_add_up(rows: list[tuple[str, str]]) -> None:
    found = corpus_coverage([document(f"d{n}", source_class=kind, date=date) for n, (kind, date) in enumerate(rows)])
    assert sum(found["source_classes"].values()) == len(rows)
    assert sum(found["years"].values()) + found["undated"] == len(rows)
    assert found["skew"]["effective_source_classes"] <= len(found["source_classes"])


@pytest.mark.parametrize(
    ("text", "n", "flag"),
    [
        ("Rents rose. Although wages fell, costs rose. It is so.", 2, "concession in the sentence: although"),
        ("Rents rose. Admittedly, wages fell.", 1, "concession in the next sentence: admittedly"),
        ("Rents rose. Not so in May.", 1, "negation in the next sentence: not"),
        ("Critics object to rents. They say that costs rose.", 2, "reported view: it goes on"),
        ("Rents always rise. That is a myth.", 1, "reported view: the next sentence rejects a view: myth"),
        ("She wrote: “Rents rose in May. Wages fell in June.” It is so.", 2, "reported view: inside a quotation"),
        ("Critics claim that rents rose, which is wrong, falsely.", 1, "reported view: the sentence attributes"),
    ],
)
def test_flags_of_context(text: str, n: int, flag: str) -> None:
    made = dataclasses.replace(document("d1"), text=text, segmentation=segment_with("foam-punkt", text, "en"))
    assert any(one.startswith(flag) for one in context_flags(made, n)), context_flags(made, n)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("Rents rose in May. Wages rose in June.", 1),
        ("She wrote “Rents rose.” Wages rose in June.", 2),
        ("Rents rose.\n\nThey rose in June.", 2),
    ],
)
def test_plain_sentences_have_no_flag_of_a_reported_view(text: str, n: int) -> None:
    made = dataclasses.replace(document("d1"), text=text, segmentation=segment_with("foam-punkt", text, "en"))
    assert not [one for one in context_flags(made, n) if one.startswith("reported view")]
