"""A run as a file: PROV for governance tools, a dossier for people, a journal for verification elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from foam_graph.app.asking import run_node
from foam_graph.app.results import run_parameters
from foam_graph.app.session import Session
from foam_graph.corpus.atomic import write_atomically
from foam_graph.errors import CorpusError, EnvironmentFault, UsageError
from foam_graph.export.dossier import render_dossier
from foam_graph.export.journal import journal_lines
from foam_graph.export.prov import export_prov
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence, document_node_id
from foam_graph.store.reading import node_from

FORMATS: dict[str, tuple[str, ...]] = {
    "prov": ("ttl", "json", "provn"),
    "dossier": ("html",),
    "journal": ("jsonl",),
}
"""What can be exported, and in which formats; the first is the default."""


def export(session: Session, what: str, prefix: str, form: str = "", redact: bool = False, compare: str = "") -> str:
    """A run as text.

    Args:
        session: The session.
        what: ``prov``, ``dossier`` or ``journal``.
        prefix: Id of the run, or its beginning; a journal may be of any chain.
        form: One of FORMATS; empty = the first.
        redact: Leave personal texts out, PROV only.
        compare: Another run to set beside it, dossier only.

    Raises:
        UsageError: An unknown sort or format, or an option that the sort does not have.
        UnknownId: No such run, or no position yet where one is needed.
    """
    form = checked_format(what, form)
    if (redact and what != "prov") or (compare and what != "dossier"):
        option = "--redact" if redact and what != "prov" else "--compare"
        raise UsageError(f"{option} does not apply to {what}", "Leave the option out.")
    run = str(session.store.find(prefix, ("Run",))["id"])
    session.progress(f"reading {run}")
    made: dict[str, Callable[[], str]] = {
        "prov": lambda: export_prov(read_run(session, run), run, form, redact=redact),  # type: ignore[arg-type]
        "dossier": lambda: _dossier(session, run, compare),
        "journal": lambda: "".join(f"{line}\n" for line in journal_lines(session.store, run)),
    }
    return made[what]()


def checked_format(what: str, form: str) -> str:
    """The format, or the default one of the sort.

    Raises:
        UsageError: An unknown sort or format.
    """
    if what not in FORMATS:
        raise UsageError(f"there is no export {what!r}", f"Use one of {', '.join(FORMATS)}.")
    if form and form not in FORMATS[what]:
        raise UsageError(f"there is no {what} format {form!r}", f"Use one of {', '.join(FORMATS[what])}.")
    return form or FORMATS[what][0]


def read_run(session: Session, run: str) -> Subgraph:
    """A chain with the perspectives and documents that it began with."""
    graph = session.store.subgraph(run)
    if graph[run]["kind"] == "run":
        parameters = run_parameters(graph, run)
        documents = [document_node_id(d, parameters["corpus"]) for d in parameters["documents"]]
        for row in session.store.ask("nodes_by_id", ids=[*parameters["perspectives"], *documents]):
            if row["props"]["id"] not in graph:
                graph.add(node_from(row["labels"], row["props"]))
    return graph


def _dossier(session: Session, run: str, compare: str) -> str:
    graph = read_run(session, run)
    run_node(graph, run)
    other = str(session.store.find(compare, ("Run",))["id"]) if compare else ""
    beside: Any = (read_run(session, other), other) if other else None
    return render_dossier(graph, run, _evidence(session, graph, run), beside)


def _evidence(session: Session, graph: Subgraph, run: str) -> Evidence | None:
    """The run's documents, for the surroundings of quotations; None where the corpus is not on this machine."""
    try:
        return Evidence(session.corpora.documents(run_parameters(graph, run)["corpus"]))
    except CorpusError:
        return None


def write_file(path: Path, text: str) -> int:
    """Writes a file that is whole or absent, and the folders above it; returns its size in bytes.

    Raises:
        UsageError: The path is a folder.
        EnvironmentFault: It cannot be written.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder", "Name a file.")
    content = text.encode("utf-8", errors="backslashreplace")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced by a file
            path.write_bytes(content)
        else:
            write_atomically(path, content)
    except OSError as fault:
        told = f"{path} cannot be written: {fault.strerror}"
        raise EnvironmentFault(told, "Choose another place, or free disk space.") from None
    return len(content)
