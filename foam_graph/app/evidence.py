"""What a run's or a corpus's citations are worth: every rate of foam.md 5 side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foam_graph.app.quoting import check, rates_of, read_quotations, sources
from foam_graph.app.session import Session
from foam_graph.corpus.quotations.support import over_citation
from foam_graph.corpus.quotations.verdicts import FAITHFUL
from foam_graph.corpus.rates import Scored, rates
from foam_graph.errors import UnknownId
from foam_graph.reasoning.corpus_chain import chain_of

Row = dict[str, Any]


def report(session: Session, name: str) -> Row:
    """The report of ``foam evidence report``.

    A run is one case: a position is fully faithful when all its citations are. Of a corpus, every run that cites it is
    a case; one without a citation is unmeasured.

    Args:
        session: The session.
        name: A run's id or its beginning, or the name of a corpus.

    Returns:
        ``{"of", "kind", "runs": [...], **rates, "over_citation"}``; each of ``runs`` has the rates of that run, and
        ``unfaithful``, the records whose quotation is not faithful or was never validated, with verdict and diff.

    Raises:
        UnknownId: Neither a run nor a corpus has that name.
    """
    kind, runs = _runs(session, name)
    citations = {run: session.store.ask("evidence_citations", run=run) for run in runs}
    every = [row for rows in citations.values() for row in rows]
    return {
        "of": runs[0] if kind == "run" else name,
        "kind": kind,
        **_rates([_scored(row, run) for run, rows in citations.items() for row in rows], every, runs),
        "runs": [{"run": run, **_one(run, rows)} for run, rows in citations.items()],
    }


def report_quotations(session: Session, corpus: str, file: Path) -> Row:
    """The same rates over a file of quotations, checked against a corpus.

    Raises:
        CorpusError: No such corpus.
        UsageError: The file cannot be read.
    """
    checked = check(read_quotations(file), sources(session, corpus, None))
    unfaithful = [one.as_json() for one in checked if one.verdict.counted and not one.verdict.faithful]
    return {"of": corpus, "kind": "quotations", **rates_of(checked), "unfaithful": unfaithful}


def _runs(session: Session, name: str) -> tuple[str, list[str]]:
    """Whether the name is a run's or a corpus's, and the runs meant."""
    if name in session.corpora.names():
        rows = session.store.ask("evidence_runs", chain=chain_of(name))
        return "corpus", [row["run"] for row in rows]
    try:
        return "run", [session.store.find(name, ("Run",))["id"]]
    except UnknownId:
        known = ", ".join(session.corpora.names()) or "none"
        raise UnknownId(f"{name!r} is neither a run nor a corpus (corpora: {known})", "List runs: foam runs") from None


def _one(run: str, rows: list[Row]) -> Row:
    unfaithful = [
        {"record": row["id"], "verdict": row["verdict"], "diff": row["diff"]}
        for row in rows
        if row["verdict"] not in FAITHFUL
    ]
    return {**_rates([_scored(row, run) for row in rows], rows, [run]), "unfaithful": unfaithful}


def _rates(scored: list[Scored], rows: list[Row], runs: list[str]) -> Row:
    surplus = over_citation(
        (claim, [text for text in row["sentences"] if text]) for row in rows for claim in row["claims"] if claim
    )
    return {**rates(scored, runs), "over_citation": surplus.as_json()}


def _scored(row: Row, run: str) -> Scored:
    return Scored(row["verdict"] or "", float(row["score"] or 0.0), run)
