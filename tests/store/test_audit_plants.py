"""The example answers of the audit questions: every page has one, and what was planted for it answers the question."""

from __future__ import annotations

import pytest

from foam_graph.resources import load_yaml, package_file
from foam_graph.schema.audit_pages import FOLDER, Examples, audit_pages
from foam_graph.store.ledger.verification import verify
from foam_graph.store.queries import AUDIT, library
from foam_graph.store.store import Store
from tests.support.chains.audit_plants import PLANTS
from tests.support.chains.planting import Plant

FILE = "audit_examples.yaml"


@pytest.mark.parametrize("name", PLANTS)
def test_what_is_planted_for_a_question_answers_it(store: Store, name: str) -> None:
    plant = Plant(store)
    wanted = library()[name].params
    params = {**PLANTS[name](plant), **({"run": plant.run} if "run" in wanted else {})}
    if "limit" in wanted:
        params["limit"] = 100_000  # other tests plant too
    rows = store.ask(name, **params)
    assert rows
    assert "run" in wanted or name == "models_everywhere" or any(plant.run in str(row) for row in rows)
    assert verify(store, plant.run).ok


def test_every_page_shows_rows_and_says_where_they_come_from() -> None:
    examples = load_yaml(FILE, Examples, package_file("foam_graph.schema", FILE)).examples
    assert examples.keys() == {query.name for query in library().values() if query.folder == AUDIT}
    assert [name for name, one in examples.items() if not one.rows or not one.of] == []
    assert {name for name, one in examples.items() if one.planted} <= PLANTS.keys()
    pages = audit_pages()
    for name, one in examples.items():
        text = pages[f"{FOLDER}{name}.md"]
        assert ("A fictional graph, planted" in text) is one.planted
        assert ("The sample appeal after" in text) is not one.planted
        assert "no rows" not in text
