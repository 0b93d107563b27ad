"""A run as a file: a dossier for people, a journal for verification elsewhere, an argument graph; a debate's flow; a corpus as cards.

PROV for governance tools has its own module, ``prov_exporting``: it is written as a stream.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.app.debated import is_debate
from foam_graph.app.looking_back import seen_at
from foam_graph.app.result import Result
from foam_graph.app.run_pages import debate_material, documents_of
from foam_graph.app.run_parameters import read_run, run_node
from foam_graph.app.session import Session
from foam_graph.corpus.cards.card import Card, make_card
from foam_graph.corpus.cards.card_files import card_line, stored_card
from foam_graph.corpus.documents import Document
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.exchange.cards_docx import cards_docx
from foam_graph.exchange.dossier.debate_docx import debate_docx
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.exchange.dossier.page import render_dossier
from foam_graph.exchange.dossier.position_docx import position_docx
from foam_graph.exchange.dossier.position_parts import position_parts
from foam_graph.exchange.dossier.speech_cards import speech_cards
from foam_graph.exchange.dossier.view import DossierView, dossier_view
from foam_graph.exchange.flow_csv import flow_csv
from foam_graph.exchange.graphs.argument_drawings import argdown, dot, mermaid
from foam_graph.exchange.journal.journal import all_journal_lines, journal_lines
from foam_graph.exchange.maps.aif import AifGraph, aif_json
from foam_graph.exchange.maps.debate_as_aif import aif_of_debate
from foam_graph.exchange.maps.map_correcting import corrected_map
from foam_graph.exchange.maps.map_import import KIND as IMPORT
from foam_graph.exchange.maps.run_as_aif import aif_of
from foam_graph.exchange.prov_export.export import SYNTAXES
from foam_graph.files.atomic import write_atomically
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.flow import flow_of
from foam_graph.store.reading import node_from

FORMATS: dict[str, tuple[str, ...]] = {
    "prov": tuple(SYNTAXES),
    "dossier": ("html", "docx"),
    "position": ("docx", "pdf"),
    "speech": ("docx", "jsonl"),
    "journal": ("jsonl",),
    "cards": ("docx", "jsonl"),
    "pack": ("zip",),
    "aif": ("json",),
    "flow": ("csv", "xlsx"),
    "graph": ("graphml", "csv", "dot", "mermaid", "argdown"),
}
"""What can be exported, and in which formats; the first is the default."""
ENDINGS = {"ttl": "turtle", "nq": "nquads", "json-ld": "jsonld", "prov-json": "json", "prov-n": "provn"}
"""Other names of PROV's formats: the endings of their files, and what W3C calls them."""
ALL = "all"
"""Stands for every chain, where a journal or PROV is exported."""


@dataclass(frozen=True)
class Exported(Result):
    """A file that was written.

    Attributes:
        what: What was exported, a key of ``FORMATS``.
        format: In which format.
        path: Where to.
        bytes: Its size.
    """

    what: str
    format: str
    path: str
    bytes: int


