"""Another form of a name is taken for the name; a name that only begins alike is not."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.name_forms import same_name


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("spanish", "spain"), ("spain", "spanish"), ("british", "britain"), ("dutch", "netherlands"), ("swiss", "switzerland"),
        ("polish", "poland"), ("american", "america"), ("america", "americans"), ("treasuries", "treasury"), ("municipality", "municipalities"),
        ("federalist", "federalists"), ("japanese", "japan"),
    ],
)  # fmt: skip
def test_adjectives_and_plurals_stand_for_their_name(word: str, known: str) -> None:
    assert same_name(word, {known, "other"})


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("spanish", "britain"), ("poland", "polish"), ("ellison", "ellis"), ("marshall", "marsha"), ("ameriville", "america"),
        ("brit", "british"), ("martinez", "martin"), ("johnson", "johns"), ("treasuries", "treasures"), ("", "s"), ("spain", ""),
        ("sweden", "swede"),
    ],
)  # fmt: skip
def test_what_only_begins_alike_or_is_a_common_word_does_not(word: str, known: str) -> None:
    assert not same_name(word, {known})
