"""Candidates of critics and evaluators: what is asked, what is kept, what goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Failed, Request, one_by_one
from foam_graph.agents.tasks.table import CritiqueOut, CritiquesOut, RateIn, RateOut
from foam_graph.errors import BadAnswer
from foam_graph.model.delta import Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.attempts import best_ratings, critic_rubric, critique_sets
from foam_graph.reasoning.turns import Brief, Limits, Question, Turn

TARGET = Ref("r1-4-1", "Claim")
RATED = Ref("r1-5-1", "Critique")


@dataclass
class Scripted:
    """An agent that gives these answers, one a rollout; None is a bad answer."""

    script: Sequence[Any]
    asked: list[int] = field(default_factory=list)
    name: str = "scripted"
    provider: str = "test"

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        self.asked.append(request.rollout)
        value = self.script[request.rollout]
        if value is None:
            raise BadAnswer("nothing usable", "Ask another.")
        return Answer(value, CallRecord(request.task, self.name, self.provider, "h", request.rollout))

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        return one_by_one(self, requests)


def turn(agent: Scripted, role: Role, **limits: int) -> Turn:
    return Turn(Brief("r1", "Is it so?", (), agent, 0, "2026-01-01", Limits(**{"best_of_n": 3, **limits})), role, "s")


def critique(quoted: str = "eight weeks", **change: Any) -> CritiqueOut:
    values = {"part": "claim", "type": "logical_gap", "flaw": "weak_warrant", "quoted": quoted, "grounds": "It is not."}
    return CritiqueOut(**(values | change))


def found(*critiques: CritiqueOut) -> CritiquesOut:
    return CritiquesOut(critiques=list(critiques))


def rating(verdict: str = "valid", materiality: float = 0.7, reasons: str = "By d1:1.") -> RateOut:
    fields = {"verdict": verdict, "materiality": materiality, "recommendation": "none", "reasons": reasons}
    return RateOut.model_validate(fields)


def rated(what: str = "critique") -> RateIn:
    fields: dict[str, Any] = {"target": "t", "form": "quotation", "record": [], "against": [], "corroboration": []}
    return RateIn(**fields, critique=critique(), what=what)  # type: ignore[arg-type]


def attempts(made: Turn) -> list[dict[str, Any]]:
    return [dict(node.fields) for node in made.delta.nodes if node.kind == "Attempt"]


def raised(made: Turn) -> CritiquesOut | None:
    return critique_sets(made, "critique_claim", [(TARGET, Question(rated()), lambda c: "phantom" not in c.quoted)])[0]


def test_distinct_candidates_are_all_kept_and_the_best_scored_goes_on() -> None:
    weak, good = found(critique("phantom words")), found(critique(), critique(part="warrant", hook="counts"))
    made = turn(Scripted([weak, good, found(critique("phantom too", part="record"))]), Role.CRITIC)
    assert raised(made) == good
    kept = attempts(made)
    assert [(a["rollout"], a["chosen"], a["times"]) for a in kept] == [(0, False, 1), (1, True, 1), (2, False, 1)]
    assert [json.loads(a["draft"])["critiques"][0]["quoted"] for a in kept][:2] == ["phantom words", "eight weeks"]
    assert {edge.type for edge in made.delta.edges} == {"AIMS_AT"}
    assert [len(c) for c in (made.calls, made.delta.nodes)] == [3, 3]


def test_a_repeated_candidate_ends_the_asking_whatever_its_words() -> None:
    agent = Scripted([found(critique(grounds="So.")), found(critique(grounds="Put otherwise.")), None])
    made = turn(agent, Role.CRITIC)
    assert raised(made) == found(critique(grounds="So."))
    assert agent.asked == [0, 1]
    assert [a["times"] for a in attempts(made)] == [2]


def test_a_critic_without_critiques_leaves_no_candidate() -> None:
    made = turn(Scripted([found(), found(), found()]), Role.CRITIC)
    assert raised(made) == found()
    assert attempts(made) == []


def test_a_bad_answer_is_noted_and_the_next_candidate_asked_for() -> None:
    made = turn(Scripted([None, found(critique()), found()]), Role.CRITIC)
    assert raised(made) == found(critique())
    assert made.notes == ["critique_claim: nothing usable"]
    assert raised(turn(Scripted([None] * 3), Role.CRITIC)) is None


@pytest.mark.parametrize(
    ("limits", "critics", "evaluators"),
    [({}, 3, 3), ({"best_of_critics": 1}, 1, 3), ({"best_of_evaluators": 2}, 3, 2), ({"best_of_n": 1}, 1, 1)],
)
def test_the_number_of_candidates_is_set_for_each_role(limits: dict[str, int], critics: int, evaluators: int) -> None:
    brief = turn(Scripted([]), Role.CRITIC, **limits).brief
    assert (brief.rollouts(Role.CRITIC), brief.rollouts(Role.EVALUATOR)) == (critics, evaluators)


def test_one_candidate_alone_is_no_choice_and_writes_nothing_more() -> None:
    made = turn(Scripted([found(critique())]), Role.CRITIC, best_of_critics=1)
    assert raised(made) == found(critique())
    assert attempts(made) == []


def test_two_evaluators_of_one_mind_settle_it() -> None:
    agent = Scripted([rating("invalid", 0.3), rating("valid"), rating("valid", 0.9, "By d1:2.")])
    made = turn(agent, Role.EVALUATOR)
    assert best_ratings(made, [(RATED, rated())]) == [rating("valid")]
    assert [(a["times"], a["chosen"]) for a in attempts(made)] == [(1, False), (2, True)]


def test_a_verdict_that_does_not_fit_what_is_rated_is_no_candidate() -> None:
    made = turn(Scripted([rating("adequate"), rating("adequate"), rating("invalid")]), Role.EVALUATOR)
    assert best_ratings(made, [(RATED, rated())]) == [rating("invalid")]
    assert best_ratings(turn(Scripted([rating("valid")] * 3), Role.EVALUATOR), [(RATED, rated("reply"))]) == [None]


texts = st.sampled_from(["eight weeks", "phantom", " ".join(["word"] * 30)])
critiques = st.builds(
    critique,
    texts,
    part=st.sampled_from(["claim", "warrant", "record", "plan"]),
    flaw=st.sampled_from(["number_conflict", "weak_warrant", "single_source"]),
    hook=st.sampled_from(["", "a search"]),
    evidence=st.lists(st.sampled_from(["d1:1", "d1:2"]), max_size=2, unique=True),
)


@given(st.lists(critiques, max_size=6))
def test_rubric_scores_lie_between_0_and_10_and_a_phantom_never_raises_them(made: list[CritiqueOut]) -> None:
    def score(of: list[CritiqueOut]) -> dict[str, float]:
        return critic_rubric(found(*of), lambda c: c.quoted != "phantom")

    assert all(0 <= value <= 10 for value in score(made).values())
    held = [c.model_copy(update={"quoted": "phantom"}) for c in made]
    assert score(held)["genuine_flaws"] == 0
    assert score(made)["genuine_flaws"] >= score(held)["genuine_flaws"]
