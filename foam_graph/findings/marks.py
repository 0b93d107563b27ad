"""What is told beside a finding: who proposed it, where a model did, and who doubts it."""

from __future__ import annotations

from foam_graph.findings.finding import Finding


def origin(basis: str, by: str) -> str:
    """Who proposed a finding and what became of it, in words; empty where a rule made it.

    Args:
        basis: ``recomputed``, ``read`` or ``judged``.
        by: Name of the model that proposed it; empty for none.
    """
    checked = "counted again by the program" if basis == "recomputed" else "for a person to check"
    if by:
        return f"proposed by {by}, {checked}"
    return "for a person to check" if basis == "judged" else ""


def doubted(by: str, why: str) -> str:
    """That a model holds a finding to be wrong, in words."""
    return f"{by} doubts it: {why}" if why else f"{by} doubts it"


def marks(one: Finding) -> tuple[str, ...]:
    """What is told beside a finding: the ruling that took it back, who proposed it, where a model did, and who doubts it."""
    told = (one.taken_back, origin(one.basis, one.by), *(doubted(d.by, d.why) for d in one.doubts))
    return tuple(part for part in told if part)
