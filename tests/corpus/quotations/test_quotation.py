"""Quotations assembled from ids."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.corpus.documents import Citation, Document, Segmentation, Sentence, document_id
from foam_graph.corpus.quotations.assembling import JOIN, MOST_SENTENCES, assemble, assemble_ids, expanded
from foam_graph.corpus.quotations.checking import validate
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.errors import CorpusError


def made(n: int, text: str) -> Sentence:
    return Sentence(f"d1:{n}", "d1", n, 0, len(text), text)


OFFERED = {one.id: one for one in (made(n, f"Sentence {n}.") for n in range(1, 9))}


def test_joined_in_the_order_given() -> None:
    assert assemble_ids(["d1:3", "d1:1"], OFFERED) == "Sentence 3. /.../ Sentence 1."


def test_one_sentence_is_its_text_unchanged() -> None:
    assert assemble([made(1, "  As it\nstands. ")]) == "  As it\nstands. "


def test_ids_not_offered_fail_closed_and_are_named() -> None:
    with pytest.raises(CorpusError, match=r"d1:99, d2:1") as caught:
        assemble_ids(["d1:1", "d1:99", "d2:1"], OFFERED)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("ids", "wanted"),
    [
        (["d1:2-4"], ["d1:2", "d1:3", "d1:4"]),
        (["d1:4-2"], ["d1:4", "d1:3", "d1:2"]),
        (["d1:7", "d1:1-2", "d1:5"], ["d1:7", "d1:1", "d1:2", "d1:5"]),
        (["d1:3-3"], ["d1:3"]),
    ],
)
def test_ranges_keep_their_place_and_direction(ids: list[str], wanted: list[str]) -> None:
    assert expanded(ids) == wanted
    assert assemble_ids(ids, OFFERED) == assemble_ids(wanted, OFFERED)


@pytest.mark.parametrize(
    "ids", [["d1:1-6"], ["d1:7-9"], ["d1:1-2", "d1:2"], ["d1:0-2"], ["d1:1-999999999"], [7], ["d1:1–2"]]
)
def test_ranges_fail_closed(ids: list[str]) -> None:
    with pytest.raises(CorpusError):
        assemble_ids(ids, OFFERED)


@pytest.mark.parametrize("ids", [[], [f"d1:{n}" for n in range(1, MOST_SENTENCES + 2)], ["d1:1", "d1:1"], "d1:1", [""]])
def test_bad_selections_are_refused(ids: list[str]) -> None:
    with pytest.raises(CorpusError):
        assemble_ids(ids, OFFERED)


@given(st.lists(st.sampled_from(sorted(OFFERED)), min_size=1, max_size=MOST_SENTENCES, unique=True))
def test_every_selection_splits_back_into_its_sentences(ids: list[str]) -> None:
    assert assemble_ids(ids, OFFERED).split(JOIN) == [OFFERED[one].text for one in ids]


TEXTS = st.text(alphabet=st.sampled_from("ab é“”-–.,'\n\u00ad5%ﬁ中"), min_size=1, max_size=30).filter(
    lambda t: any(map(str.isalnum, t))
)


@settings(max_examples=300, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=8), st.data())
def test_what_is_assembled_validates_as_exact_with_its_own_spans(texts: list[str], data: st.DataObject) -> None:
    whole, spans = "", []
    for text in texts:
        kept = text.strip(" \n\u00ad")
        spans.append((len(whole), len(whole) + len(kept)))
        whole += f"{kept}\n\n"
    segmentation = Segmentation("test", "1", "", "en", tuple(spans))
    document = Document(document_id(whole.encode()), "t", "a.txt", "", whole, Citation("A"), segmentation)
    offered = {one.id: one for one in document.sentences}
    ids = data.draw(st.lists(st.sampled_from(sorted(offered)), min_size=1, max_size=MOST_SENTENCES, unique=True))
    found = validate(assemble_ids(ids, offered), document, QuoteCorpus([document]))
    assert (found.verdict, len(found.spans)) == ("exact", len(ids)), found
