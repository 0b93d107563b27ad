"""The tasks over a whole case, asked of the offline agent as a run asks them."""

from __future__ import annotations

from typing import TypeVar

import pytest
from pydantic import BaseModel

from foam_graph.agents.protocol import Case, CaseData, Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.agenda import AgendaIn, AgendaIssue, AgendaOut, AgendaShown
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, Holding, Speaker, TheoryIn, TheoryOut
from foam_graph.agents.tasks.rounds import (
    ArgumentShown,
    CriticiseIn,
    CriticiseOut,
    CritiqueShown,
    Opposed,
    PartShown,
    RateCaseIn,
    RateCaseOut,
    RespondIn,
    RespondOut,
    WeighIn,
    WeighOut,
)
from foam_graph.errors import BadAnswer
from tests.support.worlds.workshop_world import CERTIFICATE, DECISION, DOCUMENTS, NOISE, OIL, QUESTION, RULES, case_data

AnswerT = TypeVar("AnswerT", bound=BaseModel)
SHOWN = AgendaShown(
    options={"upheld": "It should be upheld.", "reversed": "It should be reversed."},
    issues=[
        AgendaIssue(
            name=name,
            question=f"Does {name} stand?",
            governing=[],
            outcomes={"stands": "It stands.", "fails": "It fails."},
            type="eligibility_factor",
        )
        for name in ("noise", "waste")
    ],
)


def ask(task: str, asked: BaseModel, answer: type[AnswerT], data: CaseData | None = None) -> AnswerT:
    found = data or case_data()
    request = Request(
        task, "Proposer", asked, answer, tuple(found.file.by_short), case=Case("", "", (), found)
    )  # fmt: skip
    return OfflineAgent([], lambda _text: {}, 0).answer(request).value


def speaker(id_: str = "owner", barred: tuple[int, ...] = ()) -> Speaker:
    return Speaker(id=id_, role="Owner", disclosure="", values={}, not_citable=list(barred))


def test_the_agenda_takes_its_condition_from_the_sentence_that_states_it() -> None:
    found = ask("agenda", AgendaIn(question=QUESTION), AgendaOut)
    by = {one.name: one for one in found.options}
    assert [one.name for one in found.issues] == ["noise", "waste"]
    assert [len(ground.all_of) for ground in by["upheld"].holds_if] == [1, 1]
    assert [len(ground.all_of) for ground in by["reversed"].holds_if] == [2]
    assert by["upheld"].by == ["1.7"]
    assert {one.relied for one in found.issues} == {"stands"}


def test_without_such_a_sentence_no_option_has_a_condition() -> None:
    rules = (*RULES[:3], RULES[3].partition("## Appeals")[0])
    found = ask("agenda", AgendaIn(question=QUESTION), AgendaOut, case_data(rules, DECISION, NOISE, OIL))
    assert [one.holds_if for one in found.options] == [[], []]


def test_a_perspective_holds_what_its_evidence_policy_lets_it_argue() -> None:
    certificate = DOCUMENTS.index(CERTIFICATE) + 1
    everything = ask("case_theory", TheoryIn(question=QUESTION, speaker=speaker(), agenda=SHOWN), TheoryOut)
    without = TheoryIn(question=QUESTION, speaker=speaker(barred=(certificate,)), agenda=SHOWN)
    assert {one.issue: one.outcome for one in everything.holdings} == {"noise": "fails", "waste": "fails"}
    assert {one.issue: one.outcome for one in ask("case_theory", without, TheoryOut).holdings} == {
        "noise": "fails",
        "waste": "stands",
    }


def argued(issue: str, outcome: str, advocate: bool = False, data: CaseData | None = None) -> ArgueOut:
    asked = ArgueIn(
        question=QUESTION,
        speaker=speaker(),
        agenda=SHOWN,
        holdings=[] if advocate else [Holding(issue=issue, outcome=outcome, why="-")],
        argue=[] if advocate else [issue],
        advocate={issue: outcome} if advocate else {},
    )
    return ask("argue", asked, ArgueOut, data)


def test_an_argument_rests_on_the_rule_the_facts_and_what_was_counted() -> None:
    [found] = argued("noise", "fails").arguments
    parts = {part.component: part for part in found.parts}
    assert list(parts) == ["rule", "facts", "calculation", "conclusion"]
    assert parts["rule"].records[0].sentences == ["1.2"]
    assert [r.sentences for r in parts["facts"].records if r.stands == "for"] == [["3.1"]]
    assert [r.sentences for r in parts["facts"].records if r.stands == "against"] == [["2.3"]]
    assert parts["conclusion"].premises == ["rule", "facts", "calculation"]
    assert not parts["conclusion"].records


