"""Questions in SPARQL that a PROV-O export answers by itself: ``ontology/queries``, one a file."""

from __future__ import annotations

from functools import lru_cache

from foam_graph.resources import package_file

NAMES = ("contested", "regenerated", "unresolved")


@lru_cache(maxsize=1)
def questions() -> dict[str, str]:
    """The queries by name; each begins with comment lines that tell its question and its columns."""
    return {name: package_file("foam_graph.ontology", f"queries/{name}.rq") for name in NAMES}
