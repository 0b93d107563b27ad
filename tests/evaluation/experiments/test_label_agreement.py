"""Agreement on schemes: by hand, for annotators that look at nothing, and for one whose answer cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foam_graph.agents.protocol import Agent, Answer, AnswerT, Failed, Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.errors import BadAnswer, LlmError, UsageError
from foam_graph.evaluation.experiments.alignment import Annotation
from foam_graph.evaluation.experiments.label_agreement import (
    annotate_items,
    annotators_table,
    constants,
    only,
    readers_table,
    schemes_table,
)
from foam_graph.evaluation.experiments.label_form import LabelItem
from foam_graph.evaluation.tables import Cell, Table

MARKS = {"poor": 1, "general": 2, "good": 3, "excellent": 4}


def labels(**given: str) -> Annotation:
    """``a="causal:good value:poor"`` and so on."""
    rows = {item: [part.split(":") for part in told.split()] for item, told in given.items()}
    return Annotation(
        {item: frozenset(name for name, _ in found) for item, found in rows.items()},
        {(item, name): MARKS[mark] for item, found in rows.items() for name, mark in found},
    )


ONE = labels(a="causal:good", b="causal:poor value:good", c="", d="value:excellent")
OTHER = labels(a="causal:good", b="causal:general", c="value:poor", d="value:good")


def row(table: Table, name: str) -> tuple[Cell, ...]:
    return next(one for one in table.rows if one[0] == name)


def test_kappa_of_two_readers_by_hand() -> None:
    table = readers_table(ONE, OTHER)
    # causal: the same two of four. value: b and d against c and d, as much as chance gives.
    assert row(table, "causal") == ("causal", 2, 2, 1.0)
    assert row(table, "value") == ("value", 2, 2, 0.0)
    assert row(table, "analogy") == ("analogy", 0, 0, None)
    assert row(table, "mean over schemes (macro)")[3] == 0.5
    assert any("Left out of the mean" in one for one in table.remarks)
    assert "equal sets of schemes in 2" in table.remarks[0]


def test_f1_and_precision_by_hand() -> None:
    table = schemes_table("x", ONE, [OTHER, OTHER])
    name, given, wanted, precision, recall, f1 = row(table, "value")
    assert (name, given, wanted, precision, recall, f1) == ("value", 2, 2.0, 0.5, 0.5, 0.5)
    shown = row(annotators_table({"x": ONE}, [OTHER, OTHER]), "x")
    assert shown[1] == pytest.approx((1.0 + 0.5) / 7)


def test_annotators_that_look_at_nothing_fail_as_scorers() -> None:
    flat = constants([ONE, OTHER])
    assert list(flat) == ["always causal", "always all seven"]
    table = annotators_table({"real": ONE, **flat}, [ONE, OTHER])
    assert row(table, "always causal")[4] is None
    assert row(table, "always all seven")[4] is None
    tau = row(table, "real")[4]
    assert isinstance(tau, float)
    assert tau > 0.5
    assert "failed as scorers" in table.remarks[-1]


def test_every_item_must_be_labelled_by_both() -> None:
    with pytest.raises(UsageError, match="labelled by one only: d"):
        readers_table(labels(a="", b="", c=""), ONE)
    item = LabelItem("e", "A motion.", "pro", "", "en", ("So.",))
    with pytest.raises(UsageError, match="ada has no labels of 1 of 1 items: e"):
        only(ONE, [item], "ada")
    assert only(ONE, [LabelItem("a", "A motion.", "pro", "", "en", ("So.",))], "ada").schemes == {
        "a": frozenset({"causal"})
    }


class Failing:
    """Rules that fail at the nth request, alone or for good."""

    name, provider = "failing", "test"

    def __init__(self, at: int, error: LlmError) -> None:
        self._rules: Agent = OfflineAgent((), lambda _text: {}, 0)
        self._left, self._error = at, error

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        return self._rules.answer(request)

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        found: list[Answer[AnswerT] | Failed] = []
        for request in requests:
            self._left -= 1
            found.append(Failed(self._error) if not self._left else self.answer(request))
        return found


ITEMS = [
    LabelItem("a", "Close the quay.", "pro", "", "en", ("For example, the quay of Arden was closed in 2019.",)),
    LabelItem("b", "Close the quay.", "con", "", "en", ("Nothing of that sort is said here.",)),
]


def test_items_are_annotated_as_utterances_are() -> None:
    found, failed = annotate_items(ITEMS, OfflineAgent((), lambda _text: {}, 0))
    assert (found.schemes["a"], found.schemes["b"], failed) == (frozenset({"example"}), frozenset(), ())
    assert found.qualities.keys() == {("a", "example")}


def test_an_answer_that_cannot_be_used_is_told_and_an_agent_that_ends_ends() -> None:
    found, failed = annotate_items(ITEMS, Failing(1, BadAnswer("not of the form")))
    assert (found.schemes["a"], failed) == (frozenset(), ("a",))
    with pytest.raises(LlmError, match="gone"):
        annotate_items(ITEMS, Failing(2, LlmError("the endpoint is gone")))
