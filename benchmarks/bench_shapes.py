"""The shapes as Cypher on the live graph against pySHACL on the export of the same run, which must give the same verdict.

A chain of claims (per turn an activity, three nodes and four edges, all judged) is committed to a managed Neo4j in
FOAM_HOME. Of the turns, a few get a fault planted by direct Cypher. pySHACL gets the Turtle export parsed already; reading
it is told apart. Wall seconds, since the server works too; the first check on a server that just started includes planning.

Run: ``FOAM_HOME=/tmp/bench python benchmarks/bench_shapes.py [--turns 1000]``.
"""

from __future__ import annotations

import argparse
import io
import os
import time

import neo4j
import pyshacl
import rdflib

from foam_graph.config import load_settings
from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.exchange.prov_export.terms import name_of
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.resources import package_file
from foam_graph.schema.shape_check import check_shapes
from foam_graph.store.server import control as server
from foam_graph.store.store import Store

FAULTS = 10
SH = rdflib.Namespace("http://www.w3.org/ns/shacl#")


def turn(n: int) -> Delta:
    """One turn: a claim with a record and a warrant."""
    delta = Delta()
    claim = delta.node("Claim", text=f"It is so {n}.", leaf="l", component="link", syllogism_type="advantage", stance_id="x",
                       evidence="required", values=["care"], form="quotation", words=3)  # fmt: skip
    record = delta.node("EvidenceRecord", tag="t", sentence_ids=[f"d:{n}"], quotation=f"So it is {n}.", documents=["d"],
                        severable=False, flags=[], source_classes=["law"])  # fmt: skip
    warrant = delta.node("Warrant", text="Since it is so.")
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim)
    delta.edge("SUPPORTS", record, claim)
    delta.edge("WARRANTS", warrant, claim)
    delta.edge("USES", warrant, record)
    return delta


def main() -> None:
    """Commits, plants, checks both ways and prints the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=1000)
    turns = parser.parse_args().turns
    settings, _ = load_settings()
    run = f"bench-shapes-{os.getpid()}"
    endpoint = server.up(settings)
    with Store(endpoint, "a bench") as store:
        store.ensure_chain(run, "run", "a bench")
        drafts = (ActivityDraft(run, "AgentTurn", Role.PROPOSER, f"slot {n}", "offline-rules") for n in range(turns))
        for waiting in [store.submit(draft, turn(n)) for n, draft in enumerate(drafts)]:
            waiting.result()
        with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as driver:
            text = "MATCH (c:Claim {run: $run}) WITH c ORDER BY c.seq LIMIT $n SET c.words = -1"
            driver.execute_query(text, run=run, n=FAULTS, database_=endpoint.database)
        live = []
        for _ in range(4):  # the first one plans
            begun = time.perf_counter()
            found = list(check_shapes(store, run, turns))
            live.append(time.perf_counter() - begun)
        out = io.BytesIO()
        write_prov(store, Request((run,), "turtle"), out)
    begun = time.perf_counter()
    data = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    shapes = rdflib.Graph().parse(data=package_file("foam_graph.ontology", "foam-shapes.ttl"), format="turtle")
    parsing = time.perf_counter() - begun
    begun = time.perf_counter()
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes)
    peer = time.perf_counter() - begun
    theirs = {str(report.value(one, SH.focusNode)) for one in report.subjects(rdflib.RDF.type, SH.ValidationResult)}
    same = theirs == {name_of(one.node) for one in found}
    rows, best = 8 * turns, sorted(live[1:])[1]
    print(f"{rows} nodes, activities and edges; {len(found)} violations, verdicts the same: {same}")
    print(f"Cypher: first {live[0]:.2f} s, then {best:.3f} s (median of 3), {rows / best:,.0f} rows/s")
    print(f"pySHACL: {peer:.1f} s, {rows / peer:,.0f} rows/s, and {parsing:.1f} s to parse")
    print(f"ratio to pySHACL: {peer / best:.0f} warm, {peer / live[0]:.0f} first")


if __name__ == "__main__":
    main()
