"""Governance packs: what of a run goes into one."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pyshacl
import rdflib

from foam_graph.advice import Action, NextStep
from foam_graph.app.exporting import Exported, export
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.result import JsonObject, Result, build, plain_json, shallow
from foam_graph.app.run_parameters import read_run, recorded
from foam_graph.app.sealing import seal
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.errors import CorpusError, UsageError
from foam_graph.exchange.journal.journal import journal_line, journal_lines
from foam_graph.exchange.packs.controls import control_page, controls
from foam_graph.exchange.packs.crate import METADATA, Described, RunFacts, crate
from foam_graph.exchange.packs.pack import VERIFIER, as_json, packed, verifier_source
from foam_graph.exchange.packs.pack_verifier import (
    CHECKPOINT,
    HASHES,
    JOURNAL,
    KEY,
    MANIFEST,
    OUTSIDE,
    PROOFS,
    SIGNATURE,
)
from foam_graph.exchange.packs.proof_files import Proven, prove_many
from foam_graph.exchange.prov_export.questions import questions
from foam_graph.model.canonical import canonical
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.proofs.note import opened, sign_text
from foam_graph.prov import check, read_bytes
from foam_graph.resources import package_file
from foam_graph.store.ledger.checkpoints import log_folder
from foam_graph.store.ledger.verification import read_event

_DOSSIER, _TURTLE, _PROV_JSON = "dossier.html", "prov/prov.ttl", "prov/prov.json"
_SHACL, _PROV, _LEDGER = "reports/shacl.json", "reports/prov.json", "reports/ledger.json"
_SHAPES, _ONTOLOGY = "ontology/foam-shapes.ttl", "ontology/foam.ttl"
_README = """A governance pack of FOAM Graph
===============================

dossier.html      the position in prose, its evidence, objections and dissent; or the debate: open it in a browser
controls.md       which file supports an answer to which clause of laws and frameworks
prov/             the run as W3C PROV; ontology/ says what the foam: terms mean
queries/          questions in SPARQL that prov/prov.ttl answers: what was contested, regenerated, left unresolved
journal/          the log: each line is one activity with all that it wrote
ledger/           the signed root over all activities, and the proof that each line is under it
documents/        the documents that were quoted, by hash
reports/          what checking PROV, shapes and the ledger found when the pack was made

To check it with nothing but Python:

    unzip -p pack.zip verify.py > verify.py
    python verify.py pack.zip
    python verify.py pack.zip --claim ID --key KEY

