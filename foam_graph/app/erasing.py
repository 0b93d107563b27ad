"""Erasing personal texts everywhere, and the policy of how long they are kept (GDPR Art. 17 and 5(1)(e))."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.exchange.maps.map_import import KIND as IMPORT
from foam_graph.model.nodes import ACTIVITIES
from foam_graph.store.erasure import LEAST, Holder, erase, holders, of_chain, of_edges, of_row, said

FLOOR = 183
"""Fewest days that a log is kept whole: six months (EU AI Act, Articles 19 and 26)."""
_REGISTER = "exports.jsonl"
_KEPT_FOR = ("run", IMPORT)
"""Chains that the policy is about: what was argued here or elsewhere. Documents are withdrawn one by one."""


def erase_node(session: Session, prefix: str, reason: str = "", by: str = "", dry_run: bool = False) -> dict[str, Any]:
    """Erases what a node says, wherever it was taken up: graph, corpus store, index and caches.

    The activity that says so is committed first. Chains, proofs and checkpoints stay valid. Whoever is broken off does it
    again: what is gone already is passed over.

    Args:
        session: The session.
        prefix: Id of a node or activity, or its beginning; of a document, all of its sentences go.
        reason: Why; recorded, so it must not repeat the text.
        by: Who ordered it.
        dry_run: Only list what would go.

    Returns:
        ``{"node", "erased": [{"id", "kind", "run", "fields"}], "sentences", "activities", "remains", "exports"}``;
        ``remains``  are rows whose open fields hold the text, ``exports`` the files written earlier that
        may hold it.

    Raises:
        UnknownId: No such node.
        UsageError: Nothing of it can be erased, no reason or name is given, or the reason repeats the text.
        CorpusError: The corpus store cannot be written.
    """
    if not dry_run and not (reason.strip() and by.strip()):
        raise UsageError("erasing needs a reason and a name", "Give --reason TEXT and --by NAME.")
    found = session.store.find(prefix)
    texts, own = _target(session, found)
    if any(len(text) >= LEAST and text in reason for text in texts):
        raise UsageError("the reason repeats what is to be erased", "Say why, not what.")
    session.progress("looking for copies")
    held = _joined([*own, *of_edges(session.store, found["id"]), *holders(session.store, texts)])
    sentences = _sentences(session, held, found)
    parts = _parts(session, held)
    if not any(one.personal for one in held) and not sentences:
        raise UsageError(f"{found['id']} holds no text that can be erased", "Name a node that says something.")
    runs = {one.run for one in held if one.personal}
    told: dict[str, Any] = {
        "node": found["id"],
        "erased": [_row(one) for one in held if one.personal],
        "sentences": {name: {d: sorted(n) for d, n in rows.items()} for name, rows in sentences.items()},
        "activities": [],
        "remains": [_row(one) for one in held if not one.personal],
        "exports": _exports(session, runs),
    }
    if dry_run:
        return told
    session.progress("erasing in the corpus store")
    for corpus, rows in sentences.items():
        for document, numbers in rows.items():
            session.corpora.erase(corpus, document, numbers)
    for corpus, document, names in parts:
        session.corpora.erase(corpus, document, (), names)
    for corpus in {*sentences, *(one[0] for one in parts)}:
        session.index.forget(corpus)
    session.progress("erasing in the graph")
    told["activities"] = [one.activity for one in erase(session.store, held, reason.strip(), by.strip())]
    return told


def _target(session: Session, found: dict[str, Any]) -> tuple[list[str], list[Holder]]:
    """The texts of a node, and the node itself as their first holder."""
    kind = "Activity" if found["kind"] in ACTIVITIES else found["kind"]
    row = _properties(session, found)
    texts, own = said(kind, row), of_row(kind, row)
    if kind == "Document":
        document = session.corpora.document(row["corpus"], row["doc_id"])
        texts += [one.text for n, one in enumerate(document.sentences, 1) if n not in document.erased]
    return texts, own


def _properties(session: Session, found: dict[str, Any]) -> dict[str, Any]:
    return dict(session.store.ask("show_node", id=found["id"])[0]["props"])


def _joined(held: Iterable[Holder]) -> list[Holder]:
    """One holder a row and sort of field."""
    rows: dict[tuple[str, bool], Holder] = {}
    for one in held:
        there = rows.get((one.id, one.personal))
        fields = tuple(sorted({*one.fields, *(there.fields if there else ())}))
        rows[one.id, one.personal] = Holder(one.id, one.kind, one.run, fields, one.personal, one.start)
    return list(rows.values())


def _parts(session: Session, held: Iterable[Holder]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Corpus, document and names of what a document says about itself and goes out of the corpus store as well."""
    fields = {one.id: one.fields for one in held if one.kind == "Document" and one.personal}
    rows = [row["props"] for row in session.store.ask("nodes_by_id", ids=sorted(fields))]
    there = session.corpora.names()
    return [
        (row["corpus"], row["doc_id"], fields[row["id"]])
        for row in rows
        if row["corpus"] in there and row["doc_id"] in session.corpora.ids(row["corpus"])
    ]


