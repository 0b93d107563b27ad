"""What two hands say of one thing in words of their own is held against each other; what only looks alike is not."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import faulty, sheet
from tests.findings.sheet.texts import made_of

DATES = ("2026-05-01", "2026-05-20")


def accusing(one: str, other: str) -> list[Finding]:
    """Findings that tell of a clash between the two documents."""
    found = sheet(made_of(one, other, dates=DATES))
    return [f for f in found if (faulty(f.kind, f.verdict) or f.kind == "scope") and f.kind != "leaning"]


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        (
            "contradiction",
            "The big kiln was bought new in March for €900.",
            "A big kiln bought on 4/3/26 is in the accounts with €840.",
        ),
        ("timeline", "The kiln was repaired on 3 April 2026.", "The kiln was mended on 7 April 2026."),
        (
            "timeline",
            "The fence was finished on 29 August 2025 by Lodge & Sons.",
            "The new fence, finished on 12 September 2025, has kept out the deer.",
        ),
        (
            "timeline",
            "The meeting approved the accounts on 21 March 2026.",
            "On 28 March 2026 the members met and approved the accounts.",
        ),
        ("scope", "We found slow-worms on four of twelve plots.", "There are slow-worms on all plots."),
    ],
)
def test_a_clash_is_found_in_other_words(kind: str, one: str, other: str) -> None:
    (clash,) = accusing(one, other)
    assert clash.kind == kind
    assert len({s.rpartition(":")[0] for s in (*clash.sentences, *clash.against)}) == 2, "both documents are named"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The kiln was bought for €900.", "The shelf was bought for €840."),
        ("The kiln was bought for €900.", "The kiln was sold for €840."),
        ("The kiln was bought for €900.", "If the kiln were bought again, it would cost €840."),
        ("The roof was finished on 12 April 2026.", "The roof was begun on 30 March 2026."),
        ("Mr Tolan signed the order of 3 April 2026.", "Mr Baird did not sign the order of 3 April 2026."),
        ("We found slow-worms on four of twelve plots.", "There are taps on all plots."),
    ],
)
def test_what_only_looks_alike_is_left_alone(one: str, other: str) -> None:
    assert accusing(one, other) == []


def test_where_one_word_is_all_that_two_papers_have_in_common_nothing_is_asserted() -> None:
    assert accusing("The kiln was bought new in March for €900.", "The invoice of 4/3/26 shows €840 for a kiln.") == []
