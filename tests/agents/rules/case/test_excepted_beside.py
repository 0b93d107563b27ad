"""An argument that a rule is not met names that the same rules make an exception beside it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.bearing import Numbered
from foam_graph.agents.rules.case.conditions import alone
from foam_graph.findings.sheet.assembling import sheet
from tests.support.case_texts import case_of

RULES = "3.1 The berth must be emptied by the end of the season. A storage fee is owed for each week after it.\n\n"
BESIDE = "3.2 No storage fee is owed where the delay is caused by a breakdown of the crane.\n"
LATE = "The berth was not emptied by the end of the season, so Ms Tull was charged."


def concluded(rules: str) -> tuple[str, int]:
    file = case_of(
        ("Rules of the slipway", "law", "2024-01-01", rules),
        ("Report of the harbour master", "official_record", "2025-11-01", f"{LATE} It rained."),
    )
    found = next(one for one in sheet(file) if one.verdict == "not_met")
    [shown] = alone(Numbered("1", found), None, cast("CaseData", SimpleNamespace(file=file)))
    return shown.conclusion, len(shown.rules)


def test_the_exception_beside_a_rule_is_named_and_is_no_evidence() -> None:
    told, rules = concluded(RULES + BESIDE)
    assert told.endswith("is not met as the file stands; the same rules make an exception beside it.")
    assert rules == 2


def test_without_one_nothing_is_added() -> None:
    told, rules = concluded(RULES)
    assert told.endswith("is not met as the file stands.")
    assert rules == 1
