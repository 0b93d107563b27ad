"""Deliberations in which A and B are opposed, as the worked cases have them."""

from __future__ import annotations

from typing import Any

from foam_graph.reasoning.sublation import Sublation, sublate
from tests.support.chains.deliberation_runs import DeliberationOf, leaf


def opposed(run: DeliberationOf, *grounds: int) -> DeliberationOf:
    for n in grounds:
        run.concludes(f"a{n}", f"ground{n}", "fails")
        run.concludes(f"b{n}", f"ground{n}", "stands", stance="bob")
    return run


def for_a(run: DeliberationOf, *grounds: int) -> DeliberationOf:
    for n in grounds:
        run.weigh(f"w{n}", f"ground{n}", "fails", "stands")
    return run


def one_issue(perspectives: Any = None, policies: Any = None) -> DeliberationOf:
    """One issue with two outcomes and an option for each."""
    run = DeliberationOf(perspectives, policies)
    run.issue("i", "a", "b")
    run.option("A", leaf("i", "a"))
    run.option("B", leaf("i", "b"))
    return run


def a_against_b(perspectives: Any = None) -> DeliberationOf:
    run = one_issue(perspectives)
    run.concludes("a", "i", "a")
    run.concludes("b", "i", "b", stance="bob")
    return run


def classes(run: DeliberationOf, *claims: str) -> list[str]:
    found = sublate(run.graph())
    return [found.claims[claim].class_ for claim in claims]


def statuses(found: Sublation) -> dict[str, str]:
    return {name: answer.status for name, answer in found.answers.items()}
