"""The marking that every export opens with: that AI helped, which, for whom, when, over what, how to contest it."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.exchange.prov_export.terms import FOAM, said, visible
from foam_graph.prov.model import Attribute
from foam_graph.store.chain_steps import Head

CONTEST = (
    "Any part can be challenged by its id: foam challenge ID. A challenge is recorded, answered and never deleted."
)

PROSE = (FOAM + "aiStatement", FOAM + "contest")
"""Properties that say in a sentence what others say as data: their wording may change from release to release."""


def marking(head: Head, operator: str) -> Iterator[Attribute]:
    """The attributes of the Run and of each Position that say how the content came about.

    Args:
        head: What is known of the run.
        operator: Who runs the installation.
    """
    yield said(FOAM + "aiAssisted", head.node.get("kind") != "import")
    yield said(FOAM + "aiStatement", _statement(head, operator))
    yield said(FOAM + "assistedBy", head.agents)
    yield said(FOAM + "models", head.models)
    yield said(FOAM + "people", head.people)
    yield said(FOAM + "operatedBy", operator)
    yield said(FOAM + "corpora", head.corpora)
    if head.begun:
        yield said(FOAM + "begun", visible(head.begun))
        yield said(FOAM + "lastWritten", visible(head.last))
    yield said(FOAM + "contest", CONTEST)


def _statement(head: Head, operator: str) -> str:
    by = ", ".join(head.agents) or "no software agent"
    via = f" with {', '.join(head.models)}" if head.models else ""
    when = f", {head.begun} to {head.last}" if head.begun else ""
    over = f", over {', '.join(head.corpora)}" if head.corpora else ""
    if head.node.get("kind") == "import":
        told = f"Imported: an argument map of others, taken over as it was for {operator}{when}."
        return f"{told} Nothing of it was made or examined here."
    many = f"{head.people} {'person' if head.people == 1 else 'people'}"
    helped = f"; {many} took part" if head.people else ""
    return f"AI-assisted: made by {by}{via} for {operator}{when}{over}{helped}. {CONTEST}"
