"""Near-duplicates by MinHash: estimates are near the truth, and only what is alike is reported."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.near_copies import ALIKE, BINS, SEQUENCE, likeness, near_copies, sketch

WORDS = [f"word{n}" for n in range(5000)]


def text(seed: int, length: int = 400) -> list[str]:
    return random.Random(seed).choices(WORDS, k=length)  # noqa: S311 - no secret


def true_likeness(one: list[str], other: list[str]) -> float:
    a, b = ({tuple(words[n : n + SEQUENCE]) for n in range(len(words) - SEQUENCE + 1)} for words in (one, other))
    return len(a & b) / len(a | b)


@pytest.mark.parametrize("changed", [0, 2, 10, 40, 130, 400])
def test_the_estimate_is_near_the_truth(changed: int) -> None:
    gaps = []
    for seed in range(20):
        one = text(seed)
        other = list(one)
        for place in random.Random(seed + 1).sample(range(len(one)), changed):  # noqa: S311 - no secret
            other[place] = "changed"
        estimate = likeness(sketch(" ".join(one)), sketch(" ".join(other)))
        gaps.append(estimate - true_likeness(one, other))
    assert abs(sum(gaps) / len(gaps)) < 0.05
    assert max(map(abs, gaps)) < 0.2


@given(st.text(max_size=300))
def test_a_text_is_like_itself_whatever_its_case_and_punctuation(body: str) -> None:
    made = sketch(body)
    assert len(made) in (0, 4 * BINS)
    assert likeness(made, made) == (1.0 if made else 0.0)
    assert sketch(f"  {body}!\n") == made


def test_short_texts_and_chinese() -> None:
    assert likeness(sketch("Rents rose."), sketch("rents ROSE")) == 1.0
    assert likeness(sketch("Rents rose."), sketch("Wages fell.")) < 0.1
    assert (
        likeness(sketch("市政府开会，租金上涨了，工资没有涨。" * 3), sketch("市政府开会。租金上涨了；工资没有涨。" * 3))
        == 1.0
    )


def test_only_what_is_alike_is_reported_and_once() -> None:
    first = text(1)
    close = [*first[:200], "new", *first[200:]]
    sketches = [(f"d{n}", sketch(" ".join(words))) for n, words in enumerate((first, text(2), close, text(3), first))]
    found = near_copies(sketches)
    assert [(one.document, one.of) for one in found] == [("d2", "d0"), ("d4", "d0")]
    assert all(one.likeness >= ALIKE for one in found)
    assert near_copies(sketches, frozenset({"d1", "d4"})) == found[1:]
    assert near_copies([("a", b""), ("b", b"")]) == []


def test_a_thousand_copies_are_each_reported() -> None:
    made = sketch(" ".join(text(1)))
    assert len(near_copies((str(n), made) for n in range(1000))) == 999
