"""How a test finds and takes away a chain, broken or not, without reading the rows of all tests before."""

from __future__ import annotations

_FOUND = (
    "MATCH (n:Artifact) WHERE n.run = $run AND n.seq IS NOT NULL RETURN n",
    "MATCH (n:Activity) WHERE n.run = $run AND n.seq IS NOT NULL RETURN n",
    "MATCH (n:Artifact) WHERE n.id STARTS WITH $run + '-' RETURN n",
)
OF_CHAIN = f"CALL () {{ {' UNION '.join(_FOUND)} }}"
"""Cypher that finds the rows ``n`` of ``$run`` through the indexes: also those that lost their stamps."""
REMOVE_CHAIN = f"{OF_CHAIN} DETACH DELETE n"
"""Cypher that deletes them."""
