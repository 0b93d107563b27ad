"""rule: counter-evidence and the test of each kind of challenge, on sentences of no sample world."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.rules.source_strength import strengths
from foam_graph.agents.tasks.table import Passage, RuleIn, RulingOut
from foam_graph.corpus.documents import SOURCE_CLASSES

LAW = "A ferry must carry at least 40 life vests."
FACT = "The ferry Alder carried 35 life vests on 3 May 2026."
KINDS = ("relevance", "adequacy", "selection_bias", "inferential", "scope", "normative", "structural")


def passage(name: str, text: str, source: str = "official_record", date: str = "2026-05-03") -> Passage:
    return Passage(id=name, text=text, document=name.split(":")[0], title="Report", date=date, source_class=source)


def ruled(kind: str, record: str, counter: str = "", **other: Any) -> tuple[str, str]:
    """Verdict and rule on a challenge to a claim that quotes one sentence."""
    mine = passage("a:1", record, other.pop("mine", "official_record"))
    evidence = [passage("b:1", counter, other.pop("theirs", "official_record"), "2026-06-01")] if counter else []
    fields = {"grounds": "It is wrong.", "claim": record, "form": "quotation", "offered": [], **other}
    data = RuleIn(kind=kind, target_kind="EvidenceRecord", target=record, record=[mine], evidence=evidence, **fields)  # type: ignore[arg-type]
    agent = OfflineAgent([mine, *evidence], lambda text: {"care": 1.0} if "care" in text else {}, 1)
    answer = agent.answer(Request("rule", "Evaluator", data, RulingOut)).value
    assert answer.reasons
    return answer.verdict, answer.rule


@pytest.mark.parametrize(
    ("record", "counter", "mine", "theirs", "verdict"),
    [
        (LAW, LAW.replace("40", "60"), "law", "law", "valid"),
        (LAW, LAW.replace("40", "60"), "law", "news", "invalid"),
        (LAW, LAW.replace("40", "60"), "law", "policy_manual", "invalid"),
        (LAW, LAW, "law", "law", "invalid"),
        (LAW, "The cinema in Rook sold 900 tickets.", "law", "law", "invalid"),
        (FACT, FACT.replace("35", "52"), "testimony", "official_record", "valid"),
        (FACT, FACT.replace("35", "52"), "official_record", "advocacy", "invalid"),
        (FACT, FACT.replace("35", "52").replace("Alder", "Birch"), "expert", "official_record", "invalid"),
    ],
)
def test_counter_evidence_is_weighed_by_what_it_says_and_who_says_it(
    record: str, counter: str, mine: str, theirs: str, verdict: str
) -> None:
    assert ruled("adequacy", record, counter, mine=mine, theirs=theirs)[0] == verdict


def test_one_side_of_a_reported_conflict_again_refutes_nothing() -> None:
    other = FACT.replace("35", "52")
    both = [passage("a:1", FACT), passage("c:1", other, "testimony")]
    data = RuleIn(
        kind="adequacy", grounds="See the table.", target_kind="EvidenceRecord", target=FACT, form="conflict",
        claim=f'One report says "{FACT}", but another says "{other}".', record=both,
        evidence=[passage("b:1", FACT, date="2026-07-01")], offered=[],
    )  # fmt: skip
    answer = OfflineAgent(both, lambda _text: {}, 1).answer(Request("rule", "Evaluator", data, RulingOut)).value
    assert answer.verdict == "invalid"


@pytest.mark.parametrize(
    ("counter", "theirs", "expected"),
    [
        ("A ferry must carry at least 40 life vests only on lakes.", "law", "valid"),
        ("A ferry must carry at least 40 life vests, unless it is moored.", "law", "valid"),
        ("A ferry must carry at least 40 life vests, unless it is moored.", "advocacy", "invalid"),
        ("A ferry must carry at least 40 life vests.", "law", "invalid"),
        ("A market stall may be opened only on Mondays.", "law", "invalid"),
    ],
)
def test_a_limit_that_the_claim_leaves_out_makes_it_too_wide(counter: str, theirs: str, expected: str) -> None:
    assert ruled("scope", LAW, counter, mine="law", theirs=theirs)[0] == expected


def test_a_limit_that_the_claim_states_is_no_fault() -> None:
    text = "A ferry must carry at least 40 life vests, unless it is moored."
    assert ruled("scope", text, text, mine="law", theirs="law")[0] == "invalid"


def test_a_wrong_sum_is_found_without_counter_evidence() -> None:
    claim = "The vests of 20 + 15 come to 45."
    assert ruled("inferential", FACT, claim=claim, form="calculation")[0] == "valid"
    right = "The vests of 20 + 15 come to 35."
    assert ruled("inferential", FACT, claim=right, form="calculation")[0] == "invalid"


def test_selection_is_biased_where_a_source_as_strong_was_left_out() -> None:
    left_out = FACT.replace("35", "52")
    assert ruled("selection_bias", FACT, offered=[passage("c:1", left_out)])[0] == "valid"
    assert ruled("selection_bias", FACT, offered=[passage("c:1", left_out, "advocacy")])[0] == "invalid"
    assert ruled("selection_bias", FACT)[0] == "invalid"


def test_values_and_alternatives_are_read_from_the_grounds() -> None:
    assert ruled("normative", LAW, grounds="More care is due.") == ("valid", "value-trade-off")
    assert ruled("normative", LAW, grounds="More care is due.", values=["care"])[0] == "requires_more_evidence"
    assert ruled("structural", LAW, grounds="Crew training was left out.", alternatives=["training"])[0] == "valid"
    assert ruled("structural", LAW, grounds="The harbour was left out.", alternatives=["training"])[0] == "invalid"


TREATED = "The clinic in Varn treated 120 patients in March 2026."
RIVAL = "The clinic in Varn treated 95 patients in March 2026."


def conflict(mine: Passage, theirs: Passage, *others: Passage) -> tuple[str, str]:
    """Verdict and rule where counter-evidence is held against the one sentence of a record."""
    data = RuleIn(
        kind="adequacy", grounds="It is wrong.", target_kind="EvidenceRecord", target=mine.text, claim=mine.text,
        form="quotation", record=[mine], evidence=[theirs], offered=list(others),
    )  # fmt: skip
    answer = (
        OfflineAgent([mine, theirs], lambda _text: {}, 1).answer(Request("rule", "Evaluator", data, RulingOut)).value
    )
    return answer.verdict, answer.rule


def test_every_source_class_has_a_strength_and_a_reason() -> None:
    assert {one.name for one in strengths().classes} == set(SOURCE_CLASSES)
    assert strengths().named("something else") == strengths().named("unknown")


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"), [("testimony", "official_record", "valid"), ("official_record", "news", "invalid")]
)
def test_the_stronger_source_decides(mine: str, theirs: str, expected: str) -> None:
    assert conflict(passage("a:1", TREATED, mine), passage("b:1", RIVAL, theirs)) == (expected, "stronger-source")


def test_sources_of_one_strength_need_more_evidence() -> None:
    assert conflict(passage("a:1", TREATED), passage("b:1", RIVAL)) == ("requires_more_evidence", "same-strength")


@pytest.mark.parametrize(("text", "expected"), [(TREATED, "invalid"), (RIVAL, "valid")])
def test_other_documents_decide_between_equals(text: str, expected: str) -> None:
    third = passage("c:1", text.replace("The clinic", "Its clinic"))
    assert conflict(passage("a:1", TREATED), passage("b:1", RIVAL), third) == (expected, "corroborated-majority")


def test_the_later_rule_of_one_class_decides() -> None:
    old = passage("a:1", "The fee of the clinic must not exceed $40.00 per visit.", "law", "2020-01-01")
    new = passage("b:1", "The fee of the clinic must not exceed $60.00 per visit.", "law", "2026-01-01")
    assert conflict(old, new)[0] == "valid"
    assert conflict(new, old) == ("invalid", "later-date")


def test_what_no_claim_rests_on_and_words_without_a_source_are_told() -> None:
    assert ruled("inferential", TREATED, claim="The clinic treated 900 patients.") == ("valid", "content-confirmed")
    assert ruled("scope", TREATED, claim="Every clinic treated 120 patients.")[0] == "valid"
    assert ruled("relevance", TREATED, claim="Fish are blue animals.")[0] == "valid"
    for kind in KINDS:
        assert (ruled(kind, TREATED)[0] == "invalid") == (kind != "normative"), kind


@given(st.sampled_from(KINDS), st.text(max_size=80), st.text(max_size=120), st.text(max_size=120))
def test_any_text_is_ruled_on(kind: str, grounds: str, record: str, counter: str) -> None:
    verdict, rule = ruled(kind, record, counter, grounds=grounds)
    assert verdict in ("valid", "invalid", "requires_more_evidence")
    assert rule


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "normative"])
@pytest.mark.parametrize("target", ["Critique", "Evaluation", "Weighing", "Option", "Agenda", "Finding"])
def test_what_is_no_part_of_a_claim_no_rule_tests(kind: str, target: str) -> None:
    data = RuleIn(
        kind=kind, grounds="It is wrong.", target_kind=target, target="It says so.", claim=LAW, record=[passage("a:1", FACT)],
        evidence=[passage("b:1", LAW)], offered=[], alternatives=["wrong"],
    )  # type: ignore[arg-type]  # fmt: skip
    answer = OfflineAgent([], lambda _: {}, 1).answer(Request("rule", "Evaluator", data, RulingOut)).value
    assert (answer.verdict, answer.rule) == ("requires_more_evidence", "beyond-rules")


def test_a_record_that_no_claim_rests_on_is_not_called_empty() -> None:
    """Such is the evidence of an objection: it was not held against the claim's record, which is none of its own."""
    data = RuleIn(
        kind="adequacy", grounds="It is wrong.", target_kind="EvidenceRecord", target=FACT, claim="", record=[], evidence=[],
        offered=[],
    )  # fmt: skip
    answer = OfflineAgent([], lambda _: {}, 1).answer(Request("rule", "Evaluator", data, RulingOut)).value
    assert answer.verdict == "requires_more_evidence"
