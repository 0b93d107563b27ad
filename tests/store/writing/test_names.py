"""What rows are named by is known to a database from the start, so that no statement is planned again for it."""

from __future__ import annotations

import pytest

from foam_graph.model.nodes import ACTIVITIES, NODES, labels_of
from foam_graph.store.connection import connect
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from foam_graph.store.writing.statements import Shape, form_of_activity, form_of_node, names_of_rows


def unknown(endpoint: Endpoint, labels: list[str], properties: list[str]) -> list[str]:
    """What the server says that it has no name for."""
    said = ", ".join([*(f"n:{label}" for label in labels), *(f"n.`{name}`" for name in properties)])
    text = f"EXPLAIN MATCH (n:Artifact {{id: '1'}}) RETURN [{said}]"
    with connect(endpoint) as driver, driver.session(notifications_min_severity="WARNING") as session:
        found = session.run(text).consume().gql_status_objects
    return [one.status_description for one in found if one.gql_status in ("01N50", "01N52")]


def test_every_name_is_known_before_a_row_has_it(store: Store, endpoint: Endpoint) -> None:
    names = names_of_rows()
    assert store.schema_names()
    assert unknown(endpoint, **names) == []
    told = unknown(endpoint, ["Claim", "NobodyNamedThis"], ["text", "nobody_named_that"])
    assert len(told) == 2, told


@pytest.mark.parametrize("kind", [*NODES, *ACTIVITIES])
def test_the_names_of_every_kind_are_among_them(kind: str) -> None:
    names = names_of_rows()
    form = form_of_activity if kind in ACTIVITIES else form_of_node
    labels = {"Activity", kind} if kind in ACTIVITIES else set(labels_of(kind))
    assert labels <= set(names["labels"])
    for shape in (Shape.WHOLE, Shape.PARTLY):
        assert set(form(kind, shape).names) <= set(names["properties"])
