"""The marking that every export opens with: that AI helped, which, for whom, when, over what, how to contest it."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.export.prov_terms import FOAM, Attribute, value_of, visible
from foam_graph.store.steps import Head

CONTEST = "Any part can be contested by its id: foam contest ID. A challenge is recorded, answered and never deleted."


def marking(head: Head, operator: str) -> Iterator[Attribute]:
    """The attributes of the Run and of each Position that say how the content came about.

    Args:
        head: What is known of the run.
        operator: Who runs the installation.
    """
    yield FOAM + "aiAssisted", value_of(head.node.get("kind") != "import")
    yield FOAM + "aiStatement", value_of(_statement(head, operator))
    yield FOAM + "assistedBy", value_of(head.agents)
    yield FOAM + "models", value_of(head.models)
    yield FOAM + "people", value_of(head.people)
    yield FOAM + "operatedBy", value_of(operator)
    yield FOAM + "corpora", value_of(head.corpora)
    if head.begun:
        yield FOAM + "begun", value_of(visible(head.begun))
        yield FOAM + "lastWritten", value_of(visible(head.last))
    yield FOAM + "contest", value_of(CONTEST)


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
