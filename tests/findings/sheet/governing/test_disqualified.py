"""Who sat or voted whom a rule shuts out."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing import disqualified
from foam_graph.findings.sheet.governing.disqualified import findings
from tests.support.case_texts import case_of

VOTE = "No member who has valued the house shall vote on the sale."
PANEL = "An appeal is heard by a panel of three, none of whom has taken part in the decision to end the lease."
WINDOW = (
    "Nobody may sit who has written jointly with the candidate in the four years before the application was received."
)
MINUTES = "Present: Ms Aune (chair), Mr Birk, Dr Falk.\n\nFor the sale: Mr Birk, Dr Falk. Against: Ms Aune."


@pytest.mark.parametrize(
    ("rule", "text", "who"),
    [
        (VOTE, "The house was valued on 3 May 2025 by Mr Birk.", ["Birk"]),
        (VOTE, "The house was valued on 3 May 2025 by Mr Cole, as Mr Birk knows.", []),
        (VOTE, "Mr Birk has never valued the house.", []),
        (VOTE, "Mr Birk painted the house in May.", []),
        (PANEL, "The decision to end the lease was taken by Dr Falk and Mr Cole.", ["Falk"]),
        (PANEL, "The decision to end the lease was taken by Mr Cole.", []),
        (WINDOW, "The application was received on 5 May 2025. Ms Aune has written an article with L. Sand, published 4 May 2023.", ["Aune"]),
        (WINDOW, "The application was received on 5 May 2025. Ms Aune has written an article with L. Sand, published 4 May 2019.", []),
        (f"{WINDOW} The application of 2020 was received on 5 May 2020.", "The application was received on 5 May 2025. Ms Aune has written an article with L. Sand, published 4 May 2023.", ["Aune"]),
    ],
)  # fmt: skip
def test_whoever_is_shut_out_and_sat_is_told(rule: str, text: str, who: list[str]) -> None:
    file = case_of(
        ("Rules of the society", "policy_manual", "2020-01-05", rule), ("Note", "unknown", "2025-05-06", text),
        ("Minutes of the panel", "unknown", "2025-06-05", MINUTES),
    )  # fmt: skip
    found = list(findings(file))
    assert [one.verdict for one in found] == ["not_met"] * len(who)
    assert all(f"So {name} " in one.text for name, one in zip(who, found, strict=True))


def test_the_days_of_an_event_are_looked_for_once_a_file() -> None:
    texts = "The application was received on 5 May 2025." + "".join(
        f" {name} has written an article with L. Sand, published {day} May 2023."
        for day, name in enumerate(("Ms Aune", "Mr Birk", "Dr Falk"), 1)
    )
    file = case_of(
        ("Rules of the society", "policy_manual", "2020-01-05", WINDOW), ("Note", "unknown", "2025-05-06", texts),
        ("Minutes of the panel", "unknown", "2025-06-05", MINUTES),
    )  # fmt: skip
    disqualified._days_of.cache_clear()
    assert len(list(findings(file))) == 3
    assert disqualified._days_of.cache_info().misses == 1
