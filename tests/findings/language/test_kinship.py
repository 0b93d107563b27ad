"""How near words are: forms, derived words, words of one sense, opposites; and what has nothing to do with each other."""

from __future__ import annotations

import pytest

from foam_graph.findings.language.kinship import LEAST, kinship, near_among, opposed, root
from foam_graph.resources import package_file


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("wept", "weep", 1.0),
        ("receipt", "received", 0.8),
        ("notified", "notice", 0.8),
        ("applicant", "application", 0.8),
        ("valuer", "valuation", 0.8),
        ("complained", "complaint", 0.8),
        ("near", "close", 0.6),
        ("mended", "repaired", 0.6),
    ],
)
def test_words_that_tell_of_one_thing_are_near(one: str, other: str, least: float) -> None:
    assert kinship(root(one), root(other)) >= least
    assert kinship(root(other), root(one)) == kinship(root(one), root(other))


@pytest.mark.parametrize(("one", "other"), [("chimney", "invoice"), ("horse", "window"), ("payment", "weather")])
def test_words_of_different_things_are_not(one: str, other: str) -> None:
    assert kinship(root(one), root(other)) == 0.0


def test_opposites_are_known_both_ways() -> None:
    assert opposed(root("present"), root("absent"))
    assert opposed(root("absent"), root("present"))
    assert not opposed(root("present"), root("gift"))


def test_a_word_that_nobody_knows_is_near_itself_only() -> None:
    assert kinship(root("zwlprt"), root("zwlprt")) == 1.0
    assert kinship(root("zwlprt"), root("letter")) == 0.0
    assert root("") == ""


def test_what_is_near_is_found_without_comparing_all() -> None:
    """The short way gives what comparing every root with every other gives, in its order."""
    table = package_file("foam_graph.findings.language", "kinship.txt").split()
    roots = sorted(
        {root(word.strip("=")) for word in table[:: len(table) // 600]} | {"value", "valuer", "pay", "payment", "go"}
    )
    found = near_among(roots, roots[::-1])
    assert found == {one: [other for other in roots[::-1] if kinship(one, other) >= LEAST] for one in roots}
    assert sum(map(len, found.values())) > len(roots)
