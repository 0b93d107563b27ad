"""What no change of form may change: order, names, syntax, and what else stands in the document."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from foam_graph.errors import VerifyError
from foam_graph.prov import Document, Instance, Statement, check, normalise, read_bytes
from foam_graph.prov.model import KINDS, NAMELESS
from tests.support.prov.prov_mutation import EX, Mutator
from tests.support.prov.prov_writing import WRITERS, provn

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RDF = ("turtle", "trig", "n-triples", "n-quads", "rdf-xml", "json-ld")


@st.composite
def documents(draw: st.DrawFn) -> Document:
    chance = draw(st.randoms(use_true_random=False))
    mutator = Mutator(chance)
    return mutator.mutated(mutator.grown(draw(st.integers(1, 14)), draw(st.integers(2, 7))), draw(st.integers(0, 3)))


def verdict(document: Document) -> tuple[bool, bool]:
    report = check(document)
    return report.valid, report.w3c_valid


def renamed(document: Document, change: Callable[[str], str]) -> Document:
    def row(stated: Statement) -> Statement:
        arguments = tuple(
            change(a) if a is not None and not p.time else a
            for p, a in zip(KINDS[stated.kind], stated.arguments, strict=True)
        )
        return stated._replace(id=change(stated.id) if stated.id else None, arguments=arguments)

    return Document(Instance("", [row(s) for s in document.top.statements]))


@QUICK
@given(documents(), st.randoms(use_true_random=False))
def test_order_says_nothing(document: Document, chance: random.Random) -> None:
    rows = list(document.top.statements)
    chance.shuffle(rows)
    assert verdict(Document(Instance("", rows))) == verdict(document)


@QUICK
@given(documents(), st.sampled_from(["urn:x:", "https://example.com/other#", "http://example.org/zzz/"]))
def test_names_and_prefixes_say_nothing(document: Document, space: str) -> None:
    other = renamed(document, lambda name: space + name.removeprefix(EX)[::-1])
    assert verdict(other) == verdict(document)
    assert Counter(v.constraint for v in check(other).violations) == Counter(
        v.constraint for v in check(document).violations
    )
    text = provn(document)
    assert verdict(
        read_bytes(text.replace("n2:", "q:").replace("prefix n2 ", "prefix q ").encode(), "x", "prov-n")
    ) == (verdict(document))


@pytest.mark.parametrize("syntax", list(WRITERS))
@given(document=documents())
@settings(QUICK, max_examples=25)
def test_the_syntax_says_nothing(syntax: str, document: Document) -> None:
    assume(len(document) > 0 and (syntax not in RDF or sayable_in_rdf(document)))
    assert verdict(read_bytes(WRITERS[syntax](document), "x", syntax)) == verdict(document)


def sayable_in_rdf(document: Document) -> bool:
    """Whether no two statements share an identifier and differ in what RDF cannot keep apart.

    Statements with one identifier are one node there: an argument that only one of them has is everybody's, and two
    whole sets of arguments become their combinations.
    """
    seen: dict[str, set[Any]] = {}
    for row in document.top.statements:
        if row.id and row.kind not in NAMELESS and len(KINDS[row.kind]) > 1:
            seen.setdefault(row.id, set()).add((row.kind, row.arguments))
    return all(len(rows) == 1 for rows in seen.values())


@QUICK
@given(documents())
def test_the_normal_form_is_its_own_form_and_as_valid(document: Document) -> None:
    try:
        once = normalise(document)
    except VerifyError:
        assert not check(document).w3c_valid
        return
    assert normalise(once) == once
    assert verdict(once) == verdict(document)


@QUICK
@given(documents(), st.randoms(use_true_random=False))
def test_the_normal_form_does_not_depend_on_order(document: Document, chance: random.Random) -> None:
    rows = list(document.top.statements)
    chance.shuffle(rows)
    try:
        once = normalise(document)
    except VerifyError:
        with pytest.raises(VerifyError):
            normalise(Document(Instance("", rows)))
        return
    assert normalise(Document(Instance("", rows))).top == once.top


@QUICK
@given(documents(), documents())
def test_a_valid_neighbour_changes_no_verdict(document: Document, other: Document) -> None:
    assume(check(other).valid)
    neighbour = renamed(other, lambda name: "urn:neighbour:" + name.removeprefix(EX))
    both = Document(Instance("", [*document.top.statements, *neighbour.top.statements]))
    assert verdict(both) == verdict(document)


@QUICK
@given(documents(), documents())
def test_bundles_are_checked_apart(one: Document, two: Document) -> None:
    document = Document(one.top, [Instance("urn:b:1", two.top.statements), Instance("urn:b:2", one.top.statements)])
    assert check(document).valid == (check(one).valid and check(two).valid)
    assert {v.bundle for v in check(Document(Instance(), document.bundles)).violations} <= {"urn:b:1", "urn:b:2"}
