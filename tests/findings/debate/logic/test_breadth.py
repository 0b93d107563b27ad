"""From one case to all, and figures without what they were chosen from."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.breadth import overreaches, selections
from foam_graph.findings.debate.logic.standing import Line, lines_of
from foam_graph.findings.debate.spoken import Spoken


def side(*turns: str) -> list[Line]:
    return lines_of(
        Spoken(2 * at + 1, "Ada", "pro", "opening", tuple(text.split(" | "))) for at, text in enumerate(turns)
    )


@pytest.mark.parametrize(
    "text",
    [
        "In Wexley the toll was dropped, and the tunnel flooded. | Drop a toll, and a tunnel always floods.",
        "My uncle took the pills and recovered. | Pills help everyone to recover.",
    ],
)
def test_one_case_taken_for_all_is_told_of_the_claim(text: str) -> None:
    (found,) = overreaches(side(text))
    assert (found.kind, found.line.name, found.others[0].name) == ("overgeneralisation", "1.2", "1.1")


@pytest.mark.parametrize(
    "text",
    [
        "In Wexley the toll was dropped, and the tunnel flooded. | Some tunnels flood after that.",
        "In Wexley the toll was dropped, and the tunnel flooded. | All tolls should be kept.",
        "In Wexley the toll was dropped, and the tunnel flooded. | Every cat likes milk.",
        "Tunnels need pumps. | A tunnel always floods.",
        "In Wexley the toll was dropped. | The other side says that a toll is always dropped.",
        "A tunnel always floods.",
    ],
)
def test_narrow_claims_proposals_and_claims_without_a_case_are_let_pass(text: str) -> None:
    assert list(overreaches(side(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "Eighty percent of the farmers agree, as we know from the five farmers who answered us.",
        "Thefts from boats rose by 150 percent. | There were two thefts from boats before and five after.",
    ],
)
def test_shares_of_a_handful_and_growth_from_a_handful_are_told(text: str) -> None:
    assert [(one.kind, one.line.name) for one in selections(side(text))] == [("selective_quantification", "1.1")]


@pytest.mark.parametrize(
    "text",
    [
        "Eighty percent of the farmers agree, as we know from the 900 farmers who answered us.",
        "Five farmers answered us.",
        "Thefts from boats rose by 150 percent. | There were 200 thefts from boats before and 500 after.",
        "Thefts from boats rose by 12 percent. | There were two thefts from boats before and five after.",
        "Thefts from boats rose by 150 percent.",
    ],
)
def test_large_samples_and_bases_are_let_pass(text: str) -> None:
    assert list(selections(side(text))) == []
