"""The statements of several documents over the two sample worlds and over plain text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from foam_graph.agents.rules.background import passages_of
from foam_graph.agents.rules.composing.compositions import Composition, compose
from foam_graph.corpus.reading import read_paths
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.passages import Passage
from foam_graph.reasoning.evidence import Evidence

ROOT = Path(__file__).parents[3]
QUESTIONS = {
    "benefits": "Should the denial of Mara Ellison's household support benefit be upheld or reversed?",
    "debate": "Resolved: The Federation of Veldmark should establish a national coastal early-warning network.",
}


@lru_cache(maxsize=2)
def world(name: str) -> tuple[Passage, ...]:
    report = read_paths([ROOT / "examples" / name / "documents"], name)
    assert not report.rejected
    return tuple(passages_of(Evidence(report.documents).everything()))


def changed(found: Sequence[Passage], *changes: tuple[str, str]) -> list[Passage]:
    texts = [one.text for one in found]
    for old, new in changes:
        assert any(old in text for text in texts), old
        texts = [text.replace(old, new) for text in texts]
    return [Passage(**{**vars(one), "text": text}) for one, text in zip(found, texts, strict=True)]


def about(name: str, *words: str) -> list[Passage]:
    """Sentences with one of some words: a retrieval small enough for many runs."""
    return [one for one in world(name) if any(word.lower() in one.text.lower() for word in words)]


def made(name: str, found: Sequence[Passage]) -> list[Composition]:
    return compose(found, Statistics.over(world(name)), QUESTIONS[name])


def said(name: str, found: Sequence[Passage], kind: str) -> list[str]:
    return [one.text for one in made(name, found) if one.kind == kind]


def holds(texts: Sequence[str], *parts: str) -> bool:
    return any(all(part in text for part in parts) for text in texts)


INCOME = (
    "wages",
    "back payment",
    "review month",
    "income limit",
    "deduction",
    "household of",
    "rent of",
    "hardship exists",
)
TIME = ("review notice", "review form", "second mailing", "appeal", "decision letter")
WORK = ("hours", "clinician", "medical", "work-hours", "certificate")
COST = ("contract price", "new stations", "existing stations", "already exist", "capital expenditure", "new structures")
BENEFIT = ("avoided losses", "capital expenditure", "operating cost", "benefit-cost")
WARNING = ("travel time", "minutes after", "time to detection", "alert procedure", "evacuation time", "requires 2",
           "requires 3", "requires 1")  # fmt: skip
ALARMS = ("false-alarm rate", "alerts were false")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ((), ("1,949.00 - 75.00 = $1,874", "does not exceed the limit of $1,980")),
        ((("$390.00", "$590.00"),), ("= $2,074", "exceeds the limit of $1,980")),
        ((("paid on 3 April 2026 were", "paid on 31 March 2026 were"),), ("= $2,214", "exceeds the limit of $1,980")),
        ((("month must not be counted as income", "month must be counted as income"),),
         ("= $2,122", "exceeds the limit of $1,980")),
        ((("deduction is $75.00", "deduction is $95.00"), ("deduction of $75.00", "deduction of $95.00")),
         ("= $1,854", "does not exceed")),
        ((("three persons is $1,980.00", "three persons is $1,800.00"), ("to $1,980.00", "to $1,800.00")),
         ("= $1,874", "exceeds the limit of $1,800")),
    ],
)  # fmt: skip
def test_income_is_computed_from_two_pay_records(changes: tuple[tuple[str, str], ...], parts: tuple[str, ...]) -> None:
    texts = said("benefits", changed(about("benefits", *INCOME), *changes), "calculation")
    assert holds(texts, *parts)
    assert not holds(texts, "336.00 + 248.00")


def test_a_superseded_limit_returns_with_a_later_day_of_effect() -> None:
    found = changed(
        about("benefits", *INCOME),
        ("Effective 1 January 2026, the monthly income limit for a household of three persons",
         "Effective 1 June 2026, the monthly income limit for a household of three persons"),
    )  # fmt: skip
    texts = said("benefits", found, "calculation")
    assert holds(texts, "= $1,874", "exceeds the limit of $1,860")
    assert not holds(texts, "$1,860") or not holds(
        said("benefits", about("benefits", *INCOME), "calculation"), "of $1,860"
    )


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ((), ("From 20 March 2026 to 7 April 2026 is 18 days", "does not exceed the limit of 21 days")),
        ((), ("From 9 March 2026 to 7 April 2026 is 29 days", "exceeds the limit of 21 days")),
        ((("second time on 20 March", "second time on 16 March"),),
         ("From 16 March 2026 to 7 April 2026 is 22 days", "exceeds the limit of 21 days")),
        ((), ("From 9 April 2026 to 28 April 2026 is 19 days", "limit of 30 days")),
    ],
)  # fmt: skip
def test_time_limits_run_between_the_events_that_they_name(
    changes: tuple[tuple[str, str], ...], parts: tuple[str, ...]
) -> None:
    texts = said("benefits", changed(about("benefits", *TIME), *changes), "calculation")
    assert holds(texts, *parts)
    assert not holds(texts, "Pashley")


@pytest.mark.parametrize(
    ("rent", "parts"),
    [("$985.00", ("52.56 percent", "exceeds the threshold")), ("$930.00", ("49.63 percent", "does not exceed"))],
)
def test_hardship_is_a_share_of_the_computed_income(rent: str, parts: tuple[str, ...]) -> None:
    found = changed(about("benefits", *INCOME), ("to $985.00", f"to {rent}"), ("is $985.00 per", f"is {rent} per"))
    assert holds(said("benefits", found, "calculation"), "Monthly rent is", *parts)


def test_hours_of_two_employers_are_averaged_and_the_exception_follows() -> None:
    found = about("benefits", *WORK, "review month")
    assert holds(said("benefits", found, "calculation"), "= 24 hours", "falls short of the minimum of 30 hours")
    assert holds(said("benefits", found, "exception"), "work-hours requirement", "Imogen Hale certifies", " meets it")
    never = changed(found, ("Dr Imogen Hale certifies that", "Dr Imogen Hale never certified that"))
    assert not holds(said("benefits", never, "exception"), "Imogen Hale certifies", " meets it")


@pytest.mark.parametrize(
    ("since", "verdict"), [("4 June 2024", "reaches the minimum"), ("4 November 2025", "falls short of the minimum")]
)
def test_a_treatment_must_have_lasted(since: str, verdict: str) -> None:
    found = changed(about("benefits", *WORK, "treated"), ("since 4 June 2024", f"since {since}"))
    assert holds(said("benefits", found, "calculation"), f"From {since}", verdict, "at least six months")


def test_conflicts_and_corroboration_of_the_household_and_the_notice() -> None:
    found = about("benefits", "household of", "review notice")
    conflicts = said("benefits", found, "conflict")
    assert holds(conflicts, "household of three persons", "household of two persons")
    assert holds(conflicts, "was delivered to Mara Ellison", "was not delivered to Mara Ellison")
    assert holds(said("benefits", found, "corroboration"), "agree on three persons")
    agreed = changed(found, ("was not delivered to Mara Ellison", "was delivered to Mara Ellison"))
    assert not holds(said("benefits", agreed, "conflict"), "was not delivered")


def test_a_back_payment_meets_its_exception_by_its_amount() -> None:
    found = about("benefits", "back payment")
    assert holds(said("benefits", found, "exception"), "$248.00", "does not meet it")
    large = changed(found, ("$248.00", "$648.00"))
    assert holds(said("benefits", large, "exception"), "$648.00", '" meets it')


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ((), ("48 x $2.4 million = $115.2 million", "does not exceed the limit of $120 million")),
        ((("$2.4 million", "$2.6 million"),), ("48 x $2.6 million = $124.8 million", "exceeds the limit")),
        ((("already exist, are kept in service and require no new", "must be rebuilt and require new"),),
         ("= $129.6 million", "exceeds the limit of $120 million")),
        ((("not exceed $120 million", "not exceed $110 million"),), ("= $115.2 million", "exceeds the limit of $110")),
    ],
)  # fmt: skip
def test_cost_is_a_number_times_a_price(changes: tuple[tuple[str, str], ...], parts: tuple[str, ...]) -> None:
    assert holds(said("debate", changed(about("debate", *COST), *changes), "calculation"), *parts)


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ((), ("= 1.4,", "reaches the minimum of 1")),
        ((("$22.5 million per year amount to $450.0", "$12.5 million per year amount to $250.0"), ("$22.5", "$12.5")),
         ("= 0.78,", "falls short of the minimum of 1")),
    ],
)  # fmt: skip
def test_a_ratio_has_its_yearly_amounts_over_the_years_of_the_rule(
    changes: tuple[tuple[str, str], ...], parts: tuple[str, ...]
) -> None:
    texts = said("debate", changed(about("debate", *BENEFIT), *changes), "calculation")
    assert holds(texts, "Benefit-cost ratio is", *parts)
    assert not holds(texts, "$280 million")


def test_a_replaced_estimate_returns_where_nothing_says_that_it_was_replaced() -> None:
    found = [one for one in about("debate", *BENEFIT) if "revised from" not in one.text and "no longer" not in one.text]
    assert holds(said("debate", found, "calculation"), "= 0.87", "falls short")


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ((), ("41 - 6 - 4 = 31 minutes", "is enough for the evacuation time of 26 minutes by 5 minutes")),
        ((), ("22 - 6 - 4 = 12 minutes", "falls short of the evacuation time of 19 minutes by 7 minutes")),
        ((("24 minutes to 6 minutes", "24 minutes to 16 minutes"),),
         ("41 - 16 - 4 = 21 minutes", "falls short of the evacuation time of 26 minutes")),
    ],
)  # fmt: skip
def test_warning_time_is_held_against_evacuation(changes: tuple[tuple[str, str], ...], parts: tuple[str, ...]) -> None:
    texts = said("debate", changed(about("debate", *WARNING), *changes), "calculation")
    assert holds(texts, *parts)
    assert not holds(texts, "22 - ", "26 minutes")


def test_false_alarm_rates_are_shares_and_in_conflict() -> None:
    texts = said("debate", about("debate", *ALARMS), "calculation")
    assert holds(texts, "4 / 50 = 8 percent", "does not exceed the limit of 10 percent")
    assert holds(texts, "12 / 57 = 21.05 percent", "exceeds the limit of 10 percent")
    more = changed(about("debate", *ALARMS), ("Four of the 50 alerts", "Six of the 50 alerts"))
    assert holds(said("debate", more, "calculation"), "6 / 50 = 12 percent", "exceeds the limit of 10 percent")


def test_conflicts_of_the_debate_and_three_sources_against_one() -> None:
    found = about("debate", "siren sounded", "detect the surge", "detected the surge", "evacuation of the lower town")
    conflicts = said("debate", found, "conflict")
    assert holds(conflicts, "No siren sounded", "A siren sounded")
    assert holds(conflicts, "did not detect", "detected the surge wave of 9 March 2025")
    assert holds(conflicts, "requires 26 minutes", "requires 38 minutes")
    silent = [text for text in said("debate", found, "corroboration") if "No siren sounded" in text]
    assert len(silent) >= 2
    same = changed(found, ("did not detect", "detected"))
    assert not holds(said("debate", same, "conflict"), "did not detect")


def test_an_exception_of_place_needs_a_fact_in_that_place() -> None:
    texts = said("debate", about("debate", "municipal harbour"), "exception")
    assert holds(texts, "within the municipal harbour of Skarrow", '" meets it')
    assert holds(texts, "lie outside of municipal harbours", "does not meet it")


def test_causes_are_chained_by_the_same_noun_only() -> None:
    chains = said("debate", about("debate", "earlier detection", "warning time", "price increase"), "chain")
    assert holds(chains, "Earlier detection bears on the share of residents who reach high ground")
    assert not holds(chains, "by way of increase")


@pytest.mark.parametrize("name", ["benefits", "debate"])
def test_no_nonsense_over_a_whole_world(name: str) -> None:
    by_id = {one.id: one for one in world(name)}
    for one in made(name, world(name)):
        record = [by_id[ident] for ident in one.passages]
        assert len({passage.document for passage in record}) >= 2
        if one.kind != "calculation" or one.values["operation"] not in ("sum", "formula", "compare"):
            continue
        assert (
            not re.search(r"budget|spending on", " ".join(p.text.lower() for p in record)) or "limit" not in one.values
        )
        assert "Oren Pashley" not in one.text


def test_plain_prose_gives_no_calculations() -> None:
    prose = [
        "The first paper was published in 1787 and the last one in 1788.",
        "No. 14 answers an objection drawn from the extent of the country.",
        "The people of America ought to be one nation under one government.",
        "The union of thirteen states must not depend on the will of nine of them.",
        "A term of four years is long enough for a president and short enough for the people.",
        "Senators are chosen for six years and representatives for two years.",
    ]
    found = [Passage(f"{number}:1", str(number), "", text) for number, text in enumerate(prose)]
    assert [one for one in compose(found, Statistics.over(found), "one nation") if one.kind == "calculation"] == []


def test_units_periods_and_years_are_never_mixed() -> None:
    texts = [
        "Household income must not exceed $1,310 per month.",
        "The household income was $400 in 2024.",
        "The household income was $500 in 2025.",
        "The household income was 20 hours on 3 May 2026.",
        "The budget for household support was $46.0 million in 2025.",
    ]
    found = [Passage(f"{number}:1", str(number), "", text) for number, text in enumerate(texts)]
    sums = [one for one in compose(found, Statistics.over(found), "income") if one.values.get("operation") == "sum"]
    assert sums == []
