"""Rules held against facts: what is not met, what is excepted, what is beyond a bound, what nobody says."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.applying.held import findings
from tests.support.case_texts import case_of


def told(rule: str, fact: str, source_class: str = "official_record") -> list[Finding]:
    file = case_of(
        ("Rules of the boathouse", "law", "2024-01-01", rule),
        ("Log of the warden", source_class, "2026-03-01", f"{fact} The wind fell."),
        ("Letter", "correspondence", "2026-03-05", "The soup was good."),
    )
    return list(findings(file))


@pytest.mark.parametrize(
    ("rule", "fact", "sort"),
    [
        ("A key is handed out only if a deposit has been paid.", "The choir got the key and had paid no deposit.", ("rule", "not_met")),
        ("A key is handed out only if a deposit has been paid.", "I found no entry of a deposit for the key of the choir.",
         ("rule", "no_document_says")),
        ("No claim can be made without the sales slip.", "The member has lost the sales slip.", ("rule", "not_met")),
        ("The gas hose has to be renewed by a fitter.", "The gas hose was never renewed.", ("rule", "not_met")),
        ("A fee is due unless the guest has been ill.", "Mr Kerr was in hospital and owed the fee.", ("rule", "met_single_source")),
        ("A talk must not last longer than 40 minutes.", "The talk lasted 55 minutes.", ("threshold", "beyond")),
        ("A group ticket is granted to ten or more persons.", "Eight singers got a group ticket.", ("threshold", "beyond")),
        ("A loss must be reported within three days.", "The loss of 3 May 2025 was reported on 9 May 2025.", ("timeline", "beyond")),
        ("Fishing between 1 March and 31 May is prohibited.", "A member went fishing on 4 April 2025.", ("timeline", "beyond")),
        ("A leak must be reported within two hours.", "The leak was found at 6.40 a.m. and reported at 11.15 a.m.", ("timeline", "beyond")),
        ("A leak must be reported within 24 hours.", "The leak was found on 3 May; it was reported on 9 May.", ("timeline", "beyond")),
        ("No more than 40 guests may be on the raft of the lake.", "47 guests were on the raft of the lake.", ("threshold", "beyond")),
        ("Nobody dives before he has signed the waiver in the presence of a doctor.", "I signed the waiver with no physician in the house.",
         ("rule", "not_met")),
        ("Entries reach the office by 31 March at the latest.", "The entry reached the office on 4 April 2025.", ("timeline", "beyond")),
    ],
)  # fmt: skip
def test_a_fact_is_held_against_a_rule(rule: str, fact: str, sort: tuple[str, str]) -> None:
    assert sort in [(one.kind, one.verdict) for one in told(rule, fact)]


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        ("A key is handed out only if a deposit has been paid.", "No dog was seen near the key cabinet."),
        ("A talk must not last longer than 40 minutes.", "The talk lasted 35 minutes."),
        # A condition that only points back, a denial of another act, a month in common, a denial that ends at "until".
        ("The committee meets at the boathouse unless it resolves otherwise.", "The committee, at its meeting on 3 May, resolved to exclude the choir."),
        ("Nobody shall fell a tree at the boathouse without consent.", "In 2021 a climber took out some dead wood, and we asked for no consent."),
        ("Every keeper shall file a honey declaration by 30 September.", "As to honey, nothing was cut before 5 September."),
        ("No key is handed out until the office is open again.", "I knew nothing of the key until I came to open up at seven."),
        ("A talk must not last longer than 40 minutes.", "The voyage to the island lasted 55 minutes."),
        ("A loss must be reported within three days.", "The loss of 3 May 2025 was reported on 5 May 2025."),
        ("Fishing between 1 March and 31 May is prohibited.", "A member went fishing on 4 June 2025."),
        ("Boats longer than 18 metres are not allowed, except for visiting crews.", "A visiting crew had a boat of 19.6 metres."),
        ("A fee is due unless the guest has been ill.", "Mr Kerr was never ill and owed the fee."),
        ("The gas hose has to be renewed by a fitter.", "The gas hose would never be renewed if she had her way."),
    ],
)  # fmt: skip
def test_nothing_is_held_against_what_keeps_a_rule_or_is_something_else(rule: str, fact: str) -> None:
    wrong = {"not_met", "beyond", "disputed", "no_document_says"}
    assert [one for one in told(rule, fact) if one.verdict in wrong] == []


def test_what_a_rule_requires_is_disputed_where_its_fact_is_denied() -> None:
    file = case_of(
        ("Rules", "law", "2024-01-01", "The bell is rung only if the rope has been inspected."),
        ("Log of the warden", "official_record", "2026-03-01", "The rope was inspected by the smith."),
        ("Statement of the smith", "testimony", "2026-03-05", "The rope was never inspected."),
    )
    assert ("rule", "disputed") in [(one.kind, one.verdict) for one in findings(file)]


def test_a_rule_that_was_used_and_of_whose_condition_nobody_speaks() -> None:
    found = told(
        "Dogs are carried only on condition that a muzzle is worn.", "Two dogs were carried.", "correspondence"
    )
    assert [one.verdict for one in found] == ["no_document_says"]


@pytest.mark.parametrize(
    ("rule", "fact"),
    [
        ("A leak must be reported within two hours.", "The leak was found at 6.40 a.m. and reported at 7.15 a.m."),
        ("A leak must be reported within 24 hours.", "The leak was found on 3 May; it was reported on 4 May."),
        ("Trips without guests need one guide only.", "Trip of 4 May without guests, no guests, one guide."),
        (
            "The boats shall be inspected at least once in every twelve months.",
            "The boats were inspected on 4 May 2025.",
        ),
    ],
)
def test_a_rule_that_is_kept_or_asks_for_less_is_not_held_against_anybody(rule: str, fact: str) -> None:
    assert [one.text for one in told(rule, fact) if one.verdict in ("not_met", "beyond", "no_document_says")] == []


def test_a_denial_of_what_a_rule_only_names_does_not_put_the_rule_in_doubt() -> None:
    file = case_of(
        ("Rules of the station", "law", "2024-01-01", "Every alert must be recorded with the time of detection."),
        ("Report", "official_record", "2026-03-01", "The station detected the wave of 9 March 2025. The wind fell."),
        ("Letter", "correspondence", "2026-03-05", "The station did not detect the wave of 9 March 2025."),
    )
    assert list(findings(file)) == []


def test_consent_that_was_not_given_for_the_act_of_the_rule_is_missing() -> None:
    rule = "Nobody shall fell a tree at the boathouse without consent."
    assert ("rule", "not_met") in [
        (one.kind, one.verdict) for one in told(rule, "The tree was felled, and he had no consent.")
    ]


def test_a_bound_whose_bare_figure_was_replaced_accuses_nobody() -> None:
    rule = (
        "By-law on plots",
        "law",
        "2020-01-01",
        "Article 3. The yield of a plot shall not exceed 6,500 kilograms per hectare.",
    )
    fact = (
        "Declaration",
        "official_record",
        "2023-03-01",
        "The yield of the plot was 6,620 kilograms per hectare. It rained.",
    )
    order = ("Order on plots", "law", "2022-01-01", "In Article 3 the figure of 6,500 is replaced by 7,000.")
    kinds = [
        [one.verdict for one in findings(case_of(*texts)) if one.kind == "threshold"]
        for texts in ((rule, fact), (rule, fact, order))
    ]
    assert kinds == [["beyond"], []]


def test_what_cannot_be_known_yet_is_no_rule() -> None:
    file = case_of(
        (
            "Report of the adjuster",
            "official_record",
            "2025-01-01",
            "The loss cannot be known until the shop is open again.",
        ),
        ("Mail", "official_record", "2025-02-01", "The shop was not open again on 8 January. It rained."),
    )
    assert list(findings(file)) == []
