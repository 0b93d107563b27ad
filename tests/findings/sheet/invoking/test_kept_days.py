"""Days that are said to keep, or to miss, the time of a rule which is named."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.invoking.kept_days import findings
from tests.support.case_texts import case_of

RULES = (
    "1. A defect must be reported within 14 days of its discovery.\n\n2. Members are invited at least 21 days before the general meeting.\n\n"
    "3. An appeal is lodged within one month of receipt of the decision.\n\n4. The goods are returned within 10 working days of delivery.\n\n"
    "5. A claim is made within 14 days of the accident, unless the office was closed."
)


def told(text: str) -> list[tuple[str, str | None]]:
    file = case_of(("Rules of the market", "policy_manual", "2020-01-05", RULES), ("Letter", "correspondence", "2025-06-05", text))  # fmt: skip
    return [(one.kind, one.verdict) for one in findings(file)]


BEYOND = [("timeline", "beyond")]
IN_TIME = [("contradiction", "disputed")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The defect was discovered on 2 April 2025. As rule 1 requires, it was reported on 3 May 2025.", BEYOND),
        ("The defect was discovered on 2 April 2025. It was reported on 16 April 2025, as rule 1 requires.", []),
        ("The invitations to the general meeting of 20 June 2025 went out on 5 June 2025, as required by rule 2.", BEYOND),
        ("The invitations to the general meeting of 20 June 2025 went out on 30 May 2025, as required by rule 2.", []),
        ("The decision was received on 2 March 2025. The appeal of 20 April 2025 is in the time of rule 3.", BEYOND),
        ("Delivery was on 3 March 2025. The goods were returned on 31 March 2025, inside the time of rule 4.", BEYOND),
        ("Delivery was on 3 March 2025. The goods were returned on 19 March 2025, inside the time of rule 4.", []),
        ("The defect was discovered on 2 April 2025. It was reported on 12 April 2025, out of time under rule 1.", IN_TIME),
        ("The defect was discovered on 2 April 2025. It was reported on 22 April 2025, out of time under rule 1.", []),
    ],
)  # fmt: skip
def test_days_are_counted_from_what_the_rule_names(text: str, found: list[tuple[str, str]]) -> None:
    assert told(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "The decision is of 2 March 2025. The appeal of 20 April 2025 is in the time of rule 3.",
        "The defect was discovered on 2 April 2025. It was not reported on 3 May 2025 as rule 1 requires.",
        "The accident was on 2 April 2025. The claim was made on 3 May 2025, within rule 5.",
        "One defect was discovered on 2 April 2025, another was discovered on 20 April 2025. It was reported on 3 May 2025, as rule 1 requires.",
        "It was reported on 3 May 2025, as rule 1 requires.",
        "We spoke of the discovery of the market until 2 April 2025. It was reported on 3 May 2025, as rule 1 requires.",
    ],
)
def test_where_the_beginning_is_not_sure_nothing_is_told(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("time", ["16 working hours", "2 working weeks", "one business month"])
@pytest.mark.parametrize(
    "letter",
    [
        "Delivery was on 3 March 2025. The goods were returned on 19 March 2025, out of time under rule 1.",
        "Delivery was on 3 March 2025. The goods were returned on 30 May 2025, inside the time of rule 1.",
    ],
)
def test_of_working_time_only_days_are_counted(time: str, letter: str) -> None:
    rules = f"1. The goods are returned within {time} of delivery.\n\n2. Nothing else is taken back."
    file = case_of(("Rules of the market", "policy_manual", "2020-01-05", rules), ("Letter", "correspondence", "2025-06-05", letter))  # fmt: skip
    assert list(findings(file)) == []
