"""Erasing personal texts everywhere, and the policy of how long they are kept (GDPR Art. 17 and 5(1)(e))."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.debate.memory.embedding import forget as forget_vectors
from foam_graph.debate.memory.held import memory_of
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.exchange.maps.map_import import KIND as IMPORT
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.store.erasure import LEAST, Holder, erase, holders, of_chain, of_edges, of_row, said

FLOOR = 183
"""Fewest days that a log is kept whole: six months (EU AI Act, Articles 19 and 26)."""
_REGISTER = "exports.jsonl"
_KEPT_FOR = ("run", IMPORT)
"""Chains that the policy is about: what was argued here or elsewhere. Documents are withdrawn one by one."""


@dataclass(frozen=True)
class HeldRow(Result):
    """A row of the graph that holds a text.

    Attributes:
        id: Id of the node or activity; of an edge its activity and place.
        kind: Its kind; ``Activity`` for every activity.
        run: Its chain.
        fields: Properties that hold it.
    """

    id: str
    kind: str
    run: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class ExportedFile(Result):
    """A file that was written of a run.

    Attributes:
        at: When.
        what: What it is, e.g. ``dossier``.
        run: Of which run; ``all`` for every one.
        path: Where.
        bytes: Its size then.
    """

    at: str
    what: str
    run: str
    path: str
    bytes: int


@dataclass(frozen=True)
class Erasure(Result):
    """What was erased, or would be.

    Attributes:
        node: The node that was named.
        erased: Rows whose texts go.
        sentences: By corpus and document the numbers of the sentences that go out of the corpus store; no number = the
            whole document.
        activities: Activities that say so; empty where nothing was done.
        remains: Rows whose open fields hold the text: they are under the hash as they are.
        exports: Files written earlier that may hold it.
    """

    node: str
    erased: tuple[HeldRow, ...]
    sentences: Mapping[str, Mapping[str, Sequence[int]]]
    activities: tuple[str, ...]
    remains: tuple[HeldRow, ...]
    exports: tuple[ExportedFile, ...]


@dataclass(frozen=True)
class RetainedRun(Result):
    """A run, against the policy.

    Attributes:
        run: Its id.
        last: When it was written last.
        age: Days since.
        due: Whether the policy asks for its texts to go.
        texts: Rows that still have personal texts.
    """

    run: str
    last: str
    age: int
    due: bool
    texts: int


@dataclass(frozen=True)
class Retention(Result):
    """What the policy of how long texts are kept asks for. Logs themselves are never shortened.

    Attributes:
        days: The policy; 0 = texts are kept.
        floor: Fewest days that it may be.
        runs: The runs that it is about.
        activities: Activities that erased what was due; empty where nothing was done.
    """

    days: int
    floor: int
    runs: tuple[RetainedRun, ...]
    activities: tuple[str, ...]


Positions = dict[str, dict[str, set[int]]]
"""By corpus and document, numbers of sentences; none = the whole document."""


@dataclass(frozen=True)
class _Target:
    """The node that was named.

    Attributes:
        id: Its id.
        kind: Its kind; ``Activity`` for every activity.
        properties: What it says.
    """

    id: str
    kind: str
    properties: Mapping[str, object]

    @property
    def document(self) -> str:
        """Id of the document that it is, or is a sentence of."""
        return str(self.properties["doc_id"])


def erase_node(session: Session, prefix: str, reason: str = "", by: str = "", dry_run: bool = False) -> Erasure:
    """Erases what a node says, wherever it was taken up: graph, corpus store, index and caches.

    The activity that says so is committed first. Chains, proofs and checkpoints stay valid. Whoever is broken off does it
    again: what is gone already is passed over.

    Args:
        session: The session.
        prefix: Id of a node or activity, or its beginning; of a document, all of its sentences go.
        reason: Why; recorded, so it must not repeat the text.
        by: Who ordered it.
        dry_run: Only list what would go.

    Raises:
        UnknownId: No such node.
        UsageError: Nothing of it can be erased, no reason or name is given, or the reason repeats the text.
        CorpusError: The corpus store cannot be written.
    """
    if not dry_run and not (reason.strip() and by.strip()):
        raise UsageError("erasing needs a reason and a name", "Give --reason TEXT and --by NAME.")
    target = _target(session, prefix)
    texts = _texts(session, target)
    if any(len(text) >= LEAST and text in reason for text in texts):
        raise UsageError("the reason repeats what is to be erased", "Say why, not what.")
    session.progress("looking for copies")
    own = of_row(target.kind, target.properties)
    rows = _joined([*own, *of_edges(session.store, target.id), *holders(session.store, texts)])
    sentences = _sentences(session, rows, target)
    if not any(row.personal for row in rows) and not sentences:
        raise UsageError(f"{target.id} holds no text that can be erased", "Name a node that says something.")
    planned = _planned(session, target, rows, sentences)
    if dry_run:
        return planned
    _erase_in_corpora(session, rows, sentences)
    session.progress("erasing in the graph")
    activities = tuple(done.activity for done in erase(session.store, rows, reason.strip(), by.strip()))
    return replace(planned, activities=activities)


def _planned(session: Session, target: _Target, rows: Sequence[Holder], sentences: Positions) -> Erasure:
    runs = {row.run for row in rows if row.personal}
    return Erasure(
        node=target.id,
        erased=tuple(_row(row) for row in rows if row.personal),
        sentences={corpus: {id_: sorted(n) for id_, n in of.items()} for corpus, of in sentences.items()},
        activities=(),
        remains=tuple(_row(row) for row in rows if not row.personal),
        exports=_exports(session, runs),
    )


def _erase_in_corpora(session: Session, rows: Sequence[Holder], sentences: Positions) -> None:
    # Looked up before anything goes: afterwards the store may no longer know the documents.
    parts = _parts(session, rows)
    session.progress("erasing in the corpus store")
    for corpus, documents in sentences.items():
        for document, numbers in documents.items():
            session.corpora.erase(corpus, document, numbers)
    for corpus, document, names in parts:
        session.corpora.erase(corpus, document, (), names)
    for corpus in {*sentences, *(part[0] for part in parts)}:
        session.index.forget(corpus)
    for memory in sorted({memory_of(row.run) for row in rows if row.personal} - {""}):
        forget_vectors(session.settings, memory)


def _target(session: Session, prefix: str) -> _Target:
    named = session.store.find(prefix)
    kind = "Activity" if named["kind"] in ACTIVITIES else named["kind"]
    return _Target(named["id"], kind, session.store.ask("show_node", id=named["id"])[0]["props"])


def _texts(session: Session, target: _Target) -> list[str]:
    """The texts of a node; of a document, those of its sentences too."""
    texts = said(target.kind, target.properties)
    if target.kind == "Document":
        document = session.corpora.document(str(target.properties["corpus"]), target.document)
        texts += [sentence.text for n, sentence in enumerate(document.sentences, 1) if n not in document.erased]
    return texts


def _joined(holders_: Iterable[Holder]) -> list[Holder]:
    """One holder a row and sort of field."""
    rows: dict[tuple[str, bool], Holder] = {}
    for holder in holders_:
        earlier = rows.get((holder.id, holder.personal))
        fields = tuple(sorted({*holder.fields, *(earlier.fields if earlier else ())}))
        rows[holder.id, holder.personal] = replace(holder, fields=fields)
    return list(rows.values())


def _parts(session: Session, rows: Iterable[Holder]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Corpus, document and names of what a document says about itself and goes out of the corpus store as well."""
    fields = {row.id: row.fields for row in rows if row.kind == "Document" and row.personal}
    documents = [node["props"] for node in session.store.ask("nodes_by_id", ids=sorted(fields))]
    present = session.corpora.names()
    return [
        (document["corpus"], document["doc_id"], fields[document["id"]])
        for document in documents
        if document["corpus"] in present and document["doc_id"] in session.corpora.ids(document["corpus"])
    ]


