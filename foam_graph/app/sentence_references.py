"""Sentences named as sheets, positions and dossiers print them: ``5.23`` is sentence 23 of document 5.

Such a number is meant of a run: of the one that is named, else of the newest one, of the corpus where one is named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from foam_graph.advice import Action, NextStep
from foam_graph.app.chains import runs
from foam_graph.app.result import HIDDEN, Result
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.app.whereabouts import chain_whereabouts
from foam_graph.errors import CorpusError, UnknownId, UsageError
from foam_graph.findings.finding import finding_name
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.document_numbers import document_numbers
from foam_graph.reasoning.sheet_reading.stored import finding_of

_REFERENCE = re.compile(r"(\d{1,7})\.(\d{1,7})")
_FINDING = re.compile(r"f[0-9a-f]{12}")
"""How the sheet of a corpus names a finding."""
_LONGEST = 200
"""Characters of a sentence that an error tells."""


@dataclass(frozen=True)
class NumberedSentence(Result):
    """A sentence that was named by its number in a run.

    Attributes:
        sentence: The number: ``5.23`` is sentence 23 of document 5.
        run: The run.
        corpus: The run's corpus.
        document: Id of the document.
        title: Title of the document.
        text: What the sentence says; empty where the document is not on this machine.
        node: The sentence as the run holds it; empty where nothing of the run rests on it.
        newest: Whether nobody named the run, so that it is the newest one.
    """

    sentence: str
    run: str
    corpus: str
    document: str
    title: str
    text: str
    node: str
    newest: bool = field(metadata=HIDDEN)

    @property
    def told(self) -> str:
        """What was meant, in words."""
        number = self.sentence.partition(".")[2]
        whose = f"run {self.run}, the newest; another: --run RUN" if self.newest else f"run {self.run}"
        return f"{self.sentence} is sentence {number} of “{self.title}” in {whose}"


def is_reference(text: str) -> bool:
    """Whether a text names a sentence by its number, as ``5.23`` does."""
    return _REFERENCE.fullmatch(text.strip()) is not None


def numbered_sentence(session: Session, reference: str, run: str = "", corpus: str = "") -> NumberedSentence:
    """The sentence that a number means.

    Args:
        session: The session.
        reference: The number, e.g. ``5.23``.
        run: Id of the run, or its beginning; empty = the newest.
        corpus: Corpus of the newest run, where no run is named; empty = any.

    Raises:
        UnknownId: No such run, or it has no document or sentence of that number.
        UsageError: It is no such number, or the run does not say what it began with.
    """
    found = _REFERENCE.fullmatch(reference.strip())
    if found is None:
        raise UsageError(f"{reference[:40]!r} names no sentence", "Write it as 5.23: document 5, sentence 23.")
    chain = str(session.store.find(run, ("Run",))["id"]) if run else _newest(session, corpus)
    graph = read_run(session, chain)
    if corpus and chain_whereabouts(session, chain).corpus != corpus:
        raise UsageError(f"run {chain} is not of the corpus {corpus!r}", "Name one of the two.")
    return _found(session, graph, chain, int(found[1]), int(found[2]), not run)


def node_of(session: Session, given: str, run: str = "", corpus: str = "") -> str:
    """The id that was given, or that of the sentence whose number, or the finding whose name in the sheet of its corpus was given.

    Args:
        session: The session.
        given: An id, its beginning, the number of a sentence, or the name of a finding.
        run: Id of the run that it is meant of; empty = the newest.
        corpus: Corpus of the newest run, where no run is named; empty = any.

    Raises:
        UnknownId: The number means no sentence, or one that nothing of the run rests on; or the run has no such finding.
    """
    if _FINDING.fullmatch(given.strip()):
        return _finding(session, given.strip(), run, corpus)
    return held(numbered_sentence(session, given, run, corpus)) if is_reference(given) else given


def _finding(session: Session, name: str, run: str, corpus: str) -> str:
    """The node of a finding that a sheet of its corpus names; the sheet of a run has the nodes' own ids.

    Raises:
        UnknownId: The run has no such finding.
    """
    chain = str(session.store.find(run, ("Run",))["id"]) if run else _newest(session, corpus)
    graph = read_run(session, chain)
    for node in graph.live("Finding"):
        if finding_name(finding_of(graph, node)) == name:
            return node.id
    raise UnknownId(
        f"run {chain} has no finding {name}", NextStep(Action.MAKE_SHEET, "See its findings with", {"corpus": chain})
    )


def held(found: NumberedSentence) -> str:
    """The id of a sentence as its run holds it.

    Raises:
        UnknownId: Nothing of the run rests on it.
    """
    if not found.node:
        said = f": “{found.text[:_LONGEST]}”" if found.text else ""
        raise UnknownId(
            f"{found.told}{said}; nothing of the run rests on it",
            "Name a sentence that the sheet or the position names.",
        )
    return found.node


def _newest(session: Session, corpus: str) -> str:
    for one in runs(session):
        if one.kind == "run" and (not corpus or chain_whereabouts(session, one.id).corpus == corpus):
            return one.id
    raise UnknownId(
        f"there is no run over the corpus {corpus!r}" if corpus else "there is no run yet whose sentences have numbers",
        NextStep(Action.ASK, "Make one with"),
    )


def _found(session: Session, graph: Subgraph, run: str, number: int, position: int, newest: bool) -> NumberedSentence:
    reference = f"{number}.{position}"
    documents = {n: graph[one] for one, n in document_numbers(graph).items()}
    if not documents:
        raise UsageError(f"{run} has no documents with numbers", "Name a run that was asked, or the id of a node.")
    document = documents.get(number)
    if document is None:
        raise UnknownId(f"run {run} has documents 1 to {max(documents)}, and {reference} is of another", _list(run))
    corpus, name = chain_whereabouts(session, run).corpus, str(document["doc_id"])
    held = [one for one in graph.of("EvidenceSentence") if one["doc_id"] == name and int(one["sent_id"]) == position]
    text = str(held[-1].get("text", "")) if held else _text(session, corpus, document, position)
    return NumberedSentence(
        reference, run, corpus, name, str(document["title"]), text, held[-1].id if held else "", newest
    )


def _text(session: Session, corpus: str, document: Node, position: int) -> str:
    """The words of a sentence from its document; nothing where that is not on this machine.

    Raises:
        UnknownId: The document has no such sentence.
    """
    try:
        found = session.corpora.document(corpus, str(document["doc_id"]))
    except CorpusError:
        return ""
    total = len(found.segmentation.spans)
    if not 1 <= position <= total:
        raise UnknownId(f"“{document['title']}” has sentences 1 to {total}, no {position}", _list(corpus))
    return found.sentence(position).text


def _list(name: str) -> NextStep:
    return NextStep(Action.MAKE_SHEET, "See the numbers with", {"corpus": name})