def _sentences(session: Session, held: list[Holder], found: dict[str, Any]) -> dict[str, dict[str, set[int]]]:
    """Corpus, document and positions of the sentences that go out of the corpus store; none = the whole document."""
    wanted: dict[str, set[int]] = {}
    ids = [one.id for one in held if one.kind == "EvidenceSentence" and one.personal]
    if found["kind"] == "EvidenceSentence":
        ids.append(found["id"])
    for row in session.store.ask("nodes_by_id", ids=sorted(set(ids))):
        wanted.setdefault(row["props"]["doc_id"], set()).add(int(row["props"]["sent_id"]))
    if found["kind"] == "Document":
        wanted[_properties(session, found)["doc_id"]] = set()
    there: dict[str, dict[str, set[int]]] = {}
    for name in session.corpora.names():
        for document in wanted.keys() & session.corpora.ids(name):
            there.setdefault(name, {})[document] = wanted[document]
    return there


def _row(one: Holder) -> dict[str, Any]:
    return {"id": one.id, "kind": one.kind, "run": one.run, "fields": list(one.fields)}


def register_export(session: Session, what: str, run: str, path: Path, size: int) -> None:
    """Notes that a file was written, so that an erasure later can name it."""
    row = {"at": _now(), "what": what, "run": run, "path": str(path.absolute()), "bytes": size}
    try:
        with (session.settings.home / _REGISTER).open("a", encoding="utf-8") as register:
            register.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as fault:
        raise EnvironmentFault(f"{_REGISTER} cannot be written: {fault.strerror}", "Check the data folder.") from None


def _exports(session: Session, runs: set[str]) -> list[dict[str, Any]]:
    """Files that were written of some runs, or of everything, and may still hold what was erased since."""
    try:
        lines = (session.settings.home / _REGISTER).read_text(encoding="utf-8").split("\n")
    except OSError:
        return []
    rows = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
    return [row for row in rows if row["run"] == "all" or row["run"] in runs]


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def retention(session: Session, enforce: bool = False, by: str = "") -> dict[str, Any]:
    """Says which runs are older than the policy, and erases their personal texts if it is to be enforced.

    Args:
        session: The session; ``retention_days`` of its settings is the policy, 0 = texts are kept.
        enforce: Erase what is due.
        by: Who ordered it.

    Returns:
        ``{"days", "floor", "runs": [{"run", "last", "age", "due", "texts"}], "activities"}``; ``texts`` counts rows that
        still have personal texts. Logs themselves are never shortened.

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
    told: list[dict[str, Any]] = []
    done: list[str] = []
    today = datetime.now(UTC)
    for row in session.store.ask("runs"):
        if row["kind"] not in _KEPT_FOR:
            continue
        age = (today - datetime.fromisoformat(row["at"])).days
        held = of_chain(session.store, row["id"])
        due = bool(days) and age > days and bool(held)
        told.append({"run": row["id"], "last": row["at"], "age": age, "due": due, "texts": len(held)})
        if due and enforce:
            session.progress(f"erasing {row['id']}")
            reason = f"Kept for {age} days; the policy is {days}."
            done += [one.activity for one in erase(session.store, held, reason, by.strip())]
    return {"days": days, "floor": FLOOR, "runs": told, "activities": done}
