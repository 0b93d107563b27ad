"""What an answer must hold to become a label: sentences that are there, each scheme once, a rating for each."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_memory import MOST_WORDS, AnnotateOut, SchemeScore, SchemeUse, ScoreSchemesOut
from foam_graph.findings.debate.schemes import SCHEME_IDS
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.validation import check
from foam_graph.reasoning.debating.labelling import (
    add_labels,
    admitted_uses,
    annotate_request,
    rated_labels,
    score_request,
)

SPOKEN = Spoken(
    3, "Ada", "pro", "rebuttal", ("For example, Arden closed its quay.", "The noise was caused by lorries.")
)


def use(scheme: str, *sentences: int) -> SchemeUse:
    return SchemeUse.model_validate({"scheme": scheme, "sentences": list(sentences), "reason": "As it says."})


def score(scheme: str, quality: str = "good") -> SchemeScore:
    return SchemeScore.model_validate(
        {
            "scheme": scheme,
            "acceptability": quality,
            "inference": quality,
            "relevance": quality,
            "robustness": quality,
        }
    )


def test_labels_by_sentences_that_are_not_there_and_second_labels_are_refused() -> None:
    answer = AnnotateOut(labels=[use("example", 2, 1, 1, 9), use("value", 7), use("example", 2)])
    kept, refused = admitted_uses(answer, SPOKEN)
    assert [(one.scheme, one.sentences) for one in kept] == [("example", [1, 2])]
    assert refused == ["value cites no sentence of turn 3", "example is named twice in turn 3"]


def test_a_label_needs_its_own_rating() -> None:
    answer = ScoreSchemesOut(scores=[score("example", "good"), score("example", "poor"), score("causal")])
    labels, refused = rated_labels([use("example", 1), use("value", 1)], answer, 3)
    assert [(one.use.scheme, one.rated.overall) for one in labels] == [("example", "good")]
    assert refused == ["value is not rated in turn 3", "causal is rated in turn 3, and was not to be"]


def test_a_reason_of_more_than_forty_words_or_an_invented_scheme_is_no_answer() -> None:
    row = {"scheme": "example", "sentences": [1], "reason": "word " * MOST_WORDS}
    assert SchemeUse.model_validate(row)
    with pytest.raises(ValidationError, match="at most 40"):
        SchemeUse.model_validate({**row, "reason": "word " * (MOST_WORDS + 1)})
    with pytest.raises(ValidationError):
        SchemeUse.model_validate({**row, "scheme": "rhetoric"})
    with pytest.raises(ValidationError):
        SchemeUse.model_validate({**row, "sentences": [0]})


def test_requests_show_all_schemes_then_those_that_were_found() -> None:
    asked = annotate_request("Close the quay.", SPOKEN).input
    assert [one["id"] for one in asked.model_dump()["schemes"]] == list(SCHEME_IDS)
    rated = score_request("Close the quay.", SPOKEN, [use("causal", 2)]).input.model_dump()
    assert [one["id"] for one in rated["schemes"]] == ["causal"]
    assert len(rated["exemplars"]) == 4


def test_the_offline_agent_gives_labels_that_the_graph_takes() -> None:
    agent = OfflineAgent((), lambda _text: {}, 1)
    uses, _ = admitted_uses(agent.answer(annotate_request("Close the quay.", SPOKEN)).value, SPOKEN)
    labels, refused = rated_labels(uses, agent.answer(score_request("Close the quay.", SPOKEN, uses)).value, 3)
    assert {one.use.scheme for one in labels} == {"example", "causal"}
    assert refused == []
    delta = Delta()
    add_labels(delta, Ref("u-1", "Utterance"), labels)
    check(ActivityDraft("memory.town", "AgentTurn", Role.EVALUATOR, "annotate", "offline-rules"), delta)
    assert [edge.type for edge in delta.edges] == ["ABOUT", "ABOUT"]
