"""The verdicts of the validator: one vocabulary, which the graph's tables, the rates and JSON all use."""

from __future__ import annotations

import json
from typing import get_args

from foam_graph.corpus.quotations.verdicts import FAITHFUL, UNCOUNTED, WORST_FIRST, QuoteVerdict, Verdict
from foam_graph.exchange.maps.map_reading import MapFormat
from foam_graph.model.kinds import LABELS, MAP_FORMATS, QUOTE_VERDICTS
from foam_graph.reasoning.sublation.grounded import Label


def test_the_model_declares_the_same_words() -> None:
    assert tuple(Verdict) == QUOTE_VERDICTS
    assert get_args(MapFormat) == MAP_FORMATS
    assert get_args(Label) == LABELS


def test_every_verdict_is_ranked_or_does_not_count() -> None:
    assert sorted([*WORST_FIRST, *UNCOUNTED]) == sorted(Verdict)
    assert {verdict for verdict in Verdict if verdict.faithful} == FAITHFUL
    assert {verdict for verdict in Verdict if not verdict.counted} == UNCOUNTED
    assert [verdict.faithful for verdict in WORST_FIRST] == [False] * 4 + [True] * 3


def test_a_verdict_is_written_as_its_word() -> None:
    for verdict in Verdict:
        assert f"{verdict}" == str(verdict) == verdict.value
        assert json.loads(json.dumps(verdict)) == verdict.value
        assert QuoteVerdict(verdict, 0.0).faithful == verdict.faithful