def _sentences(session: Session, rows: Iterable[Holder], target: _Target) -> Positions:
    """The sentences that go out of the corpus store."""
    wanted: dict[str, set[int]] = {}
    ids = {row.id for row in rows if row.kind == "EvidenceSentence" and row.personal}
    if target.kind == "EvidenceSentence":
        ids.add(target.id)
    for node in session.store.ask("nodes_by_id", ids=sorted(ids)):
        wanted.setdefault(node["props"]["doc_id"], set()).add(int(node["props"]["sent_id"]))
    if target.kind == "Document":
        wanted[target.document] = set()
    positions: Positions = {}
    for name in session.corpora.names():
        for document in wanted.keys() & session.corpora.ids(name):
            positions.setdefault(name, {})[document] = wanted[document]
    return positions


def _row(holder: Holder) -> HeldRow:
    return HeldRow(holder.id, holder.kind, holder.run, holder.fields)


def register_export(session: Session, what: str, run: str, path: Path, size: int) -> None:
    """Notes that a file was written, so that an erasure later can name it."""
    row = {"at": _now(), "what": what, "run": run, "path": str(path.absolute()), "bytes": size}
    try:
        with (session.settings.home / _REGISTER).open("a", encoding="utf-8") as register:
            register.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as fault:
        raise EnvironmentFault(f"{_REGISTER} cannot be written: {fault.strerror}", "Check the data folder.") from None