def test_what_no_test_shows_is_not_argued_even_by_assignment() -> None:
    assert argued("noise", "stands", advocate=True).arguments == []
    assert [one.advocacy for one in argued("waste", "stands", advocate=True).arguments] == [True]


def test_an_exception_is_weighed_as_the_more_special_rule() -> None:
    pair = Opposed(issue="waste", a="stands", b="fails", arguments=[])
    found = ask("weigh", WeighIn(question=QUESTION, agenda=SHOWN, arguments=[], pairs=[pair]), WeighOut)
    assert [(one.over, one.under, one.reason) for one in found.weighings] == [("fails", "stands", "specificity")]


def test_what_no_typed_reason_decides_stays_open() -> None:
    other = (
        "Second night record",
        "official_record",
        "2026-02-11",
        NOISE[3].replace("55", "66").replace("9 Feb", "10 Feb"),
    )
    data = case_data(RULES, NOISE, other)
    asked = WeighIn(
        question="Should it close?",
        agenda=SHOWN,
        arguments=[],
        pairs=[Opposed(issue="noise_workshop_night_exceed_decibels", a="kept", b="broken", arguments=[])],
    )
    assert [(one.over, one.under) for one in ask("weigh", asked, WeighOut, data).weighings] == [("", "")]


def opposing(data: CaseData) -> ArgumentShown:
    """An argument that cites the first of two sentences that contradict each other."""
    part = PartShown(id="A1.facts", text=data.file.sentence("1.1").text, cites=["1.1"])
    return ArgumentShown(id="A1", issue="noise", outcome="fails", by="owner", parts=[part])


def criticising(data: CaseData, *opposed: str) -> CriticiseIn:
    """What a critic is asked where that argument is all there is; it is an opponent's unless it is not named."""
    return CriticiseIn(
        question="Is it?", agenda=SHOWN, arguments=[opposing(data)], opposed=list(opposed), speaker=speaker("town")
    )


MANY = ("Record of the office", "official_record", "2026-02-01", "The workshop of Orla Finch has three employees.")
FEW = ("Letter of a neighbour", "news", "2026-02-02", "The workshop of Orla Finch has five employees.")


def test_a_critique_is_raised_only_for_what_a_test_shows_and_rated_by_the_sources() -> None:
    data = case_data(MANY, FEW)
    asked = criticising(data, "A1")
    [found] = ask("criticise", asked, CriticiseOut, data).critiques
    assert ask("criticise", criticising(data), CriticiseOut, data).critiques == []  # one's own
    assert (found.target, found.flaw, found.evidence) == ("A1.facts", "number_conflict", ["2.1"])
    shown = CritiqueShown(
        id="K1",
        target="A1.facts",
        by="town",
        flaw=found.flaw,
        quoted=found.quoted,
        grounds=found.grounds,
        evidence=["2.1"],
    )
    told = RespondIn(question="Is it?", speaker=speaker(), agenda=SHOWN, arguments=[opposing(data)], critiques=[shown])
    assert [one.answer for one in ask("respond", told, RespondOut, data).answers] == ["reply"]
    rated = RateCaseIn(question="Is it?", agenda=SHOWN, arguments=[opposing(data)], critiques=[shown])
    assert [one.verdict for one in ask("rate_case", rated, RateCaseOut, data).ratings] == ["invalid"]


def test_where_nothing_was_tested_against_a_part_nothing_is_said() -> None:
    data = case_data(MANY)
    asked = criticising(data, "A1")
    assert ask("criticise", asked, CriticiseOut, data).critiques == []


def test_a_case_that_is_not_handed_as_data_is_an_error_that_says_so() -> None:
    request = Request("agenda", "Proposer", AgendaIn(question=QUESTION), AgendaOut, case=Case("text", "end"))
    with pytest.raises(BadAnswer, match="from the case as data"):
        OfflineAgent([], lambda _text: {}, 0).answer(request)


def test_a_sentence_that_may_not_be_cited_is_refused() -> None:
    data = case_data()
    request = Request(
        "agenda", "Proposer", AgendaIn(question=QUESTION), AgendaOut, ("2.1",), case=Case("", "", (), data)
    )
    with pytest.raises(BadAnswer, match="may not be cited"):
        OfflineAgent([], lambda _text: {}, 0).answer(request)
