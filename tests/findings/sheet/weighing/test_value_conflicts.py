"""Who puts what first, and whom that sets against each other."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.standing.statements import statements
from foam_graph.findings.sheet.weighing.preferences import preferences
from foam_graph.findings.sheet.weighing.value_conflicts import findings
from tests.support.case_texts import case_of


def told(one: str, other: str, more: str = "The ferry sails at noon.") -> list[Finding]:
    file = case_of(
        ("Letter of the captain", "correspondence", "2026-02-01", f"{one} It rained."),
        ("Letter of the cook", "correspondence", "2026-02-03", f"{other} The wind fell."),
        ("Log", "official_record", "2026-02-04", more),
    )
    return list(findings(file))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Safety must come before speed.", "For the crew speed counts for more than the last grain of safety."),
        (
            "The calm of the harbour matters more to us than any fair.",
            "A lively fair outweighs the calm of the harbour.",
        ),
        ("Thrift comes first, even at the price of comfort.", "Comfort has to be put above thrift."),
        ("Our first duty is to keep the old chapel standing.", "What use is a chapel if the poor are cold?"),
        ("Tradition must not be sacrificed to profit.", "Profit should prevail over tradition."),
        ("Privacy is worth more than convenience.", "To my mind privacy has to yield to convenience."),
    ],
)
def test_two_who_put_different_things_first_are_set_against_each_other(one: str, other: str) -> None:
    (finding,) = told(one, other)
    assert (finding.kind, finding.verdict) == ("contradiction", "disputed")
    assert len({*finding.sentences, *finding.against}) == 2
    assert "no fact decides" in finding.text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Safety must come before speed.", "Safety counts for more than speed."),
        ("The report must come before 3 May.", "The meeting comes before the dinner."),
        ("Safety must come before speed.", "The boat made 12 knots."),
        ("The bus came before the train.", "The cup stood above the shelf."),
    ],
)
def test_agreement_and_orders_of_events_are_no_conflict(one: str, other: str) -> None:
    assert told(one, other) == []


def test_one_speaker_alone_is_no_conflict() -> None:
    assert told("Care for the old counts for more than savings. Peace must come first.", "The soup was good.") == []


def test_a_word_of_another_form_names_no_value() -> None:
    # "continue" is not continuity: found in the Federalist, in pairs that said nothing true.
    text = (
        "No person can doubt that these will continue to be indispensable, if it should only be against the ravages and "
        "depredations of the Indians."
    )
    assert list(preferences(statements(case_of(("Essay", "news", "", text))))) == []