def _exports(session: Session, runs: set[str]) -> tuple[ExportedFile, ...]:
    """Files that were written of some runs, or of everything, and may still hold what was erased since."""
    try:
        lines = (session.settings.home / _REGISTER).read_text(encoding="utf-8").split("\n")
    except OSError:
        return ()
    # A line that was cut off when a disk was full is passed over: the file it is about was written all the same.
    rows = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    return tuple(
        ExportedFile(row["at"], row["what"], row["run"], row["path"], row["bytes"])
        for row in rows
        if row["run"] == "all" or row["run"] in runs
    )


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def retention(session: Session, enforce: bool = False, by: str = "") -> Retention:
    """Says which runs are older than the policy, and erases their personal texts if it is to be enforced.

    Args:
        session: The session; ``retention_days`` of its settings is the policy, 0 = texts are kept.
        enforce: Erase what is due.
        by: Who ordered it.

    Raises:
        UsageError: The policy is below the floor, there is none to enforce, or no name is given.
    """
    days = session.settings.retention_days
    if days and days < FLOOR:
        raise UsageError(
            f"retention_days is {days}; logs are kept whole for at least {FLOOR} days (six months)",
            f"Set FOAM_RETENTION_DAYS to {FLOOR} or more, or to 0 to keep texts.",
        )
    if enforce and not (days and by.strip()):
        raise UsageError("a policy and a name are needed to enforce it", "Set FOAM_RETENTION_DAYS, and give --by NAME.")
    runs: list[RetainedRun] = []
    activities: list[str] = []
    today = datetime.now(UTC)
    for chain in session.store.ask("runs"):
        if chain["kind"] not in _KEPT_FOR:
            continue
        age = (today - datetime.fromisoformat(chain["at"])).days
        rows = of_chain(session.store, chain["id"])
        due = bool(days) and age > days and bool(rows)
        runs.append(RetainedRun(chain["id"], chain["at"], age, due, len(rows)))
        if due and enforce:
            session.progress(f"erasing {chain['id']}")
            reason = f"Kept for {age} days; the policy is {days}."
            activities += [done.activity for done in erase(session.store, rows, reason, by.strip())]
    return Retention(days, FLOOR, tuple(runs), tuple(activities))
