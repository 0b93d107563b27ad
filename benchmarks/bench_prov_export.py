"""PROV exports against plain Python that writes the same bytes, against rdflib and ``prov``; and from Neo4j.

Given rows: a synthetic chain of claims (per turn an activity, three nodes and four edges: 13 PROV statements) goes through
the export into a file. Plain Python (plain_prov.py) then writes the same bytes from the same rows, which is asserted; it
checks and hashes nothing. "Without hashes" is the export without what goes into its manifest. rdflib and ``prov``
serialise the same statements, which they hold already; a smaller number, since they are slow. Every measurement is a process of its own: processor seconds, peak memory above that of the imports.

End to end (``--neo4j TURNS``): a chain is committed to a managed Neo4j in FOAM_HOME, exported, and read with the same
statements and nothing else (wall seconds, since the server works too).

Run: ``python benchmarks/bench_prov_export.py [--turns 7700] [--peers 770] [--forms nquads …] [--neo4j 500]``.
"""

from __future__ import annotations

import argparse
import filecmp
import gc
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from plain_prov import WRITERS, rows_of

from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.exchange.prov_export.export import NAMES, Request, write_prov
from foam_graph.exchange.prov_export.statements import Chain
from foam_graph.exchange.prov_export.terms import name_of
from foam_graph.prov.model import Item
from foam_graph.prov.write.prov_o import Quads
from foam_graph.prov.write.sorted_lines import GraphDigest
from foam_graph.prov.write.turtle import Turtle
from foam_graph.store import chain_steps as steps
from foam_graph.store.chain_steps import link_statement, read_head, read_outside

RUN = "bench"


