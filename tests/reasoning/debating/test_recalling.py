"""Recall by hand: what matches, what is nearest, and which schemes that makes likely."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.qualities import QUALITIES
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.findings.debate.spoken import Side
from foam_graph.model.validation import check
from foam_graph.reasoning.debating.recalling import (
    Candidates,
    MemoryItem,
    candidates,
    recalled,
    scheme_prior,
)
from foam_graph.reasoning.debating.recollection import recollection_delta, recollection_draft


def item(
    name: str, text: str = "", side: Side = "pro", topic: str = "Close the quay.", labels: Mapping[str, str] = {}
) -> MemoryItem:
    return MemoryItem(f"r-{name}", name, f"u-{name}", "t-1", text, topic, side, "opening", labels)


QUAY = item("quay", "The quay is loud at night because lorries wait there.")
FERRY = item("ferry", "Ferries bring the visitors.", topic="Build a ferry pier.")
SCHOOL = item("school", "Pupils need a hall.", topic="Build a school hall.", side="con")
CHINESE = item("zh", "坚持真爱是理智的。", topic="真爱是理智的行为")
ALL = [QUAY, FERRY, SCHOOL, CHINESE]


@pytest.mark.parametrize(
    ("keywords", "names"),
    [
        (["quay"], ["quay"]),
        (["quays"], ["quay"]),
        (["ferry"], ["ferry"]),  # in its motion; "Ferries" is another form than the endings know
        (["lorry"], []),
        (["lorries"], ["quay"]),
        (["wait"], ["quay"]),
        (["FERRIES", "hall"], ["ferry", "school"]),
        (["ferry pier"], ["ferry"]),
        (["pier ferry"], []),
        (["qua"], []),
        (["真爱"], ["zh"]),
        (["a.b*(", "\\"], []),
    ],
)
def test_records_match_by_words_of_text_or_motion(keywords: list[str], names: list[str]) -> None:
    found = candidates(ALL, keywords)
    expected = [one for one in ALL if one.key in names] or ALL
    assert list(found.items) == expected
    assert found.fell_back == (not names)


def test_without_keywords_all_are_compared_and_that_is_told() -> None:
    found = candidates(ALL, [])
    assert found.fell_back
    told = recalled(found, {one.key: 0.1 for one in ALL}, "pro")
    assert told.fell_back
    assert "no record holds a keyword" in told.remarks[0]


def test_debates_of_a_motion_are_left_out_however_it_ends() -> None:
    found = candidates(ALL, ["quay", "ferries"], without=["close the  QUAY"])
    assert list(found.items) == [FERRY]


def test_own_side_first_then_the_nearest() -> None:
    far = item("far", side="pro")
    near = item("near", side="con")
    nearest = item("nearest", side="con")
    found = Candidates(("x",), (far, near, nearest), fell_back=False)
    scores = {"far": 0.2, "near": 0.8, "nearest": 0.9}
    assert [one.record for one in recalled(found, scores, "pro", 2).found] == ["r-far", "r-nearest"]
    assert [one.record for one in recalled(found, scores, "con", 2).found] == ["r-nearest", "r-near"]


def test_equal_scores_go_by_id_and_what_has_no_score_is_left_out() -> None:
    found = Candidates(("x",), (item("b"), item("a"), item("unscored")), fell_back=False)
    told = recalled(found, {"a": 0.5, "b": 0.5}, "pro")
    assert [one.record for one in told.found] == ["r-a", "r-b"]


def test_the_prior_by_hand_with_five_records() -> None:
    labels = [
        {"causal": "good", "example": "excellent"},
        {"causal": "good"},
        {"causal": "excellent", "value": "poor"},
        {"example": "excellent", "causal": "poor"},
        {"example": "good"},
    ]
    # causal (3 + 3 + 4 + 1 + 0) / 5 = 2.2; example (4 + 0 + 0 + 4 + 3) / 5 = 2.2; value 1 / 5 = 0.2
    assert scheme_prior(labels) == {"example": 2.2, "causal": 2.2, "value": 0.2}
    items = [item(str(n), labels=one) for n, one in enumerate(labels)]
    told = recalled(Candidates(("x",), tuple(items), False), {one.key: 0.5 for one in items}, "pro")
    assert told.schemes == ("example", "causal")
    assert [one.record for one in told.exemplars] == ["r-0", "r-1", "r-2", "r-3", "r-4"]
    assert told.remarks == ()


def test_fewer_records_than_asked_for_are_the_divisor_and_that_is_told() -> None:
    items = [item("a", labels={"analogy": "excellent"}), item("b", labels={"value": "good"})]
    told = recalled(Candidates(("x",), tuple(items), False), {"a": 0.9, "b": 0.8}, "pro", k=5)
    # analogy 4 / 2 = 2.0 is not above 2; value 3 / 2 = 1.5. Over k = 5 they would be 0.8 and 0.6.
    assert told.prior == {"analogy": 2.0, "value": 1.5}
    assert told.schemes == ()
    assert told.exemplars == ()
    assert told.remarks == (
        "2 of 5 records found: means are over 2",
        "no scheme has a mean quality above 2: the prior is empty",
    )


def test_only_records_that_hold_a_chosen_scheme_are_exemplars() -> None:
    items = [
        item("a", labels={"causal": "excellent"}),
        item("b", labels={"causal": "good"}),
        item("c", labels={"value": "excellent"}),
    ]
    told = recalled(Candidates(("x",), tuple(items), False), {"a": 0.9, "b": 0.8, "c": 0.7}, "pro", k=3)
    assert told.prior == {"causal": pytest.approx(7 / 3), "value": pytest.approx(4 / 3)}
    assert told.schemes == ("causal",)
    assert [one.exemplar for one in told.found] == [True, True, False]


def test_an_empty_memory_recalls_nothing() -> None:
    told = recalled(candidates([], ["quay"]), {}, "con")
    assert (told.found, told.prior, told.schemes) == ((), {}, ())
    assert len(told.remarks) == 3


labels = st.dictionaries(st.sampled_from(SCHEME_IDS), st.sampled_from(QUALITIES), max_size=4)
items = st.lists(st.tuples(labels, st.sampled_from(("pro", "con")), st.floats(-1, 1)), max_size=12)


@given(items, st.integers(1, 8))
def test_what_is_recalled_is_bounded_ordered_and_a_legal_row(
    rows: list[tuple[dict[str, str], Side, float]], k: int
) -> None:
    made = [item(str(n), side=side, labels=held) for n, (held, side, _) in enumerate(rows)]
    scores = {str(n): score for n, (_, _, score) in enumerate(rows)}
    told = recalled(Candidates(("x",), tuple(made), False), scores, "pro", k)
    assert len(told.found) == min(k, len(rows))
    own = [one for one in told.found if one.side == "pro"]
    assert list(told.found[: len(own)]) == own
    assert all(a.score >= b.score for a, b in pairwise(own))
    assert all(0 <= mean <= 4 for mean in told.prior.values())
    assert all(told.prior[name] > 2 for name in told.schemes)
    delta, _ = recollection_delta("town", told)
    check(recollection_draft("debate-1", told), delta)
    assert orjson.loads(str(delta.nodes[0].fields["prior"])) == dict(told.prior)
    assert [edge.fields["rank"] for edge in delta.edges] == list(range(1, len(told.found) + 1))
