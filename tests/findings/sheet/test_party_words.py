"""What a side says adds nothing to what records give, and mentioning a thing is not saying that it helps."""

from __future__ import annotations

from foam_graph.findings.sheet.rules import findings as of_rules
from foam_graph.findings.sheet.thresholds import findings as of_thresholds
from tests.findings.sheet.texts import RECORD, REGULATION, made_of

RULE = (
    "An application must be denied when the form is returned late, except when good cause is shown. "
    "Good cause includes a hospital stay of the applicant."
)
DECISION = "No good cause for the delay has been shown."
CERTIFICATE = "The applicant was admitted for a hospital stay on 3 March 2026."
AGAINST = "The hospital stay of the applicant ended on 9 March 2026, so that 16 days remained."


def told(*, side: str) -> set[str]:
    """The sentences that speak for good cause where a paper of some class says that the stay had ended."""
    file = made_of(
        RULE, DECISION, CERTIFICATE, AGAINST,
        classes=("law", "decision", "official_record", side), titles=("Regulation", "Decision", "Certificate", "Submission"),
    )  # fmt: skip
    return {file.sentence(one).text for finding in of_rules(file) for one in finding.sentences}


def test_a_side_that_mentions_a_listed_thing_does_not_speak_for_it() -> None:
    assert AGAINST not in told(side="advocacy")
    assert CERTIFICATE in told(side="advocacy")


def test_a_neutral_paper_that_tells_of_a_listed_thing_speaks_for_it() -> None:
    assert AGAINST in told(side="official_record")


def test_a_value_that_records_give_does_not_rest_on_what_a_side_says_of_it() -> None:
    said = "The countable income was $1,874.00 in March 2026."
    classes, titles = ("law", "official_record", "advocacy"), ("Regulation", "Pay record", "Brief")
    file = made_of(REGULATION, RECORD, said, classes=classes, titles=titles)
    found = list(of_thresholds(file))
    assert [(one.verdict, one.inputs["value"]) for one in found] == [("within", "1874.00")]
    assert said not in {file.sentence(one).text for one in found[0].sentences}
