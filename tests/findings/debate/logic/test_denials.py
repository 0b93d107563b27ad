"""Opposites in nearly the same words."""

from __future__ import annotations

import pytest

from foam_graph.findings.debate.logic.denials import denials
from foam_graph.findings.debate.logic.standing import lines_of
from foam_graph.findings.debate.spoken import Spoken


def pairs(*sentences: str) -> list[tuple[str, str]]:
    said = [Spoken(1, "Ada", "pro", "opening", sentences)]
    return [(one.others[0].name, one.line.name) for one in denials(lines_of(said))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The quay is safe at night.", "The quay is dangerous at night."),
        ("The engine cannot run in winter.", "In winter the engine runs as it runs in summer."),
        ("The shops on the quay support the plan.", "Several shops on the quay oppose the plan."),
        ("The tickets of the harbour line are cheap.", "The tickets of the harbour line are dear."),
    ],
)
def test_opposites_of_one_thing_cannot_both_hold(one: str, other: str) -> None:
    assert pairs(one, "The sea is deep.", other) == [("1.1", "1.3")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The old engine cannot run in winter.", "The new engine runs in winter."),
        ("The quay is safe by day.", "At night it is dangerous."),
        ("The shops on the north quay support the plan.", "Several shops on the south quay oppose it."),
        ("In 2015 the quay was safe at night.", "In 2024 the quay was dangerous at night."),
        ("Nobody has to take the harbour ferry.", "Many people take the harbour ferry."),
        ("It protects nobody, and it keeps dependency as the default.", "It keeps dependency as the default."),
    ],
)
def test_other_things_and_other_times_may_differ(one: str, other: str) -> None:
    assert pairs(one, other) == []
