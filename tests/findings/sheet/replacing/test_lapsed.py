"""A rule that no longer applied is no bound for what is later."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from tests.findings.sheet.texts import made_of

FACT = "# Letter of Ines Kray\n\n16.07.2026\n\nYour savings are €14,300.00."
NEW = "# Grants Rules 2026\n\n{} \n\n2.4 Savings must not exceed €16,000."
OLD = "# Guidance Note 2024: grants\n\n15.02.2024\n\n{}\n\nSavings must not exceed €14,000."


def limits(*texts: str) -> list[Finding]:
    titles = ("Letter of Ines Kray", "Grants Rules 2026", "Guidance Note 2024: grants")
    found = sheet(made_of(*texts, titles=titles[: len(texts)], dates=("2026-07-16", "2026-01-01", "2024-02-15")))
    return [one for one in found if one.verdict in ("within", "beyond")]


def verdicts(*texts: str) -> list[str]:
    return sorted({str(one.verdict) for one in limits(*texts)})


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("", "", ["beyond", "within"]),
        ("", "Applies to applications received up to 31.12.2025.", ["within"]),
        ("These rules take the place of the Guidance Note of 2024.", "", ["within"]),
        ("In force from 01.01.2026. These rules replace the Guidance Note of 2024.", "", ["within"]),
        ("", "Valid until 31.12.2027.", ["beyond", "within"]),
        ("", "This note was in force until 31.12.2025.", ["within"]),
        ("", "The fee of €40 was in force until 31.12.2025; since then it is €45.", ["beyond", "within"]),
        ("", "The offer of the bank was valid until 31.12.2025.", ["beyond", "within"]),
        ("These rules do not replace the Guidance Note of 2024.", "", ["beyond", "within"]),
        ("These rules take the place of the Guidance Note of 2019.", "", ["beyond", "within"]),
        ("These rules take the place of the Parking Code of 2024.", "", ["beyond", "within"]),
    ],
)
def test_only_what_applied_bounds(new: str, old: str, expected: list[str]) -> None:
    assert verdicts(FACT, NEW.format(new), OLD.format(old)) == expected


def test_what_was_before_the_end_is_held_against_the_old_rule() -> None:
    fact = FACT.replace("are", "were").replace("00.00.", "00.00 on 3 May 2025.")
    found = limits(fact, NEW.format(""), OLD.format("Applies until 31.12.2025."))
    assert "beyond" in [one.verdict for one in found]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("", ["within"]),
        ("In force from 01.01.2026.", ["within"]),
        ("These rules apply from 1 August 2026.", []),
        ("Edition of 1 August 2026", []),
        ("Grants Rules, edition of 1 August 2026", []),
        ("The rules take effect on 1 August 2026.", []),
        ("The fee of €40 applies from 1 August 2026.", ["within"]),
        ("These rules do not apply from 1 August 2026.", ["within"]),
        ("These rules would apply from 1 August 2026.", ["within"]),
        # Of two such days each is of a part.
        ("These rules apply from 1 August 2026. They take effect on 1 March 2026.", ["within"]),
    ],
)
def test_what_was_before_a_rule_applied_is_not_held_against_it(head: str, expected: list[str]) -> None:
    assert verdicts(FACT, NEW.format(head)) == expected


def test_what_is_of_the_time_of_a_new_rule_is_held_against_it() -> None:
    fact = FACT.replace("are", "were").replace("00.00.", "00.00 on 3 August 2026.")
    assert verdicts(fact, NEW.format("These rules apply from 1 August 2026.")) == ["within"]


def test_the_mark_of_a_list_is_not_quoted() -> None:
    new = NEW.format("").replace("2.4 Savings", "- Savings")
    [one] = limits(FACT, new)
    assert '("Savings must not exceed' in one.text


def test_an_empty_paper_ends_nothing() -> None:
    assert sheet(made_of("", " ")) == ()


RENEWAL = "4.3 An application for renewal must rest on an electrical test carried out not more than 12 months before the date of the application."
APPLICATION = (
    "We apply for renewal of our licence, which ends on 30 June 2025.\n\n"
    "This application rests on the electrical test of 11 January 2024, which found nothing."
)


def test_whoever_applies_for_something_says_nothing_of_when_the_own_paper_ends() -> None:
    found = sheet(
        made_of(
            f"# Rules for Licensed Lodgings\n\n4. Renewal\n\n{RENEWAL}",
            f"# Application for renewal\n\n3 March 2025\n\n{APPLICATION}",
            titles=("Rules for Licensed Lodgings", "Application for renewal"),
            dates=("", "2025-03-03"),
        )
    )
    assert ["417 days" in one.text for one in found if one.verdict == "beyond"] == [True]


def test_a_paper_of_facts_that_ran_out_is_held_against_the_rule_of_another() -> None:
    slip = "# Test slip\n\nThis slip is valid until 30 June 2024.\n\nYour savings are €14,300.00."
    found = sheet(
        made_of(slip, NEW.format(""), titles=("Test slip", "Grants Rules 2026"), dates=("2024-01-03", "2026-01-01"))
    )
    assert [one.verdict for one in found if one.verdict in ("within", "beyond")] == ["within"]
