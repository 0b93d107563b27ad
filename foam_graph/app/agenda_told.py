"""What is to be decided in a run, by the names that a challenge of it has to use."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.agenda.tree import formula, read_tree


@dataclass(frozen=True)
class IssueTold(Result):
    """An issue: its name, its question, and the names of its outcomes."""

    name: str
    question: str
    outcomes: tuple[str, ...]


@dataclass(frozen=True)
class OptionTold(Result):
    """An option: its name, what it is, and on which outcomes it holds; empty where that is not said."""

    name: str
    text: str
    holds: str


@dataclass(frozen=True)
class AgendaTold(Result):
    """What is to be decided: its issues and its options, in their order."""

    issues: Listing[IssueTold]
    options: Listing[OptionTold]


def agenda_told(session: Session, run: str) -> AgendaTold | None:
    """What is to be decided in a run, as it stands.

    Args:
        session: The session.
        run: Id of the run.

    Returns:
        None for a run without an agenda.

    Raises:
        UnknownId: No such run.
    """
    agenda = agenda_of(session.store.subgraph(run))
    if agenda is None:
        return None
    return AgendaTold(
        Listing(IssueTold(name, str(one["text"]), tuple(one["outcomes"])) for name, one in agenda.issues.items()),
        Listing(
            OptionTold(name, str(one["text"]), formula(read_tree(held)) if (held := one.get("condition")) else "")
            for name, one in agenda.options.items()
        ),
    )
