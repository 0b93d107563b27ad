"""What a run's or a corpus's citations are worth: every rate of protocol 5.6 side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam_graph.advice import Action, NextStep
from foam_graph.app.quoting import Checked, CitationRates, check, rates_of, read_quotations, sources
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.corpus.quotations.rates import Scored, rates
from foam_graph.corpus.quotations.support import over_citation
from foam_graph.corpus.quotations.verdicts import FAITHFUL, Verdict
from foam_graph.errors import UnknownId
from foam_graph.reasoning.corpus_chain import chain_of


@dataclass(frozen=True)
class _Citation:
    """A live record of a run with its latest verdict.

    Attributes:
        record: Its id.
        verdict: None where it was never validated.
        score: 0.0 where it was never validated.
        diff: What differs, word by word.
        claims: Texts of the claims that it is cited for.
        sentences: Texts of the sentences that it quotes.
    """

    record: str
    verdict: Verdict | None
    score: float
    diff: str | None
    claims: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Surplus(Result):
    """Sentences cited beyond a smallest set that still passes the support check.

    Attributes:
        check: Name of the check.
        citations: Citations measured.
        sentences: Sentences they cite.
        needed: Sentences of the smallest sets.
        extra: The others.
        rate: Their share; None where nothing was measured.
        unmeasured: Citations that do not pass the check with all their sentences, so that none is superfluous.
    """

    check: str
    citations: int
    sentences: int
    needed: int
    extra: int
    rate: float | None
    unmeasured: int


@dataclass(frozen=True)
class UnfaithfulRecord(Result):
    """A record whose quotation is not faithful, or was never validated.

    Attributes:
        record: Its id.
        verdict: What the validator said; None where it was not asked.
        diff: What differs, word by word; None where it was not asked.
    """

    record: str
    verdict: Verdict | None
    diff: str | None


# The fields of the base that is named last come first: an answer begins with what it is about, and then has the rates.


@dataclass(frozen=True)
class _OfRun(Result):
    run: str


@dataclass(frozen=True)
class _Subject(Result):
    of: str
    kind: Literal["run", "corpus", "quotations"]


@dataclass(frozen=True)
class RunRates(CitationRates, _OfRun):
    """The rates of one run.

    Attributes:
        run: Its id.
        over_citation: What it cites beyond need.
        unfaithful: Records to look at.
    """

    over_citation: Surplus
    unfaithful: tuple[UnfaithfulRecord, ...]


@dataclass(frozen=True)
class CitationReport(CitationRates, _Subject):
    """What the citations of a run, or of every run over a corpus, are worth.

    Attributes:
        of: The run, or the name of the corpus.
        kind: Which of the two.
        over_citation: What they cite beyond need.
        runs: The same for each run.
    """

    over_citation: Surplus
    runs: tuple[RunRates, ...]


@dataclass(frozen=True)
class QuotationReport(CitationRates, _Subject):
    """What a file of quotations is worth.

    Attributes:
        of: Name of the corpus that they were checked against.
        kind: ``quotations``.
        unfaithful: Those that count and are not faithful.
    """

    unfaithful: tuple[Checked, ...]


def report(session: Session, name: str) -> CitationReport:
    """The report of ``foam evidence report``.

    A run is one case: a position is fully faithful when all its citations are. Of a corpus, every run that cites it is
    a case; one without a citation is unmeasured.

    Args:
        session: The session.
        name: A run's id or its beginning, or the name of a corpus.

    Raises:
        UnknownId: Neither a run nor a corpus has that name.
    """
    kind, runs = _runs(session, name)
    citations = {run: _citations(session, run) for run in runs}
    return CitationReport(
        runs[0] if kind == "run" else name,
        kind,
        **vars(rates([_scored(row, run) for run, rows in citations.items() for row in rows], runs)),
        over_citation=_surplus([row for rows in citations.values() for row in rows]),
        runs=tuple(_of_run(run, rows) for run, rows in citations.items()),
    )


def report_quotations(session: Session, corpus: str, file: Path) -> QuotationReport:
    """The same rates over a file of quotations, checked against a corpus.

    Raises:
        CorpusError: No such corpus.
        UsageError: The file cannot be read.
    """
    checked = check(read_quotations(file), sources(session, corpus, None))
    unfaithful = tuple(row for row in checked if row.counted and not row.faithful)
    return QuotationReport(corpus, "quotations", **vars(rates_of(checked)), unfaithful=unfaithful)


def _runs(session: Session, name: str) -> tuple[Literal["run", "corpus"], list[str]]:
    """Whether the name is a run's or a corpus's, and the runs meant."""
    if name in session.corpora.names():
        rows = session.store.ask("evidence_runs", chain=chain_of(name))
        return "corpus", [row["run"] for row in rows]
    try:
        return "run", [session.store.find(name, ("Run",))["id"]]
    except UnknownId:
        known = ", ".join(session.corpora.names()) or "none"
        raise UnknownId(
            f"{name!r} is neither a run nor a corpus (corpora: {known})", NextStep(Action.LIST_RUNS, "List runs with")
        ) from None


def _citations(session: Session, run: str) -> list[_Citation]:
    return [
        _Citation(
            row["id"],
            Verdict(row["verdict"]) if row["verdict"] else None,
            float(row["score"] or 0.0),
            row["diff"],
            # Erasing leaves claims and sentences without a text.
            tuple(text for text in row["claims"] if text),
            tuple(text for text in row["sentences"] if text),
        )
        for row in session.store.ask("evidence_citations", run=run)
    ]


def _of_run(run: str, citations: Sequence[_Citation]) -> RunRates:
    unfaithful = tuple(
        UnfaithfulRecord(row.record, row.verdict, row.diff) for row in citations if row.verdict not in FAITHFUL
    )
    measured = rates([_scored(row, run) for row in citations], [run])
    return RunRates(run, **vars(measured), over_citation=_surplus(citations), unfaithful=unfaithful)


def _scored(citation: _Citation, run: str) -> Scored:
    return Scored(citation.verdict or "", citation.score, run)


def _surplus(citations: Sequence[_Citation]) -> Surplus:
    surplus = over_citation((claim, row.sentences) for row in citations for claim in row.claims)
    return Surplus(
        surplus.check,
        surplus.citations,
        surplus.sentences,
        surplus.needed,
        surplus.extra,
        surplus.rate,
        surplus.unmeasured,
    )
