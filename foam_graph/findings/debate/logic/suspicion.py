"""What a rule holds against a side, before it is tied to predicates."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.findings.debate.flaws import FlawKind
from foam_graph.findings.debate.logic.standing import Line


@dataclass(frozen=True)
class Suspicion:
    """One flaw by a rule.

    Attributes:
        kind: Which flaw.
        line: The sentence that it attacks.
        quoted: Words of that sentence.
        others: The other sentences that show it.
        why: What is wrong.
    """

    kind: FlawKind
    line: Line
    quoted: str
    others: tuple[Line, ...]
    why: str


def cited(line: Line) -> str:
    """A sentence as a reason quotes it."""
    return f'"{line.text.strip().rstrip(".!")}" ({line.name})'
