"""What is read aloud of a quotation: less where there is no room, never without what turns a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.corpus.text.cues import cues_in
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.highlighting import flat, highlight, paired, whole, words_of_text, words_read_of
from foam_graph.reasoning.read_time import read_spans, sentence_spans

CLAUSES = st.sampled_from([
    "the closure would cost $12,000 per year", "which is more than the council said", "it does not apply to ambulances",
    "unless the council decides otherwise", "according to the engineer", "critics claim that trade would fall",
    "the road is straight and wide", "no resident was heard", "as long as the bridge is open", "nobody counted the cars",
    "traders cannot move", "14 injuries were recorded", "because the square is crowded", "the assembly denies it",
])  # fmt: skip
SENTENCES = st.lists(CLAUSES, min_size=1, max_size=4).flatmap(
    lambda parts: st.sampled_from([", ", "; ", " – ", " ", ": "]).map(lambda by: by.join(parts).capitalize() + ".")
)
QUOTATIONS = st.lists(SENTENCES, min_size=1, max_size=5).map(JOIN.join)
CLAIMS = st.lists(CLAUSES, min_size=1, max_size=2).map(" ".join)
LONG = "The closure would cost $12,000 per year, which is more than was said, but it does not apply to ambulances."


def sentences_of(quotation: str) -> list[tuple[int, int]]:
    """Where each sentence of a quotation stands."""
    found, at = [], 0
    for text in quotation.split(JOIN):
        found.append((at, at + len(text)))
        at += len(text) + len(JOIN)
    return found


@given(st.lists(QUOTATIONS, min_size=1, max_size=3), CLAIMS, st.integers(min_value=-5, max_value=120))
def test_what_is_read_stands_in_the_quotation_in_order_and_keeps_to_the_room(
    quotations: list[str], claim: str, room: int
) -> None:
    found = highlight(quotations, claim, room)
    assert len(found) == len(quotations)
    assert sum(words_read_of(q, spans) for q, spans in zip(quotations, found, strict=True)) <= max(0, room)
    for quotation, spans in zip(quotations, found, strict=True):
        edges = flat(spans)
        assert edges == sorted(edges)
        assert all(0 <= start < end <= len(quotation) for start, end in spans)
        assert paired(edges) == spans
        read = [word for start, end in spans for word in quotation[start:end].split()]
        words = iter(quotation.split())
        assert all(word in words for word in read), "a subsequence of the quotation"


@given(st.lists(QUOTATIONS, min_size=1, max_size=3), CLAIMS, st.integers(min_value=0, max_value=120))
def test_no_sentence_is_read_without_what_turns_it(quotations: list[str], claim: str, room: int) -> None:
    for quotation, spans in zip(quotations, highlight(quotations, claim, room), strict=True):
        for start, end in sentences_of(quotation):
            read = " ".join(quotation[max(a, start) : min(b, end)] for a, b in spans if a < end and b > start)
            if not read:
                continue
            for kind, words in cues_in(quotation[start:end]).items():
                assert set(words) <= set(cues_in(read).get(kind, ())), (kind, read)


@given(st.lists(QUOTATIONS, min_size=1, max_size=3), CLAIMS)
def test_what_fits_is_read_whole(quotations: list[str], claim: str) -> None:
    room = sum(words_of_text(q) for q in quotations)
    assert highlight(quotations, claim, room) == [whole(q) for q in quotations]


@given(st.lists(QUOTATIONS, min_size=1, max_size=2), CLAIMS, st.integers(min_value=0, max_value=80))
def test_the_same_call_gives_the_same_spans(quotations: list[str], claim: str, room: int) -> None:
    assert highlight(quotations, claim, room) == highlight(quotations, claim, room)


@pytest.mark.parametrize(
    ("room", "read"),
    [
        (40, [LONG]),
        (16, ["The closure would cost $12,000 per year,", "but it does not apply to ambulances."]),
        (9, []),
    ],
)
def test_the_clauses_that_carry_the_claim_are_read_with_the_exception(room: int, read: list[str]) -> None:
    (spans,) = highlight([LONG], "Closure would cost $12,000 per year", room)
    assert [LONG[a:b] for a, b in spans] == read


def test_nothing_that_says_nothing_of_the_claim_is_read_for_lack_of_room() -> None:
    quotation = f"{LONG}{JOIN}Ducks swim on the pond, and frogs sing in the reeds."
    (spans,) = highlight([quotation], "Closure would cost $12,000 per year", 18)
    assert "Ducks" not in " ".join(quotation[a:b] for a, b in spans)


def test_spans_are_told_sentence_by_sentence() -> None:
    quotation = f"One two three.{JOIN}Four five, six."
    at = quotation.index("Four")
    record = Node("r", "EvidenceRecord", {"quotation": quotation, "highlights": [0, 7, at, at + 10]})
    assert sentence_spans(record) == [((0, 7),), ((0, 10),)]
    assert words_read_of(quotation, read_spans(record)) == 4
    plain = Node("r", "EvidenceRecord", {"quotation": quotation})
    assert sentence_spans(plain) == [((0, 14),), ((0, 15),)]
