"""rate: each stated rule, with evidence on both sides; and the strength table."""

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.rules.source_strength import strengths
from foam_graph.agents.tasks.table import CritiqueOut, CritiqueType, Flaw, Passage, RateIn, RateOut, RuleIn
from foam_graph.corpus.documents import SOURCE_CLASSES

FACT = "The clinic in Varn treated 120 patients in March 2026."
RIVAL = "The clinic in Varn treated 95 patients in March 2026."


def passage(name: str, text: str, source: str = "official_record", date: str = "2026-02-01") -> Passage:
    return Passage(id=name, text=text, document=name.split(":")[0], title="Report", date=date, source_class=source)


def rate(
    record: list[Passage],
    against: list[Passage],
    flaw: Flaw = "number_conflict",
    corroboration: list[Passage] | None = None,
    target: str = FACT,
    form: str = "quotation",
    reply: str = "",
    cited: list[Passage] | None = None,
    values: tuple[str, str] = ("", ""),
) -> RateOut:
    kind: CritiqueType = "value_conflict" if flaw == "value_conflict" else "logical_gap"
    critique = CritiqueOut(
        part="claim", type=kind, flaw=flaw, quoted="words", grounds="g", value_target=values[0], value_critic=values[1]
    )
    data = RateIn(
        target=target,
        form=form,
        record=record,
        critique=critique,
        against=against,
        corroboration=corroboration or [],
        reply=reply,
        reply_evidence=cited or [],
        what="reply" if reply else "critique",
    )
    return (
        OfflineAgent([*record, *against], lambda _text: {}, 1).answer(Request("rate", "Evaluator", data, RateOut)).value
    )


def verdict(answer: RateOut) -> tuple[str, str]:
    return answer.verdict, answer.rule


def test_every_source_class_has_a_strength_and_a_reason() -> None:
    assert {one.name for one in strengths().classes} == set(SOURCE_CLASSES)
    assert strengths().named("something else") == strengths().named("unknown")


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"), [("testimony", "official_record", "valid"), ("official_record", "news", "invalid")]
)
def test_the_stronger_source_decides(mine: str, theirs: str, expected: str) -> None:
    answer = rate([passage("a:1", FACT, mine)], [passage("b:1", RIVAL, theirs)])
    assert verdict(answer) == (expected, "stronger-source")


def test_sources_of_one_strength_need_more_evidence() -> None:
    answer = rate([passage("a:1", FACT)], [passage("b:1", RIVAL)])
    assert verdict(answer) == ("requires_more_evidence", "same-strength")


@pytest.mark.parametrize(("text", "expected"), [(FACT, "invalid"), (RIVAL, "valid")])
def test_other_documents_decide_between_equals(text: str, expected: str) -> None:
    answer = rate(
        [passage("a:1", FACT)],
        [passage("b:1", RIVAL)],
        corroboration=[passage("c:1", text.replace("The clinic", "Its clinic"))],
    )
    assert verdict(answer) == (expected, "corroborated-majority")


def test_the_later_rule_of_one_class_decides() -> None:
    old = passage("a:1", "The fee of the clinic must not exceed $40.00 per visit.", "law", "2020-01-01")
    new = passage("b:1", "The fee of the clinic must not exceed $60.00 per visit.", "law", "2026-01-01")
    assert verdict(rate([old], [new]))[0] == "valid"
    assert verdict(rate([new], [old])) == ("invalid", "later-date")


def test_a_critique_that_does_not_hold_up_is_invalid() -> None:
    other = passage("b:1", "The harbour of Halden served 95 ships in March 2026.")
    assert verdict(rate([passage("a:1", FACT)], [other])) == ("invalid", "different-measure")


def test_one_source_is_noted_below_the_threshold() -> None:
    alone = [passage("a:1", FACT, "news")]
    assert (rate(alone, alone, "single_source").verdict, rate(alone, alone, "single_source").materiality) == (
        "valid",
        0.3,
    )
    assert verdict(rate(alone, alone, "single_source", [passage("c:1", FACT)])) == ("invalid", "corroborated")


