"""Quotations checked against their sources: one, or a file of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam_graph.app.json_lines import optional_texts, read_objects
from foam_graph.app.session import Session
from foam_graph.app.sources import Sources
from foam_graph.corpus.documents import Document
from foam_graph.corpus.quotations.checking import context_of, validate_many
from foam_graph.corpus.quotations.papers_rule import validate_papers_rule
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.quotations.verdicts import QuoteVerdict
from foam_graph.corpus.rates import Scored, rates
from foam_graph.corpus.reading import ReadReport, read_paths
from foam_graph.errors import CorpusError, UnknownId, UsageError

RULES = ("foam", "papers")
_EXAMPLE = 'Give lines like {"id": "q1", "quote": "...", "document": "d01..."}.'


@dataclass(frozen=True)
class Quotation:
    """One quotation to check.

    Attributes:
        id: Its id in the file, or its line.
        text: The quotation.
        document: Id, path or file name of its source; empty = look everywhere.
        case: What it belongs to, for rates by case; empty = nothing.
    """

    id: str
    text: str
    document: str = ""
    case: str = ""


def read_quotations(path: Path) -> list[Quotation]:
    """Quotations from JSON Lines: ``{"id"?, "quote", "document"?, "case"?}`` a line.

    Raises:
        UsageError: The file cannot be read, or a line of it is no such object; names the line.
    """
    found = []
    for number, data in read_objects(path, "quote", "quotation", _EXAMPLE):
        texts = optional_texts(path, number, data, ("id", "document", "case"))
        found.append(Quotation(texts["id"] or str(number), data["quote"], texts["document"], texts["case"]))
    return found


def sources(session: Session, corpus: str, folder: Path | None, document: str = "") -> Sources:
    """The documents that quotations are looked for in.

    Args:
        session: The session; used for a corpus only.
        corpus: Name of a corpus; empty = none.
        folder: A folder or file to read instead.
        document: A source that was named: a file is read as well, unless the folder or corpus has it.

    Raises:
        CorpusError: Nothing could be read, or no such corpus.
        UsageError: No source was named at all.
    """
    stored: list[Document] = session.corpora.documents(corpus) if corpus else []
    read = read_paths([folder], "quotes") if folder is not None else ReadReport([], [], [])
    found = Sources([*stored, *read.documents], read.duplicates, read.rejected, by_path=not corpus)
    if document and found.named(document) is None and not found.fault(document) and Path(document).exists():
        more = read_paths([Path(document)], "quotes")
        rejected = [(document, reason) for _, reason in more.rejected]
        aliases = [*read.duplicates, *((document, one.path) for one in more.documents[:1])]
        found = Sources([*found.documents, *more.documents], aliases, [*read.rejected, *rejected], by_path=not corpus)
    if not found.documents and found.rejected:
        told = "; ".join(f"{path}: {reason}" for path, reason in found.rejected[:3])
        raise CorpusError(f"the sources cannot be read: {told}", "Give documents that foam load can read.")
    if not found.documents:
        raise UsageError("there is nothing to check against", "Give --corpus NAME, --documents DIR or --document FILE.")
    return found


@dataclass(frozen=True)
class Checked:
    """A quotation with its verdict.

    Attributes:
        quotation: What was checked.
        verdict: What was found.
        document: The document the spans are in, in the words of the question: a path or an id; None = none.
        path: Its path; None = none.
        context: What was left out that may turn the meaning; empty if nothing.
    """

    quotation: Quotation
    verdict: QuoteVerdict
    document: str | None
    path: str | None
    context: str

    def as_json(self) -> dict[str, Any]:
        """The row of ``foam quotes check --json``."""
        found, asked = self.verdict, self.quotation
        row: dict[str, Any] = {
            "id": asked.id,
            "verdict": found.verdict,
            "score": found.score,
            "document": self.document,
            "spans": [list(span) for span in found.spans],
            "diff": found.diff,
            "faithful": found.faithful,
            "counted": found.counted,
            "document_id": found.document or None,
            "path": self.path,
            "context": self.context,
        }
        return {**row, "case": asked.case} if asked.case else row


def check(quotations: Sequence[Quotation], among: Sources, rule: str = "foam") -> list[Checked]:
    """Verdicts on quotations.

    Args:
        quotations: What to check.
        among: The documents in which sources are looked for.
        rule: ``foam``, or ``papers`` for comparison only: it accepts most altered quotations.

    Raises:
        UsageError: An unknown rule.
        UnknownId: A source named by the beginning of more than one id, or by a file name that several have.
    """
    if rule not in RULES:
        raise UsageError(f"there is no rule {rule!r}", f"Use one of {', '.join(RULES)}.")
    corpus = QuoteCorpus(among.documents)
    verdicts: list[QuoteVerdict | None] = [_unreadable(quotation, among) for quotation in quotations]
    open_ = [n for n, verdict in enumerate(verdicts) if verdict is None]
    asked = [
        (quotations[n].text, among.named(quotations[n].document) if quotations[n].document else None) for n in open_
    ]
    if rule == "papers":
        found = [validate_papers_rule(text, source) for text, source in asked]
    else:
        found = validate_many(asked, corpus)
    for n, verdict in zip(open_, found, strict=True):
        verdicts[n] = verdict
    return [_checked(q, v, among, corpus) for q, v in zip(quotations, verdicts, strict=True) if v is not None]


def _unreadable(quotation: Quotation, among: Sources) -> QuoteVerdict | None:
    """The verdict where the source that was named is not there or could not be read."""
    try:
        if not quotation.document or among.named(quotation.document) is not None:
            return None
    except UnknownId as several:
        raise UnknownId(f"quotation {quotation.id}: {several.message}", several.hint) from None
    fault = among.fault(quotation.document)
    if fault:
        return QuoteVerdict("error", 0.0, diff=f"{quotation.document} cannot be read: {fault}")
    return QuoteVerdict("not_found", 0.0, diff=f"no document {quotation.document}")


def _checked(quotation: Quotation, verdict: QuoteVerdict, among: Sources, corpus: QuoteCorpus) -> Checked:
    document = corpus.get(verdict.document) if verdict.document else None
    if document is None:
        return Checked(quotation, verdict, None, None, "")
    shown = among.shown(document, quotation.document)
    return Checked(quotation, verdict, shown, document.path, context_of(verdict, corpus))


def rates_of(checked: Sequence[Checked]) -> dict[str, Any]:
    """The rates of foam.md 5 over quotations; over-citation needs sentence ids, which quotations do not have."""
    return rates([Scored(one.verdict.verdict, one.verdict.score, one.quotation.case) for one in checked])