class Synthetic:
    """A chain of turns that answers as the store does; nothing of it is kept.

    Args:
        turns: How many.
    """

    def __init__(self, turns: int) -> None:
        self.turns = turns

    def ask(self, name: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a named query."""
        if name == "kinds_of":
            return [{"id": i, "labels": ["Artifact", "Claim"]} for i in params["ids"]]
        return list(getattr(self, name)(**params))

    def stream(self, name: str, **params: Any) -> Iterator[dict[str, Any]]:  # noqa: ARG002 - as the store has it
        """No chain but this one is referred to."""
        yield from ()

    def prov_head(self, run: str) -> Iterator[dict[str, Any]]:
        """The chain's head."""
        own = {"id": run, "kind": "run", "title": "A bench", "operator": "a bench", "software": "s", "ord": 1}
        head = {"agents": ["offline-rules"], "people": 0, "begun": AT, "last": AT, "seq": self.turns, "hash": "0" * 64}
        yield {"labels": ["Artifact", "Run"], "props": {**own, **stamps(0)}, **head, "models": [], "corpora": []}

    def ledger_activities(self, run: str, low: float, limit: int) -> Iterator[dict[str, Any]]:
        """Activities."""
        for seq in range(int(low), min(int(low) + limit, self.turns)):
            own = {"kind": "AgentTurn", "role": "Proposer", "step": "slot", "agent": "offline-rules"}
            used = {"used": [f"{run}-{seq - 1}-1"]} if seq else {}
            yield {
                "labels": ["Activity", "AgentTurn"],
                "props": {
                    **own,
                    **used,
                    "id": f"{run}-{seq}",
                    "seq": seq,
                    "at": AT,
                    "nodes": 3,
                    "edges": 4,
                    "run": run,
                },
            }

    def run_nodes(self, run: str, low: int, high: int) -> Iterator[dict[str, Any]]:
        """Nodes: a claim, a record, a warrant."""
        for seq in range(low, min(high, self.turns)):
            claim = {
                "text": f"Lighting number {seq} would harm the bats of the pond.", "leaf": "harm", "component": "impact",
                "syllogism_type": "advantage", "stance_id": "steward", "evidence": "required", "values": ["care"],
                "form": "quotation", "words": 8,
            }  # fmt: skip
            record = {
                "tag": "harm", "sentence_ids": [f"d:{seq}"], "quotation": "Lamps disturb the bats.", "documents": ["d"],
                "severable": False, "flags": [], "source_classes": ["report"],
            }  # fmt: skip
            kinds = (("Claim", claim), ("EvidenceRecord", record), ("Warrant", {"text": "What disturbs bats harms."}))
            rows = [
                [["Artifact", kind], {**props, "id": f"{run}-{seq}-{n}", "ord": n, **stamps(seq)}]
                for n, (kind, props) in enumerate(kinds, 1)
            ]
            yield {"seq": seq, "rows": rows}

    def read(self, text: str, run: str, low: int, high: int) -> list[dict[str, Any]]:
        """Edges."""
        assert text == link_statement()
        found = []
        for seq in range(low, min(high, self.turns)):
            claim, record, warrant = (
                [f"{run}-{seq}-{n}", ["Artifact", kind], run, seq, n, AT, None]
                for n, kind in enumerate(("Claim", "EvidenceRecord", "Warrant"), 1)
            )
            turn = [f"{run}-{seq}", ["Activity", "AgentTurn"], run, seq, None, AT, None]
            pairs = [("PROPOSES", turn, claim), ("SUPPORTS", record, claim), ("WARRANTS", warrant, claim)]
            pairs.append(("USES", warrant, record))
            rows = [[t, {"ord": n, **stamps(seq)}, a, b] for n, (t, a, b) in enumerate(pairs, 1)]
            found.append({"seq": seq, "rows": rows})
        return found


AT = "2026-03-01T00:00:00.000042Z"


def stamps(seq: int) -> dict[str, Any]:
    """What the store puts on every row."""
    return {"run": RUN, "activity": f"{RUN}-{seq}", "seq": seq, "at": AT}


def mib() -> float:
    """Peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_ours(turns: int, form: str, path: str) -> dict[str, Any]:
    """The export."""
    base, begun = mib(), time.process_time()
    with Path(path).open("wb") as out:
        told = write_prov(Synthetic(turns), Request([RUN], form), out)
    found = {key: told[key] for key in ("statements", "quads", "bytes")}
    return {**found, "seconds": time.process_time() - begun, "mib": mib() - base}


def measure_plain(turns: int, form: str, path: str) -> dict[str, Any]:
    """Plain Python over the same rows; its bytes must be those of the export."""
    base, begun = mib(), time.process_time()
    with Path(path + ".plain").open("wb") as out:
        WRITERS[form](Synthetic(turns), RUN, link_statement(), out)
    seconds, peak = time.process_time() - begun, mib()
    if not filecmp.cmp(path, path + ".plain", shallow=False):
        raise SystemExit(f"plain Python wrote other bytes than the export: {path}.plain")
    return {"bytes": Path(path).stat().st_size, "seconds": seconds, "mib": peak - base}


def measure_rows(turns: int, form: str, path: str) -> dict[str, Any]:
    """The rows alone, made and dropped: what both of them stand on."""
    del form, path
    base, begun = mib(), time.process_time()
    count = sum(1 for _ in rows_of(Synthetic(turns), RUN, link_statement()))
    return {"bytes": count, "seconds": time.process_time() - begun, "mib": mib() - base}


def measure_unhashed(turns: int, form: str, path: str) -> dict[str, Any]:
    """The export without the counts and the hashes of the manifest; the same bytes."""
    source = Synthetic(turns)
    base, begun = mib(), time.process_time()
    chain = Chain(source, read_head(source, RUN))
    with Path(path + ".bare").open("wb") as out:
        quads, turtle = Quads(), Turtle(out, NAMES, shortcuts=False, named=False)

        def write(items: list[Item]) -> None:
            if form == "turtle":
                turtle.write(items)
            else:
                out.write(quads.lines([block for item in items for block in quads.of(item)]).encode())

        if form == "turtle":
            turtle.begin()
        write([chain.opening()])
        quads.bundle(name_of(RUN))
        statements = chain.statements()
        while some := list(islice(statements, 64)):
            write(some)
        if form == "turtle":
            turtle.end()
    seconds, peak = time.process_time() - begun, mib()
    if not filecmp.cmp(path, path + ".bare", shallow=False):
        raise SystemExit(f"other bytes than those of the export: {path}.bare")
    return {"bytes": Path(path).stat().st_size, "seconds": seconds, "mib": peak - base}


def measure_rdflib(turns: int, form: str, path: str) -> dict[str, Any]:
    """rdflib: building the graph and serialising it."""
    import rdflib

    del turns
    base = mib()
    whole = rdflib.Dataset()
    source = rdflib.Dataset()
    source.parse(path, format="nquads")
    quads = list(source.quads())
    begun = time.process_time()
    for s, p, o, g in quads:
        whole.add((s, p, o, g))  # type: ignore[arg-type]
    text = whole.serialize(format={"turtle": "trig", "nquads": "nquads"}[form], encoding="utf-8")
    return {"bytes": len(text), "seconds": time.process_time() - begun, "mib": mib() - base}


def measure_prov(turns: int, form: str, path: str) -> dict[str, Any]:
    """The ``prov`` library: serialising a document that it has read."""
    from prov.model import ProvDocument

    del turns
    base = mib()
    document = ProvDocument.deserialize(path, format="json")
    begun = time.process_time()
    more = {"rdf_format": "trig"} if form == "rdf" else {}
    text = document.serialize(format=form, **more)
    return {"bytes": len(str(text)), "seconds": time.process_time() - begun, "mib": mib() - base}


def measure_stages(turns: int, form: str, path: str) -> dict[str, Any]:
    """How far the digest of N-Quads gets: rows, steps of the model's nodes and edges, statements, blocks; seconds in sum."""
    del form, path
    source = Synthetic(turns)
    head = read_head(source, RUN)
    quads = Quads()
    quads.bundle(name_of(RUN))

    def digest() -> str | None:
        statements = Chain(source, head).statements()
        with GraphDigest() as taken:
            while some := list(islice(statements, 64)):
                taken.add([block for item in some for block in quads.of(item)], quads.end)
            return taken.value()

    work: dict[str, Callable[[], object]] = {
        "rows": lambda: sum(1 for _ in rows_of(source, RUN, link_statement())),
        "steps": lambda: sum(1 for _ in steps.read_steps(source, RUN)),
        "statements": lambda: sum(1 for _ in Chain(source, head).statements()),
        "blocks": lambda: sum(len(quads.of(item)) for item in Chain(source, head).statements()),
        "digest": digest,
    }
    found = {}
    for name, one in work.items():
        begun = time.process_time()
        one()
        found[name] = round(time.process_time() - begun, 2)
    return found


MEASURES = {
    "ours": measure_ours,
    "plain": measure_plain,
    "rows": measure_rows,
    "unhashed": measure_unhashed,
    "stages": measure_stages,
    "rdflib": measure_rdflib,
    "prov": measure_prov,
}


def apart(what: str, turns: int, form: str, path: Path) -> dict[str, Any]:
    """Runs one measurement in a process of its own."""
    command = [sys.executable, __file__, "--one", what, str(turns), form, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def given_rows(turns: int, peers: int, folder: Path, forms: Sequence[str]) -> None:
    """Prints the first table."""
    print("given rows: processor seconds, MiB above the imports, ratio to plain Python writing the same bytes")
    for form in forms:
        row = apart("ours", turns, form, folder / form)
        line = f"  {form:<8}{row['statements']} statements {row['bytes'] / 1e6:.1f} MB {row['seconds']:.2f} s {row['mib']:.0f} MiB"
        if form in WRITERS:
            plain, rows = apart("plain", turns, form, folder / form), apart("rows", turns, form, folder / form)
            line += f"; plain {plain['seconds']:.2f} s (rows {rows['seconds']:.2f})"
            line += f"; ratio {row['seconds'] / plain['seconds']:.1f}"
            bare = apart("unhashed", turns, form, folder / form)
            line += f"; without hashes {bare['seconds']:.2f} s, ratio {bare['seconds'] / plain['seconds']:.1f}"
        if form == "nquads":
            line += f"; in sum up to {apart('stages', turns, form, folder / form)}"
        print(line, flush=True)
    if not peers:
        return
    ours = {form: apart("ours", peers, form, folder / f"few.{form}") for form in ("nquads", "turtle", "json", "provn")}
    print(f"peers, {ours['json']['statements']} statements: seconds and MiB of the peer, ratio to ours")
    for what, form, source, mine in (
        ("rdflib", "nquads", "nquads", "nquads"),
        ("rdflib", "turtle", "nquads", "turtle"),
        ("prov", "json", "json", "json"),
        ("prov", "provn", "json", "provn"),
        ("prov", "rdf", "json", "turtle"),
    ):
        row = apart(what, peers, form, folder / f"few.{source}")
        ratio = row["seconds"] / ours[mine]["seconds"]
        print(f"  {what} {form:<7}{row['seconds']:.2f} s {row['mib']:.0f} MiB; ratio {ratio:.1f}", flush=True)


def end_to_end(turns: int) -> None:
    """Prints the second table: from Neo4j, beside a driver that reads the same rows and drops them."""
    from foam_graph.config import load_settings
    from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
    from foam_graph.model.kinds import Role
    from foam_graph.store.server import control as server
    from foam_graph.store.store import Store

    settings, _ = load_settings()
    run = f"bench-{os.getpid()}"
    with Store(server.up(settings), "a bench") as store:
        store.ensure_chain(run, "run", "a bench")
        source = Synthetic(turns)
        waiting = []
        for row in source.run_nodes(RUN, 0, turns):
            delta = Delta()
            claim, record, warrant = (
                delta.node(labels[1], **{k: v for k, v in props.items() if k not in ("id", "ord", *stamps(0))})
                for labels, props in row["rows"]
            )
            delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claim)
            delta.edge("SUPPORTS", record, claim)
            delta.edge("WARRANTS", warrant, claim)
            delta.edge("USES", warrant, record)
            draft = ActivityDraft(run, "AgentTurn", Role.PROPOSER, f"slot {row['seq']}", "offline-rules")
            waiting.append(store.submit(draft, delta))
        for one in waiting:
            one.result()
        for _ in range(2):  # the first reading warms the server
            begun = time.perf_counter()
            read_head(store, run)
            rows = sum(1 for _ in read_outside(store, run)) + sum(1 for _ in read_rows(store, run))
            bare = time.perf_counter() - begun
            times = {}
            for form in ("nquads", "turtle"):
                begun = time.perf_counter()
                told = write_prov(store, Request([run], form), io.BytesIO())
                times[form] = time.perf_counter() - begun
        print(f"from Neo4j, {told['statements']} statements: reading {rows} ranges {bare:.2f} s; " + "; ".join(
            f"{form} {seconds:.2f} s, ratio {seconds / bare:.1f}" for form, seconds in times.items()
        ))  # fmt: skip


def read_rows(store: Any, run: str) -> Iterator[int]:
    """The statements of an export in the same ranges, their rows counted and dropped."""
    low = 0
    while rows := store.ask("ledger_activities", run=run, low=float(low), limit=steps.RANGE):
        size, high = 0, low
        for row in rows:
            size += row["props"]["nodes"] + row["props"]["edges"]
            if high > low and size > steps.ROWS:
                break
            high = row["props"]["seq"] + 1
        yield len(store.ask("run_nodes", run=run, low=low, high=high))
        yield len(store.read(link_statement(), run=run, low=low, high=high))
        low = high


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=7700)
    parser.add_argument("--peers", type=int, default=770)
    parser.add_argument("--forms", nargs="+", default=["nquads", "turtle", "trig", "jsonld", "json", "provn"])
    parser.add_argument("--neo4j", type=int, default=0)
    parser.add_argument("--one", nargs=4)
    chosen = parser.parse_args()
    if chosen.one:
        what, turns, form, path = chosen.one
        gc.set_threshold(*GC_THRESHOLD)  # as the foam command does
        print(json.dumps(MEASURES[what](int(turns), form, path)))
        return
    if chosen.turns:
        with tempfile.TemporaryDirectory() as folder:
            given_rows(chosen.turns, chosen.peers, Path(folder), chosen.forms)
    if chosen.neo4j:
        end_to_end(chosen.neo4j)


if __name__ == "__main__":
    main()