def export(session: Session, what: str, prefix: str, form: str = "", compare: str = "", as_of: str = "") -> str | bytes:
    """A run as text, or a corpus as cards.

    Args:
        session: The session.
        what: ``dossier``, ``position``, ``speech``, ``journal``, ``aif``, ``flow``, ``graph`` or ``cards``.
        prefix: Id of the run, or its beginning; a journal may be of any chain, or of ``all``; cards are of a corpus.
        form: One of FORMATS; empty = the first.
        compare: Another run to set beside it, dossier only.
        as_of: An event or a time, see ``looking_back``; not for cards and packs.

    Raises:
        UsageError: An unknown sort or format, or an option that the sort does not have.
        UnknownId: No such run, or no position yet where one is needed.
    """
    form = checked_format(what, form)
    if compare and what != "dossier":
        raise UsageError(f"--compare does not apply to {what}", "Leave the option out.")
    if as_of and what in ("cards", "pack"):
        # Cards are of the corpus store, which is not the graph; a pack holds proofs of the ledger as it is.
        raise UsageError(f"--as-of does not apply to {what}", "Leave the option out.")
    session = seen_at(session, as_of, "" if prefix == ALL else prefix)
    if what == "cards":
        return _of_cards(cards_of(session, prefix), form)
    if prefix == ALL and what == "journal":
        return "".join(f"{line}\n" for line in all_journal_lines(session.store))
    run = str(session.store.find(prefix, ("Run",))["id"])
    session.progress(f"reading {run}")
    made: dict[str, Callable[[], str | bytes]] = {
        "dossier": lambda: _dossier(session, run, compare, form),
        "position": lambda: _position(session, run, form),
        "speech": lambda: _speech(session, run, form),
        "journal": lambda: "".join(f"{line}\n" for line in journal_lines(session.store, run)),
        "aif": lambda: aif_json(_aif(session, run)),
        "flow": lambda: _flow(session, run, form),
        "graph": lambda: _graph(session, run, form),
    }
    return made[what]()


def checked_format(what: str, form: str) -> str:
    """The format, or the default one of the sort.

    Raises:
        UsageError: An unknown sort or format.
    """
    if what not in FORMATS:
        raise UsageError(f"there is no export {what!r}", f"Use one of {', '.join(FORMATS)}.")
    form = ENDINGS.get(form, form)
    if form and form not in FORMATS[what]:
        raise UsageError(f"there is no {what} format {form!r}", f"Use one of {', '.join(FORMATS[what])}.")
    return form or FORMATS[what][0]


def _a_run(session: Session, run: str) -> Subgraph:
    graph = read_run(session, run)
    run_node(graph, run)
    return graph


def _aif(session: Session, run: str) -> AifGraph:
    graph = session.store.subgraph(run)
    if is_debate(graph, run):
        return aif_of_debate(graph)
    if graph[run]["kind"] == IMPORT:
        return corrected_map(graph)
    taken = list(dict.fromkeys(edge.end for edge in graph.edges if edge.type == "TAKES_UP"))
    rows = session.store.ask("nodes_by_id", ids=taken) if taken else ()
    return aif_of(_a_run(session, run), run, [node_from(row["labels"], row["props"]) for row in rows])


def _debate(session: Session, run: str, graph: Subgraph, form: str) -> str | bytes:
    """The page of a debate, or its Word document."""
    return (debate_docx if form == "docx" else render_debate)(graph, run, *debate_material(session, graph, run))


def _flow(session: Session, run: str, form: str) -> str | bytes:
    graph = session.store.subgraph(run)
    if not is_debate(graph, run):
        raise UsageError(
            f"{run} is of kind {graph[run]['kind']}, not a debate", NextStep(Action.LIST_RUNS, "List debates with")
        )
    if form == "csv":
        return flow_csv(flow_of(graph))
    # The library takes a while to import, which every other command would pay.
    from foam_graph.exchange.flow_xlsx import flow_xlsx

    ballots = graph.live("Ballot")
    won = f"{ballots[-1]['winner']}: {ballots[-1]['reasons']}" if ballots else ""
    return flow_xlsx(flow_of(graph), str(graph.of("Question")[0]["text"]), won)


def _graph(session: Session, run: str, form: str) -> str | bytes:
    """All of a chain, or the arguments in it."""
    if form in ("graphml", "csv"):
        # The library takes a while to import, which every other command would pay.
        from foam_graph.exchange.graphs.whole_graph import csv_archive, graphml

        return (graphml if form == "graphml" else csv_archive)(read_run(session, run))
    arguments = _aif(session, run)
    drawings: dict[str, Callable[[], str]] = {
        "dot": lambda: dot(arguments, run),
        "mermaid": lambda: mermaid(arguments),
        "argdown": lambda: argdown(arguments),
    }
    return drawings[form]()


