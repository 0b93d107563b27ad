"""What words show of scope and certainty, on sentences that the rules were not made from."""

from __future__ import annotations

from datetime import date

import pytest

from foam_graph.reasoning.perspectives.constraints import SourceUse, TurnFacts, drift
from foam_graph.reasoning.perspectives.scope_words import common_knowledge, denies_doubt, names_doubt, outside
from tests.support.worlds.drift_turns import drift_turns

ON = date(2026, 1, 1)
LIFEBOATS, UNTIL = "The lifeboat station of Orrin", "Until the charter ends in 2034"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Each station along the coast needs a second crew.", "scope"),
        ("All ports of the kingdom should pay for rescues.", "scope"),
        ("Coastguard stations should close at night as well.", "asks"),
        ("In thirty years nobody will row out any more.", "30 years"),
        ("The boat must be replaced within the next century.", "100 years"),
    ],
)
def test_what_goes_beyond_a_scope_is_told(text: str, what: str) -> None:
    (told,) = outside(text, LIFEBOATS, UNTIL, ON)
    assert what in told


@pytest.mark.parametrize(
    "text",
    [
        "Within five years the station will need a second crew.",
        "Every launch of the boat was logged.",
        "All members of the crew signed the log.",
        "The crew should train in winter as well.",
        "The station should keep its slipway too.",
        "In thirty years of service the engine failed twice.",
        "The boat is thirty years old and should be replaced.",
    ],
)
def test_what_stays_within_it_is_not(text: str) -> None:
    assert list(outside(text, LIFEBOATS, UNTIL, ON)) == []


def test_a_scope_that_says_how_wide_it_is_is_taken_at_its_word() -> None:
    assert (
        list(outside("All ports of the kingdom should pay.", "The ports of the kingdom", "Until further notice", ON))
        == []
    )
    assert list(outside("In a hundred years it will be gone.", "The pier", "Until further notice", ON)) == []


def test_words_of_certainty() -> None:
    assert names_doubt("The crew took roughly four hours.")
    assert names_doubt("The tide may turn.")
    assert not names_doubt("The crew took four hours.")
    assert denies_doubt("The pier is bound to fall.")
    assert denies_doubt("It fell beyond any doubt on Monday.")
    assert not denies_doubt("The inspector doubted it.")
    assert common_knowledge("It is widely known that the slip is steep.")
    assert not common_knowledge("The inspector knows the slip.")


def test_a_law_needs_no_second_document_and_speaks_as_widely_as_it_does() -> None:
    who = next(t.perspective for t in drift_turns() if t.violates == "min_independent_sources")
    said = ("All carriers of the country must keep a log.",)

    def violated(class_: str) -> set[str]:
        facts = TurnFacts(on=ON, sources=(SourceUse(document="d", source_class=class_),), sentences=said)
        return {one.constraint.partition("(")[0] for one in drift(who, facts).violated}

    assert not violated("law") & {"scope", "min_independent_sources"}
    assert violated("statistics") >= {"scope", "min_independent_sources"}
