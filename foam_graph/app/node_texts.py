"""What nodes say in words, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam_graph.app.session import Session

TEXTS = (
    "text", "quotation", "grounds", "question", "name", "goal", "statement", "reasons", "why", "title", "detail",
    "disclosure_text", "tag", "step",
)  # fmt: skip
"""Fields that say in words what a node is; the first that is there counts."""
MOST_EDGES = 500
"""Most edges shown of one node."""
_NO_RUN = ""
"""A page of one node must not read its whole run: of no run, and of some nodes."""


def standings_of(session: Session, ids: Sequence[str]) -> dict[str, str]:
    """Standing of these artifacts, as the question ``standing`` says it of a whole chain."""
    return {row["id"]: row["standing"] for row in session.store.ask("standing", run=_NO_RUN, ids=list(ids))}


def text_of(props: Mapping[str, object]) -> str:
    """What a node says, in its own words; empty where it has none or they were erased."""
    return next((str(props[name]) for name in TEXTS if props.get(name)), "")