def test_values_are_branched_and_never_settled_by_a_reply() -> None:
    answer = rate([passage("a:1", FACT)], [], "value_conflict", values=("care", "accuracy"))
    assert (answer.verdict, answer.recommendation, answer.materiality, answer.rule) == (
        "valid",
        "branch",
        0.7,
        "value-trade-off",
    )
    assert rate([passage("a:1", FACT)], [], "value_conflict").verdict == "invalid"
    assert (
        rate([passage("a:1", FACT)], [], "value_conflict", values=("care", "accuracy"), reply="No.").verdict
        == "inadequate"
    )


def test_support_content_and_reach_are_tested_again() -> None:
    record = [passage("a:1", FACT)]
    assert verdict(rate([], [], "no_support")) == ("valid", "no-support")
    assert verdict(rate(record, [], "no_support")) == ("invalid", "supported")
    assert verdict(rate(record, [], "unsupported_content")) == ("invalid", "content-supported")
    assert verdict(rate(record, [], "unsupported_content", target="The clinic treated 900 patients.")) == (
        "valid",
        "content-confirmed",
    )
    assert verdict(rate(record, [], "scope_wider_than_evidence")) == ("invalid", "reach-within")


def test_a_reply_is_adequate_only_with_evidence_that_settles_it() -> None:
    mine, theirs = [passage("a:1", FACT)], [passage("b:1", RIVAL)]
    agrees = passage("c:1", "In March 2026 the clinic in the town of Varn treated 120 patients.")
    assert verdict(rate(mine, theirs, reply="See the register.", cited=[agrees])) == ("adequate", "reply-adequate")
    assert verdict(rate(mine, theirs, reply="It is so.")) == ("inadequate", "reply-inadequate")
    assert verdict(rate(mine, theirs, reply="Conceded: yes.")) == ("inadequate", "reply-concedes")


def test_plans_and_concessions_and_the_rest() -> None:
    assert rate([], [], "neglected_interest", form="plan", target="Answer.").verdict == "valid"
    assert verdict(rate([], [], "conceded")) == ("valid", "conceded")
    assert verdict(rate([], [], "other")) == ("requires_more_evidence", "undecided")


def ruled(kind: str, grounds: str = "I disagree.", **fields: object) -> RateOut:
    base = {
        "kind": kind,
        "grounds": grounds,
        "target_kind": "EvidenceRecord",
        "target": FACT,
        "claim": FACT,
        "form": "quotation",
        "record": [passage("a:1", FACT)],
        "evidence": [],
        "offered": [],
    }
    data = RuleIn.model_validate({**base, **fields})
    agent = OfflineAgent([], lambda text: {"care": 1.0} if "suffer" in text else {}, 1)
    return agent.answer(Request("rule", "Evaluator", data, RateOut)).value


@pytest.mark.parametrize("kind", ["relevance", "adequacy", "selection_bias", "inferential", "scope", "structural"])
def test_a_challenge_without_a_reason_that_can_be_checked_is_rejected(kind: str) -> None:
    assert ruled(kind).verdict == "invalid"


def test_challenges_with_a_reason_are_upheld() -> None:
    assert (
        ruled("adequacy", evidence=[passage("b:1", RIVAL, "law")], record=[passage("a:1", FACT, "news")]).verdict
        == "valid"
    )
    assert ruled("selection_bias", offered=[passage("b:1", RIVAL)]).rule == "left-out"
    assert ruled("adequacy", record=[]).verdict == "valid"
    assert ruled("inferential", claim="3 + 4 come to 8, which exceeds it.").verdict == "valid"
    assert ruled("scope", claim="Every clinic treated 120 patients.").verdict == "valid"
    assert ruled("relevance", claim="Fish are blue animals.").verdict == "valid"
    assert ruled("normative", "People suffer.").recommendation == "branch"
    assert ruled("normative", "No.").verdict == "requires_more_evidence"
    assert ruled("structural", "Weather was left out.", alternatives=["Weather"]).verdict == "valid"
