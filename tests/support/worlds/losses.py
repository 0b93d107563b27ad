"""Where a planted fault that was not found was lost: in reading its sentences, in bringing them together, or in the test."""

from __future__ import annotations

from itertools import product

from foam_graph.findings.sheet.accounts.account import accounts
from foam_graph.findings.sheet.applying.provisions import provisions
from foam_graph.findings.sheet.restating.one_matter import matter
from foam_graph.findings.sheet.restating.points import points
from foam_graph.findings.sheet.standing.statements import statements
from tests.support.worlds.sheet_worlds import Planted, SheetWorld

TOLD_TWICE = frozenset({"number", "negation", "date"})
OF_RULES = frozenset({"condition", "exception"})


def lost_at(world: SheetWorld, fault: Planted) -> str:
    """The first stage at which a fault of a world is lost.

    Args:
        world: The world.
        fault: A planted fault that was not found.
    """
    if fault.kind in TOLD_TWICE:
        told = [[p for p in points(world.file) if p.statement.id == one] for one in fault.sentences]
        if not all(told):
            return "a sentence is not read as a fact"
        pairs = (pair for n, one in enumerate(told) for other in told[n + 1 :] for pair in product(one, other))
        if not any(matter(*pair, accounts(world.file)) for pair in pairs):
            return "its sentences are not brought together"
        return "a test or filter leaves it out"
    if fault.kind in OF_RULES:
        read = statements(world.file)
        if not any(one.rule.id in fault.sentences for one in provisions(read)):
            return "the rule is not taken apart"
        return "no fact is held against the rule"
    return "a form of words is not known"
