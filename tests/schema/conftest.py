"""What the tests of generated files look at: the files, the graphs that they hold, and PROV-O."""

from __future__ import annotations

import pytest
import rdflib

from foam_graph.schema import files as schema
from tests.support.shared_data import SHARED, require


@pytest.fixture(scope="module")
def prov_o() -> rdflib.Graph:
    return rdflib.Graph().parse(require(SHARED / "data" / "prov-ns" / "prov-o.ttl"))


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return schema.generated()


@pytest.fixture(scope="module")
def ontology(files: dict[str, str]) -> rdflib.Graph:
    return rdflib.Graph().parse(data=files["ontology/foam.ttl"], format="turtle")


@pytest.fixture(scope="module")
def shapes(files: dict[str, str]) -> rdflib.Graph:
    return rdflib.Graph().parse(data=files["ontology/foam-shapes.ttl"], format="turtle")
