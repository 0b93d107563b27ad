"""Every query of cypher/audit on a planted graph, and on one that differs in one thing and must give nothing."""

from __future__ import annotations

import pytest

from foam_graph.store.queries import AUDIT, library
from foam_graph.store.store import Store
from tests.support.chains.audit_cases import CASES as CASES_OF_RUNS
from tests.support.chains.debate_audit_cases import DEBATE_CASES
from tests.support.chains.planting import Plant

CASES = {**CASES_OF_RUNS, **DEBATE_CASES}


@pytest.mark.parametrize("there", [True, False], ids=["positive", "negative"])
@pytest.mark.parametrize("name", CASES)
def test_a_planted_graph_gives_its_rows_and_no_others(store: Store, name: str, there: bool) -> None:
    plant = Plant(store)
    params, expected = CASES[name](plant, there)
    rows = store.ask(name, **params)
    if library()[name].scans:  # these look at all runs, and so at those of other tests
        rows = [row for row in rows if plant.run in str(row)]
    columns = list(expected[0]) if expected else []
    assert [{key: row[key] for key in columns} for row in rows] == (expected if there else [])


def test_every_audit_query_is_planted() -> None:
    assert CASES.keys() == {query.name for query in library().values() if query.folder == AUDIT}
