"""Passages cover every sentence once; rankings fuse as published; the quick look never misses the best sentence."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.documents import Citation, Document, Segmentation
from foam_graph.corpus.search.filters import Filters, day_number
from foam_graph.corpus.search.passages import (
    MOST_CHARACTERS,
    MOST_SENTENCES,
    Passage,
    Place,
    cuts,
    distinct_passages,
    passages,
)
from foam_graph.corpus.search.ranking import (
    Found,
    Hit,
    Scorer,
    best_of_each,
    distinct,
    found_as,
    fuse,
    fused_passages,
    idf,
    ranked,
    reciprocal_ranks,
    unread,
)


def document(lengths: list[int], id_: str = "d0123456789abcdef", letter: str = "x") -> Document:
    """A document with sentences of these lengths, one blank between them."""
    spans, at = [], 0
    for length in lengths:
        spans.append((at, at + length))
        at += length + 1
    text = " ".join(letter * length for length in lengths)
    return Document(id_, "c", "p", id_, text, Citation("T"), Segmentation("e", "1", "0", "en", tuple(spans)))


@given(st.lists(st.integers(1, 3000), max_size=60))
def test_passages_cover_every_sentence_once(lengths: list[int]) -> None:
    made = document(lengths)
    found = list(cuts(made))
    assert [n for first, last in found for n in range(first, last)] == list(range(len(lengths)))
    for first, last in found:
        size = made.segmentation.spans[last - 1][1] - made.segmentation.spans[first][0]
        assert last - first <= MOST_SENTENCES
        assert size <= MOST_CHARACTERS or last - first == 1
    texts = [text for passage in passages(made) for text in passage.sentences]
    assert texts == [sentence.text for sentence in made.sentences]


@given(st.integers(1, 200))
def test_passages_of_like_sentences_are_of_like_length(count: int) -> None:
    sizes = [last - first for first, last in cuts(document([20] * count))]
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == math.ceil(count / MOST_SENTENCES)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=12))
def test_what_stands_in_many_documents_is_one_passage(letters: list[str]) -> None:
    made = [document([30, 30], f"d{n:016x}", letter) for n, letter in enumerate(letters)]
    found = [passage for _, group in distinct_passages(made) for passage in group]
    assert len(found) == len(set(letters))
    assert sorted(place.document for passage in found for place in passage.places) == [one.id for one in made]
    assert all(passage.places == tuple(sorted(passage.places, key=lambda p: p.document)) for passage in found)


def hits(*ids: str) -> list[Hit]:
    return ranked(((id_, -float(place)) for place, id_ in enumerate(ids)), len(ids))


def test_fusion_adds_reciprocal_ranks() -> None:
    fused = fuse([hits("d1:1", "d1:2"), hits("d1:2", "d1:3")])
    assert [hit.sentence_id for hit in fused] == ["d1:2", "d1:1", "d1:3"]
    assert fused[0].score == pytest.approx(1 / 61 + 1 / 62)
    assert [hit.rank for hit in fused] == [1, 2, 3]
    assert fuse([]) == []
    with pytest.raises(ValueError, match="negative"):
        fuse([], k=-1)


RANKINGS = st.lists(st.lists(st.integers(1, 30), unique=True, max_size=12), max_size=4)


@given(RANKINGS)
def test_fusion_ignores_the_order_of_rankings_and_keeps_agreement(orders: list[list[int]]) -> None:
    rankings = [hits(*(f"d1:{n}" for n in order)) for order in orders]
    fused = fuse(rankings)
    assert {hit.sentence_id for hit in fused} == {hit.sentence_id for ranking in rankings for hit in ranking}
    assert fuse(rankings[::-1]) == fused
    if len(rankings) == 1:
        assert [hit.sentence_id for hit in fused] == [hit.sentence_id for hit in rankings[0]]


def test_a_name_counts_once_in_a_ranking() -> None:
    assert reciprocal_ranks([["a", "b", "a"]]) == {"a": 1 / 61, "b": 1 / 62}


WORDS = st.sampled_from(
    ["rents", "rent", "happy", "happiness", "flies", "hoping", "14", "the", "café", "租金", "wages"]
)
SENTENCE = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


@given(st.lists(SENTENCE, min_size=1, max_size=8), st.dictionaries(st.sampled_from(
    ["rent", "happi", "fli", "hope", "14", "cafe", "租金", "wage"]), st.floats(0.1, 9.0), min_size=1, max_size=1))  # fmt: skip
def test_the_quick_look_finds_the_best_sentence_of_one_word(texts: list[str], weights: dict[str, float]) -> None:
    scorer = Scorer(weights)
    full = [scorer.score(text) for text in texts]
    assert max(scorer.scores(texts)) == max(full)


def test_scores_are_bm25() -> None:
    scorer = Scorer({"rent": 2.0})
    assert scorer.score("Rents rents wages.") == pytest.approx(2.0 * 2 * 1.9 / (2 + 0.9 * (0.6 + 0.4 * 3 / 14)))
    assert scorer.score("Nothing of the kind.") == 0.0
    assert idf(1, 1000) > idf(500, 1000) > idf(1000, 1000) > 0


def found(*passages: tuple[float, str, tuple[str, ...]]) -> list[tuple[Found, Place]]:
    rows = [found_as(Passage(texts, (Place(document, 1),)), score) for score, document, texts in passages]
    return distinct(rows, Filters())


def test_every_passage_comes_before_a_second_sentence_of_one() -> None:
    rows = found((1.0, "d2", ("rents fell", "rents rents rose")), (2.0, "d1", ("the sea", "rents", "wages")))
    scorer = Scorer({"rent": 1.0, "wage": 0.5})
    best = best_of_each(rows, scorer, 9)
    assert [id_ for id_, _ in best] == ["d1:2", "d2:2", "d2:1", "d1:3"]
    assert [score for _, score in best] == sorted((score for _, score in best), reverse=True)
    assert best_of_each(rows, scorer, 1) == best[:1]


def test_the_same_text_comes_once() -> None:
    rows = found((1.0, "d3", ("same",)), (1.0, "d1", ("same",)), (0.5, "d2", ("other",)))
    assert [place.document for _, place in rows] == ["d1", "d2"]


@given(st.dates(), st.dates())
def test_dates_sort_as_numbers(one: object, other: object) -> None:
    assert (day_number(str(one)) < day_number(str(other))) == (str(one) < str(other))
    assert day_number("") == day_number("soon") == 0


DOCUMENTS = [f"d{n}" for n in range(6)]
PASSAGES = st.builds(
    lambda letter, documents: Passage((letter,), tuple(Place(one, 1) for one in sorted(documents))),
    st.sampled_from("abcdefghij"),
    st.sets(st.sampled_from(DOCUMENTS), min_size=1, max_size=2),
)


@given(st.lists(st.lists(PASSAGES, max_size=12), max_size=3), st.integers(1, 8), st.sets(st.sampled_from(DOCUMENTS)))
def test_fusing_reads_only_what_leads(orders: list[list[Passage]], k: int, others: set[str]) -> None:
    wanted = Filters(not_documents=frozenset(others))
    read: list[Passage] = []

    def one(place: int, passage: Passage) -> Found:
        return Found(-float(place), passage.mark, lambda: read.append(passage) or passage)  # type: ignore[func-returns-value]

    # An engine leaves out what stands in one place that is not wanted.
    known = [[p for p in order if len(p.places) > 1 or wanted.admits(p.places[0])] for order in orders]
    kept = [unread([one(n, passage) for n, passage in enumerate(order)], wanted) for order in known]
    looked_at = len(read)
    fused = fused_passages(kept, k, wanted)

    plain = [[p for p, _ in distinct([found_as(p, -float(n)) for n, p in enumerate(o)], wanted)] for o in known]
    texts = reciprocal_ranks([p.passage.sentences for p in order] for order in plain)
    assert [found.score for found, _ in fused] == sorted(texts.values(), reverse=True)[:k]
    assert all(found.score == texts[found.passage.sentences] for found, _ in fused)
    assert all(wanted.admits(place) and place in found.passage.places for found, place in fused)
    assert len({found.passage.sentences for found, _ in fused}) == len(fused)
    ids = [(-found.score, place.document, place.first) for found, place in fused]
    assert ids == sorted(ids)
    # Only passages of several places are read for the filters, and then those that are as good as the k-th.
    assert looked_at <= sum(len(p.places) > 1 for order in known for p in order)
    least = fused[-1][0].score if fused else 0.0
    assert len(read) - looked_at <= sum(score >= least for score in texts.values())