def _dossier(session: Session, run: str, compare: str, form: str) -> str | bytes:
    graph = session.store.subgraph(run)
    if is_debate(graph, run):
        if compare:
            raise UsageError("--compare does not apply to a debate", "Leave the option out.")
        return _debate(session, run, graph, form)
    if form != "html":
        raise UsageError(
            f"the dossier of {run} is a page, no {form}", "A debate's can be a Word document; leave --format out."
        )
    graph = _a_run(session, run)
    other = str(session.store.find(compare, ("Run",))["id"]) if compare else ""
    beside = (read_run(session, other), other) if other else None
    return render_dossier(graph, run, documents_of(session, graph, run), beside)


def _position(session: Session, run: str, form: str) -> bytes:
    """The position of a run as a document to hand on."""
    parts = position_parts(_view(session, run))
    if form == "docx":
        return position_docx(parts)
    # The library takes a while to import, which every other command would pay.
    from foam_graph.exchange.dossier.position_pdf import position_pdf

    return position_pdf(parts)


def _speech(session: Session, run: str, form: str) -> bytes:
    return _of_cards(speech_cards(_view(session, run)), form)


def _view(session: Session, run: str) -> DossierView:
    """A run as a dossier shows it.

    Raises:
        UsageError: It is a debate: that is handed on as a dossier.
    """
    graph = read_run(session, run)
    if is_debate(graph, run):
        raise UsageError(
            f"{run} is a debate, which has no position", NextStep(Action.EXPORT_DOSSIER, "Use", {"run": run})
        )
    run_node(graph, run)
    return dossier_view(graph, run, documents_of(session, graph, run))


def _of_cards(cards: list[Card], form: str) -> bytes:
    return cards_docx(cards) if form == "docx" else b"".join(card.line() + b"\n" for card in cards)


def cards_of(session: Session, corpus: str) -> list[Card]:
    """The documents of a corpus as cards, in the order of their files; one that was no card gets its title as tag.

    Raises:
        CorpusError: No such corpus.
    """
    found = sorted(
        session.corpora.documents(corpus), key=lambda d: (d.path.rpartition("#")[0], card_line(d.path), d.path)
    )
    return [_card(session, document) for document in found]


def _card(session: Session, document: Document) -> Card:
    stored = stored_card(session.corpora.original(document.corpus, document.id)) if card_line(document.path) else None
    if stored is not None:
        return stored
    citation = document.citation
    short = " ".join(filter(None, (citation.author, citation.date[:4]))) or citation.title
    said = (citation.date, f'"{citation.title}"', citation.publisher, citation.url)
    full = ", ".join(dict.fromkeys(filter(None, (short, *said))))
    return make_card(document.text, document.marks, [(0, len(short))], tag=citation.title, fullcite=full)


def check_target(path: Path) -> None:
    """Says no to a place where no file can come to stand, before the work for it is done.

    Folders are not made: a slip in a path would put a file where nobody looks for it.

    Raises:
        UsageError: The path is a folder, or the folder that it is in is not there.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder", "Name a file.")
    if not path.parent.exists():
        raise UsageError(
            f"{path} cannot be written: there is no folder {path.parent}", "Make the folder first, or correct the path."
        )


def write_file(path: Path, text: str | bytes) -> int:
    """Writes a file that is whole or absent; returns its size in bytes.

    Raises:
        UsageError: The path is a folder, or in one that is not there.
        EnvironmentFault: It cannot be written.
    """
    check_target(path)
    content = text.encode("utf-8", errors="backslashreplace") if isinstance(text, str) else text
    try:
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced by a file
            path.write_bytes(content)
        else:
            write_atomically(path, content)
    except OSError as fault:
        told = f"{path} cannot be written: {fault.strerror}"
        raise EnvironmentFault(told, "Choose another place, or free disk space.") from None
    return len(content)


def json_document(value: object) -> str:
    """A JSON value as people read it: indented, in Unicode."""
    return json.dumps(value, ensure_ascii=False, indent=2)
