"""The agent answers every task, the same way for the same seed, and refuses what it must not do."""

import pytest
from pydantic import BaseModel

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks import table as tasks
from foam_graph.agents.tasks.table import CASE_TASKS, DEBATE_TASKS, TASKS, Passage, PlanOut, Slot, View
from foam_graph.errors import BadAnswer
from tests.support import debate_judging
from tests.support.worlds.debated_world import debate_inputs

QUESTION = "Should the library in Dorrin close on Mondays?"


def values_of(text: str) -> dict[str, float]:
    found = {
        v: w in text.lower() for v, w in (("care", "care"), ("fiscal_responsibility", "cost"), ("fairness", "fair"))
    }
    hits = [v for v, there in found.items() if there]
    return {v: 1 / len(hits) for v in hits}


def passage(
    n: int, text: str, document: str = "d1", source: str = "official_record", date: str = "2026-01-01"
) -> Passage:
    return Passage(
        id=f"{document}:{n}", text=text, document=document, title="Library report", date=date, source_class=source
    )


PASSAGES = [
    passage(1, "The library in Dorrin was open for 46 hours per week in 2025."),
    passage(2, "Closing the library on Mondays would cost readers 2,000 visits per year.", "d2", "research"),
    passage(3, "A library must open for at least 40 hours per week.", "d3", "law"),
    passage(4, "The Friends of Dorrin Association asks the council to keep the library open.", "d4", "advocacy"),
    passage(5, "The Friends of Dorrin Association has 90 members.", "d2", "research"),
    passage(6, "The Friends of Dorrin Association met on 3 March 2026.", "d1"),
]
VIEW = View(
    stance_id="reader",
    role_label="Reader",
    disclosure="Reads.",
    values=["care", "fairness"],
    weights=[0.7, 0.3],
    source_classes=[],
)
OTHER = View(
    stance_id="auditor",
    role_label="Auditor",
    disclosure="Counts.",
    values=["fiscal_responsibility", "care"],
    weights=[0.8, 0.2],
    source_classes=[],
)
SLOT = Slot(
    leaf="facts",
    name="Facts",
    syllogism="Opening Hours",
    syllogism_type="eligibility_factor",
    component="facts",
    meaning="What happened.",
    evidence="required",
    word_budget=60,
    cues=[r"\bopen\b", r"\d+ hours"],
)
PLAN = PlanOut(
    goal="Answer with care first.",
    portfolio=["Opening hours: what is recorded."],
    anticipated=["Cost."],
    queries=["library opening hours"],
)
CRITIQUE = tasks.CritiqueOut(
    part="plan",
    type="missing_evidence",
    flaw="neglected_interest",
    quoted=PLAN.goal,
    grounds="The plan does not speak of cost.",
    hook="library cost",
    value_critic="fiscal_responsibility",
)


