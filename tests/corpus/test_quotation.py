"""Quotations assembled from ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.documents import Sentence
from foam_graph.corpus.quotation import JOIN, MOST_SENTENCES, assemble, assemble_ids
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


@pytest.mark.parametrize("ids", [[], [f"d1:{n}" for n in range(1, MOST_SENTENCES + 2)], ["d1:1", "d1:1"], "d1:1", [""]])
def test_bad_selections_are_refused(ids: list[str]) -> None:
    with pytest.raises(CorpusError):
        assemble_ids(ids, OFFERED)


@given(st.lists(st.sampled_from(sorted(OFFERED)), min_size=1, max_size=MOST_SENTENCES, unique=True))
def test_every_selection_splits_back_into_its_sentences(ids: list[str]) -> None:
    assert assemble_ids(ids, OFFERED).split(JOIN) == [OFFERED[one].text for one in ids]