The key stands in ledger/key.txt. Compare it with the one that the operator published: a pack that was forged as a whole
agrees with its own key.
"""


@dataclass(frozen=True)
class PackedRun(Result):
    """A pack that was made.

    Attributes:
        run: The run that it is of.
        files: How many files it has.
        activities: Activities of the run and of other chains in it.
        size: Activities under the checkpoint.
        root: Root of the checkpoint, hex.
        prov_valid: Whether its PROV is valid; the report inside says why not.
        shacl_conforms: Whether its PROV conforms to the shapes; the report inside says why not.
    """

    run: str
    files: int
    activities: int
    size: int
    root: str
    prov_valid: bool
    shacl_conforms: bool


@dataclass
class _Gathered:
    """Files of a pack with what the crate tells of each."""

    members: dict[str, bytes]
    described: list[Described]

    def add(
        self, path: str, content: bytes, name: str, description: str, result: bool = False, source: bool = False
    ) -> None:
        self.members[path] = content
        self.described.append(Described(path, name, description, result, source, len(content)))


@dataclass(frozen=True)
class PackExport(PackedRun, Exported):
    """A pack that was written to a file."""


def exported(file: Exported, packed: PackedRun) -> PackExport:
    """A pack that was made, and the file that holds it."""
    return build(PackExport, {**shallow(file), **shallow(packed)})


def pack(session: Session, prefix: str, documents: bool = False, licence: str = "") -> tuple[bytes, PackedRun]:
    """A run or debate as a governance pack.

    What no checkpoint covers yet is put under one first: a pack without proofs would prove nothing.

    Args:
        session: The session.
        prefix: Id of the run, or its beginning.
        documents: Put the documents themselves into it, not only their hashes.
        licence: URL of the licence of the pack.

    Returns:
        The archive, and what is in it.

    Raises:
        UnknownId: No such run, or it has no position yet.
        UsageError: The chain is no run and no debate.
        VerifyError: The ledger does not hold; no pack is made of it.
        CorpusError: The documents are asked for and are not on this machine.
    """
    run = str(session.store.find(prefix, ("Run",))["id"])
    graph = read_run(session, run)
    if graph[run]["kind"] not in ("run", "debate"):
        raise UsageError(
            f"{run} is of kind {graph[run]['kind']}, no run or debate", NextStep(Action.LIST_RUNS, "List runs with")
        )
    gathered = _Gathered({}, [])
    session.progress("dossier")
    gathered.add(
        _DOSSIER, _bytes(export(session, "dossier", run)), "Dossier", "The position or debate for people.", result=True
    )
    prov_valid, shacl_conforms = _prov(session, gathered, run)
    session.progress("ledger")
    proven = _ledger(session, gathered, run)
    _documents(session, gathered, graph, run, documents)
    _about(gathered)
    facts = _facts(graph, run, licence)
    listed = [*gathered.described, *_itself()]
    gathered.members[METADATA] = as_json(crate(facts, listed))
    name, key = log_folder(session.settings.home).private_key()
    archive = packed(gathered.members, run, lambda text: sign_text(f"{name}\n{text}", name, key))
    return archive, PackedRun(
        run=run,
        files=len(gathered.members) + len(_itself()),
        activities=len(proven.paths),
        size=proven.size,
        root=opened(proven.note, proven.key).root.hex(),
        prov_valid=prov_valid,
        shacl_conforms=shacl_conforms,
    )


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", errors="backslashreplace") if isinstance(text, str) else text


def _exported(session: Session, run: str, form: str) -> bytes:
    out = io.BytesIO()
    # What is wrong with it belongs into the pack's report.
    print_prov(session, Wanted([run], form, check=False), out)
    return out.getvalue()


def _prov(session: Session, gathered: _Gathered, run: str) -> tuple[bool, bool]:
    """PROV in two syntaxes, and whether the checker and the shapes find it sound."""
    session.progress("PROV")
    turtle, plain = (_exported(session, run, form) for form in ("turtle", "json"))
    gathered.add(_TURTLE, turtle, "PROV-O", "The run in W3C PROV-O, Turtle.", result=True)
    gathered.add(_PROV_JSON, plain, "PROV-JSON", "The run in PROV-JSON.", result=True)
    session.progress("checking PROV")
    report = check(read_bytes(plain, _PROV_JSON))
    prov_report = {
        "of": _PROV_JSON,
        "valid": report.valid,
        "statements": report.statements,
        "violations": [violation.as_json() for violation in report.violations],
    }
    gathered.add(_PROV, as_json(prov_report), "PROV report", "Checked against W3C PROV-CONSTRAINTS.")
    session.progress("checking shapes")
    shapes, ontology = (package_file("foam_graph.ontology", Path(name).name) for name in (_SHAPES, _ONTOLOGY))
    data = rdflib.Graph().parse(data=turtle.decode("utf-8"), format="turtle")
    # A text that was lawfully erased is a warning; the report lists it, and the run conforms all the same.
    conforms, _, text = pyshacl.validate(data, shacl_graph=_shape_graph(shapes), allow_warnings=True)
    shapes_report = {"of": _TURTLE, "shapes": _SHAPES, "conforms": bool(conforms), "report": str(text).splitlines()}
    gathered.add(_SHACL, as_json(shapes_report), "SHACL report", "Checked against the shapes of the graph.")
    gathered.add(_SHAPES, shapes.encode(), "Shapes", "What each kind of node has, in SHACL.")
    gathered.add(
        _ONTOLOGY, ontology.encode(), "Ontology", "What the terms mean, and how they align with PROV-O and AIF."
    )
    return report.valid, bool(conforms)


@cache
def _shape_graph(shapes: str) -> rdflib.Graph:
    """The shapes, parsed: they take longer than the PROV of a run."""
    return rdflib.Graph().parse(data=shapes, format="turtle")


def _ledger(session: Session, gathered: _Gathered, run: str) -> Proven:
    """The log, the lines of other chains that it leads to, and the proofs of both."""
    checked = verify_run(session, run)
    seal(session)
    inside = list(journal_lines(session.store, run))
    places = _outside(session, inside, run)
    outside = [canonical(journal_line(chain, read_event(session.store, chain, seq))) for chain, seq in places]
    own = [(run, n) for n in range(len(inside))]
    proven = prove_many(session.store, log_folder(session.settings.home), [*own, *places])
    lines = [
        canonical({"activity": f"{chain}-{seq}", "index": index, "path": list(path)})
        for (chain, seq), (index, path) in sorted(proven.paths.items(), key=lambda proof: proof[1][0])
    ]
    log = "\n".join(inside).encode() + b"\n"
    gathered.add(JOURNAL, log, "Journal", "Each activity of the run, with all it wrote.", result=True)
    gathered.add(OUTSIDE, b"".join(line + b"\n" for line in outside), "Journal, other chains",
                 "The loads of the documents and perspectives that the run refers to.", source=True)  # fmt: skip
    gathered.add(CHECKPOINT, proven.note.encode(), "Checkpoint", "The signed root over all activities.")
    gathered.add(KEY, f"{proven.key}\n".encode(), "Key", "The public key of the checkpoint and of this pack.")
    gathered.add(PROOFS, b"".join(line + b"\n" for line in lines), "Proofs", "A Merkle path for each line of the log.")
    gathered.add(
        _LEDGER, as_json(plain_json(checked)), "Ledger report", "What verifying the chain in the database found."
    )
    return proven


def _outside(session: Session, lines: list[str], run: str) -> list[tuple[str, int]]:
    """Chain and seq of the activities that wrote what a run's edges lead to outside of it."""
    own, ends = set(), set()
    for line in lines:
        event = json.loads(line)
        own |= {event["event_id"], *event["artifact_ids"]}
        ends |= {edge[end] for edge in event["edges"] for end in ("start", "end")}
    rows = session.store.ask("nodes_by_id", ids=sorted(ends - own))
    return sorted({(str(row["props"]["run"]), int(row["props"]["seq"])) for row in rows} - {(run, 0)})


