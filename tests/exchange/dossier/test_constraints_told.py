"""What a perspective did not keep is told in words, with documents by their titles."""

from __future__ import annotations

from foam_graph.exchange.dossier.panel import _constraint, told_of
from tests.support.chains.dossier_run import dossier_run


def test_a_constraint_that_was_not_kept_is_told_without_names_of_data() -> None:
    graph, _, _ = dossier_run()
    document = graph.of("Document")[0]
    text = f"soft no_unflagged_class(unknown): {document['doc_id']} is of class unknown and not flagged"
    told = told_of(graph, text)
    assert told == (
        "soft constraint “no source of such a class without a flag (unknown)”: "
        f"“{document['title']}” is of class unknown and not flagged"
    )
    assert told_of(graph, "soft scope: it speaks of 2050") == "soft constraint “what it speaks of”: it speaks of 2050"


def test_a_constraint_tells_its_number() -> None:
    card = {"kind": "hard", "predicate": "min_independent_sources", "number": 3.0}
    assert _constraint(card) == "Hard: at least so many independent sources for a fact: 3"
