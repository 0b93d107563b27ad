"""The condition of a rule that a finding is on, and whether two findings are on one."""

from __future__ import annotations

from foam_graph.findings.finding import Finding


def condition_of(one: Finding) -> str:
    """The condition of a rule that a finding is on, or the duty; empty where it is on neither.

    Args:
        one: The finding.
    """
    return str(one.inputs.get("condition") or one.inputs.get("duty") or "")


def one_condition(one: str, other: str) -> bool:
    """Whether two texts are of the same condition of a rule: one of them has the other in it.

    Args:
        one: A condition; empty for none.
        other: Another one of the same rule.
    """
    mine, theirs = one.casefold(), other.casefold()
    return bool(mine and theirs) and (mine in theirs or theirs in mine)