def _documents(session: Session, gathered: _Gathered, graph: Subgraph, run: str, whole: bool) -> None:
    corpus = str(recorded(graph, run).get("corpus", ""))
    rows: list[JsonObject] = []
    for node in graph.of("Document"):
        row = {"id": node["doc_id"], "node": node.id, "title": node["title"], "sha256": node["sha256"]}
        row |= {name: node[name] for name in ("date", "source_class", "licence", "url") if node.get(name)}
        if whole:
            ending = Path(str(node["path"]).partition("#")[0]).suffix.lower()
            name = f"documents/{node['doc_id']}{ending if ending[1:].isalnum() else ''}"
            row["file"] = name
            content = _original(session, corpus, node)
            gathered.add(name, content, str(node["title"]), "A document, as it was loaded.", source=True)
        rows.append(row)
    gathered.add(HASHES, as_json(rows), "Documents", "The documents of the run, by SHA-256.", source=True)


def _original(session: Session, corpus: str, node: Node) -> bytes:
    try:
        return session.corpora.original(corpus, node["doc_id"])
    except CorpusError as fault:
        raise CorpusError(fault.message, "Load the corpus here, or leave --documents out.") from None


def _about(gathered: _Gathered) -> None:
    rows = controls()
    gathered.add("controls.md", control_page(rows).encode(), "Control map", "What supports an answer to which clause.")
    for name, text in questions().items():
        about = text.partition("\n")[0].removeprefix("# question: ")
        gathered.add(f"queries/{name}.rq", text.encode(), f"Query: {name}", about)
    listed = as_json([row.model_dump() for row in rows])
    gathered.add("controls.json", listed, "Control map, as data", "The same for programs.")
    gathered.add("README.txt", _README.encode(), "Read me", "What is where, and how to check it.")
    gathered.add(VERIFIER, verifier_source().encode(), "Verifier", "Checks this pack; needs Python and nothing else.")


def _itself() -> list[Described]:
    return [
        Described(MANIFEST, "Manifest", "Every file with its size and SHA-256."),
        Described(SIGNATURE, "Signature", "The signed hash of the manifest."),
    ]


def _facts(graph: Subgraph, run: str, licence: str) -> RunFacts:
    times = sorted(node.at for node in graph.nodes if node.is_a("Activity") and node.id.startswith(f"{run}-"))
    return RunFacts(
        run=run,
        question=next((str(node.get("text", "")) for node in graph.of("Question")), ""),
        operator=str(graph[run]["operator"]),
        software=str(graph[run]["software"]),
        models=tuple(sorted({str(node["model"]) for node in graph.of("ModelCall")})),
        started=times[0],
        ended=times[-1],
        published=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        licence=licence,
    )