def inputs() -> dict[str, BaseModel]:
    return {
        **debate_inputs(),
        **debate_judging.inputs(),
        "stakeholders": tasks.StakeholdersIn(question=QUESTION, perspectives=[VIEW, OTHER], passages=PASSAGES),
        "draft_plan": tasks.DraftPlanIn(
            question=QUESTION, view=VIEW, branches=["Hours", "Cost"], passages=PASSAGES, earlier=[]
        ),
        "critique_plan": tasks.CritiquePlanIn(
            question=QUESTION, view=OTHER, plan=PLAN, proposer=VIEW, hits=[0], earlier=[], iteration=1
        ),
        "revise_plan": tasks.RevisePlanIn(question=QUESTION, view=VIEW, plan=PLAN, critiques=[CRITIQUE]),
        "score_plan": tasks.ScorePlanIn(
            question=QUESTION, plan=PLAN, hits=[3], critiques=[CRITIQUE], verdicts=["valid"]
        ),
        "choose_branch": tasks.ChooseBranchIn(
            question=QUESTION,
            view=VIEW,
            prompt="Which?",
            choose=1,
            plan=PLAN,
            children=[
                tasks.Child(id="a", name="Opening Hours", values=["care"], considerations=[], hits=5),
                tasks.Child(id="b", name="Weather", values=[], considerations=[], hits=0),
            ],
        ),
        "propose_branch": tasks.ProposeBranchIn(
            question=QUESTION,
            view=VIEW,
            prompt="Which?",
            plan=PLAN,
            children=[tasks.Child(id="b", name="Weather", values=[], considerations=[], hits=0)],
            types=[
                tasks.TypeOffer(name="contention", meaning="A point.", components=["claim"], usual=False, hits=9),
                tasks.TypeOffer(name="advantage", meaning="A gain.", components=["link"], usual=True, hits=2),
            ],
            passages=PASSAGES,
        ),
        "fill_slot": tasks.FillSlotIn(
            question=QUESTION, view=VIEW, plan=PLAN, slot=SLOT, offered=PASSAGES, rests_on=[], earlier=[]
        ),
        "critique_claim": tasks.CritiqueClaimIn(
            question=QUESTION,
            view=OTHER,
            proposer="reader",
            slot=SLOT,
            claim=PASSAGES[0].text,
            warrant="As recorded.",
            qualifier="",
            values=["care"],
            form="quotation",
            record=PASSAGES[:1],
            others=PASSAGES[1:],
            as_of="2026-05-01",
        ),
        "predicates": tasks.PredicatesIn(motion=QUESTION, side="pro", utterances=[]),
        "reasoning_chain": tasks.ReasoningChainIn(motion=QUESTION, side="con", predicates=[]),
        "logic_flaws": tasks.LogicFlawsIn(motion=QUESTION, side="pro", utterances=[], predicates=[]),
        "relate": tasks.RelateIn(question="What holds?", passages=PASSAGES),
        "examine": tasks.ExamineIn(view=OTHER, claim=PASSAGES[0].text, record=PASSAGES[:1]),
        "answer": tasks.AnswerIn(
            view=VIEW,
            claim=PASSAGES[0].text,
            warrant="As recorded.",
            record=PASSAGES[:1],
            asked="Why?",
            against=[],
            offered=PASSAGES,
        ),
        "rate": tasks.RateIn(
            target=PLAN.goal, form="plan", record=[], critique=CRITIQUE, against=[], corroboration=[], what="critique"
        ),
        "rule": tasks.RuleIn(
            kind="structural",
            grounds="Weather was left out.",
            target_kind="TemplateChoice",
            target="Hours",
            claim="",
            record=[],
            evidence=[],
            offered=[],
            alternatives=["Weather (3)"],
        ),
        "revise_claim": tasks.ReviseClaimIn(
            question=QUESTION,
            view=VIEW,
            slot=SLOT,
            claim=PASSAGES[0].text,
            record=PASSAGES[:1],
            critique=CRITIQUE,
            against=[],
            offered=PASSAGES,
        ),
        "synthesise": tasks.SynthesiseIn(
            question=QUESTION,
            claims=[
                tasks.StatedClaim(
                    id="c1",
                    text="The library was open.",
                    class_="core",
                    condition="",
                    component="facts",
                    syllogism="Opening Hours",
                ),
                tasks.StatedClaim(
                    id="c2",
                    text="It should stay open.",
                    class_="conditional",
                    condition="care outweighs cost",
                    component="claim",
                    syllogism="Opening Hours",
                ),
            ],
        ),
    }


def ask(task: str, data: BaseModel, seed: int = 7, rollout: int = 0) -> BaseModel:
    agent = OfflineAgent(PASSAGES, values_of, seed)
    offered = tuple(p.id for p in PASSAGES)
    return agent.answer(Request(task, "Proposer", data, TASKS[task][1], offered, rollout, seed)).value


def test_every_task_has_inputs_here() -> None:
    assert set(inputs()) == TASKS.keys() - CASE_TASKS - DEBATE_TASKS


@pytest.mark.parametrize("task", sorted(TASKS.keys() - CASE_TASKS - DEBATE_TASKS))
def test_every_task_is_answered_and_repeatable(task: str) -> None:
    data = inputs()[task]
    first = ask(task, data)
    assert isinstance(first, TASKS[task][1])
    assert first == ask(task, data)


def test_the_call_is_recorded_as_offline() -> None:
    call = (
        OfflineAgent(PASSAGES, values_of, 3)
        .answer(Request("examine", "Critic", inputs()["examine"], tasks.ExamineOut))
        .call
    )
    assert (call.agent, call.provider, call.tokens_in, call.outcome, call.parameters) == (
        "offline-rules",
        "offline",
        0,
        "ok",
        {"seed": 3},
    )


def test_unknown_task_and_wrong_input_are_refused() -> None:
    agent = OfflineAgent(PASSAGES, values_of, 1)
    with pytest.raises(BadAnswer, match="no task 'invent'"):
        agent.answer(Request("invent", "Proposer", inputs()["examine"], tasks.ExamineOut))
    with pytest.raises(BadAnswer, match="takes a RateIn"):
        agent.answer(Request("rate", "Evaluator", inputs()["examine"], tasks.RateOut))


