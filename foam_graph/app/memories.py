"""The memories of debates that there are."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.app.chains import runs
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.debate.memory.held import KIND, memory_of


@dataclass(frozen=True)
class MemoryName(Result):
    """A memory: its name, and when something was last written to it."""

    name: str
    at: str


def memories(session: Session) -> Listing[MemoryName]:
    """Every memory, the one that was written to last first."""
    return Listing(MemoryName(memory_of(one.id), one.at) for one in runs(session) if one.kind == KIND)