def test_a_sentence_that_was_not_offered_is_refused() -> None:
    agent = OfflineAgent(PASSAGES, values_of, 1)
    with pytest.raises(BadAnswer, match="was not offered"):
        agent.answer(Request("fill_slot", "Proposer", inputs()["fill_slot"], tasks.FillSlotOut, offered=("d9:9",)))


def test_stakeholders_hold_the_perspectives_and_widely_named_bodies() -> None:
    answer = ask("stakeholders", inputs()["stakeholders"])
    assert isinstance(answer, tasks.StakeholdersOut)
    names = [one.name for one in answer.stakeholders]
    assert names[:2] == ["Reader", "Auditor"]
    assert "Friends of Dorrin Association" not in names or names.count("Friends of Dorrin Association") == 1


def test_candidate_plans_differ() -> None:
    goals: list[str] = []
    for rollout in range(6):
        data = tasks.DraftPlanIn(
            question=QUESTION, view=VIEW, branches=["Hours", "Cost"], passages=[], earlier=list(goals)
        )
        plan = ask("draft_plan", data, rollout=rollout)
        assert isinstance(plan, PlanOut)
        assert plan.goal not in goals
        assert plan.anticipated
        goals.append(plan.goal)


def test_plan_critiques_quote_the_plan_and_are_never_repeated() -> None:
    data = inputs()["critique_plan"]
    assert isinstance(data, tasks.CritiquePlanIn)
    first = ask("critique_plan", data)
    assert isinstance(first, tasks.CritiquesOut)
    text = "\n".join([PLAN.goal, *PLAN.portfolio, *PLAN.anticipated, *PLAN.queries])
    assert {one.flaw for one in first.critiques} >= {"no_support", "neglected_interest"}
    assert all(one.quoted in text for one in first.critiques)
    again = ask("critique_plan", data.model_copy(update={"earlier": [one.grounds for one in first.critiques]}))
    assert isinstance(again, tasks.CritiquesOut)
    assert again.critiques == []


def test_a_revised_plan_adds_what_was_asked_for_and_satisfies_the_critic() -> None:
    plan = ask("revise_plan", inputs()["revise_plan"])
    assert isinstance(plan, PlanOut)
    assert "library cost" in plan.queries
    assert any("fiscal responsibility" in line for line in plan.portfolio)
    data = inputs()["critique_plan"]
    assert isinstance(data, tasks.CritiquePlanIn)
    after = ask("critique_plan", data.model_copy(update={"plan": plan, "hits": [3] * len(plan.queries)}))
    assert isinstance(after, tasks.CritiquesOut)
    assert "neglected_interest" not in {one.flaw for one in after.critiques}


def test_more_hits_make_a_plan_more_feasible() -> None:
    data = inputs()["score_plan"]
    assert isinstance(data, tasks.ScorePlanIn)
    good, bad = (ask("score_plan", data.model_copy(update={"hits": [n]})) for n in (5, 0))
    assert isinstance(good, tasks.ScoreOut)
    assert isinstance(bad, tasks.ScoreOut)
    assert good.proposal["feasibility"] > bad.proposal["feasibility"]


def test_the_branch_with_hits_and_values_is_ranked_first() -> None:
    answer = ask("choose_branch", inputs()["choose_branch"])
    assert isinstance(answer, tasks.ChooseBranchOut)
    assert answer.scores["a"] > answer.scores["b"]
    assert "Opening Hours" in answer.why


def test_the_synthesis_states_each_claim_once_and_keeps_conditions() -> None:
    answer = ask("synthesise", inputs()["synthesise"])
    assert isinstance(answer, tasks.SynthesiseOut)
    assert [one.claims for one in answer.sentences] == [["c1"], ["c2"]]
    assert "care outweighs cost" in answer.sentences[1].text


def test_where_no_option_fits_a_type_of_the_options_is_proposed_before_a_better_supplied_one() -> None:
    data = inputs()["propose_branch"]
    answer = ask("propose_branch", data)
    assert (answer.proposed, answer.syllogism_type) == (True, "advantage")
    assert set(answer.values) <= set(VIEW.values)
    assert "Weather" in answer.why
    nothing = ask("propose_branch", data.model_copy(update={"types": []}))
    assert not nothing.proposed
    assert nothing.why
