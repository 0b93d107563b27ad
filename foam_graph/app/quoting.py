"""Quotations checked against their sources: one, or a file of them with the rates of foam.md 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from foam_graph.app.session import Session
from foam_graph.corpus.documents import Document
from foam_graph.corpus.quote_corpus import QuoteCorpus
from foam_graph.corpus.reading import read_paths
from foam_graph.corpus.validation import QuoteVerdict, validate, validate_papers_rule
from foam_graph.errors import CorpusError, UnknownId, UsageError

RULES = ("foam", "papers")


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
    """Quotations from JSON Lines: ``{"quote", "document"?, "id"?, "case"?}`` a line.

    Raises:
        UsageError: The file cannot be read, or a line of it is no such object; names the line.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}", "Give a .jsonl file of quotations.") from None
    found = [_quotation(path, n, line) for n, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise UsageError(f"{path} holds no quotation", 'Give lines like {"quote": "...", "document": "d01..."}.')
    return found


def _quotation(path: Path, number: int, line: bytes) -> Quotation:
    example = 'Give lines like {"quote": "...", "document": "d01..."}.'
    try:
        data = orjson.loads(line)
    except orjson.JSONDecodeError as fault:
        raise UsageError(f"{path}:{number}: not JSON: {fault.msg}", example) from None
    if not isinstance(data, dict) or not isinstance(data.get("quote"), str):
        raise UsageError(f'{path}:{number}: has no text under "quote"', example)
    known = {name: data.get(name) or "" for name in ("document", "id", "case")}
    if not all(isinstance(value, str | int) for value in known.values()):
        raise UsageError(f"{path}:{number}: document, id and case must be texts", example)
    id_ = str(known["id"] or number)
    return Quotation(id_, data["quote"], str(known["document"]), str(known["case"]))


def sources(session: Session, corpus: str, folder: Path | None, document: str = "") -> list[Document]:
    """The documents that quotations are looked for in.

    Args:
        session: The session; used for a corpus only.
        corpus: Name of a corpus; empty = none.
        folder: A folder or file to read instead.
        document: A source that was named: a file is read as well.

    Raises:
        CorpusError: Nothing could be read, or no such corpus.
        UsageError: No source was named at all.
    """
    paths = [p for p in (folder, Path(document) if document and Path(document).exists() else None) if p]
    found: list[Document] = session.corpora.documents(corpus) if corpus else []
    if paths:
        report = read_paths(paths, "quotes")
        if not report.documents:
            told = "; ".join(f"{path}: {reason}" for path, reason in report.rejected[:3]) or "it holds no document"
            raise CorpusError(f"the sources cannot be read: {told}", "Give .txt, .md or .jsonl documents.")
        found = [*found, *report.documents]
    if not found:
        raise UsageError("there is nothing to check against", "Give --corpus NAME, --documents DIR or --document FILE.")
    return found


def check(quotations: Sequence[Quotation], documents: Sequence[Document], rule: str = "foam") -> dict[str, Any]:
    """Verdicts on quotations and their rates.

    Args:
        quotations: What to check.
        documents: Among which sources are looked for.
        rule: ``foam``, or ``papers`` for comparison only: it accepts most altered quotations.

    Returns:
        ``{"rule", "ok", "results": [...], "summary": {...}}``; ``ok`` when no counted quotation is unfaithful.

    Raises:
        UsageError: An unknown rule.
    """
    if rule not in RULES:
        raise UsageError(f"there is no rule {rule!r}", f"Use one of {', '.join(RULES)}.")
    corpus = QuoteCorpus(documents)
    verdicts = [(quotation, _verdict(quotation, documents, corpus, rule)) for quotation in quotations]
    results = [
        {"id": q.id, **asdict(v), "faithful": v.faithful, "counted": v.counted, **({"case": q.case} if q.case else {})}
        for q, v in verdicts
    ]
    return {
        "rule": rule,
        "ok": all(v.faithful for _, v in verdicts if v.counted),
        "results": results,
        "summary": _summary(verdicts),
    }


def _verdict(quotation: Quotation, documents: Sequence[Document], corpus: QuoteCorpus, rule: str) -> QuoteVerdict:
    source = None
    if quotation.document:
        source = _named(documents, quotation.document)
        if source is None:
            return QuoteVerdict("not_found", 0.0, diff=f"no document {quotation.document}")
    if rule == "papers":
        return validate_papers_rule(quotation.text, source, corpus)
    return validate(quotation.text, source, corpus)


def _named(documents: Sequence[Document], name: str) -> Document | None:
    """The document of that id or unique beginning of an id, path, or file name.

    Raises:
        UnknownId: The beginning of more than one id.
    """
    exact = [d for d in documents if name in (d.id, d.path)]
    if exact:
        return exact[0]
    file = Path(name).name
    by_name = [d for d in documents if Path(d.path).name == file]
    if by_name:
        return by_name[0]
    begun = [d for d in documents if d.id.startswith(name)]
    if len({d.id for d in begun}) > 1:
        raise UnknownId(f"{name!r} fits more than one document", "Give more of the id.")
    return begun[0] if begun else None


def _summary(verdicts: Sequence[tuple[Quotation, QuoteVerdict]]) -> dict[str, Any]:
    """The rates of foam.md 5; None where nothing counts."""
    counted = [v for _, v in verdicts if v.counted]
    tally: dict[str, int] = {}
    for _, verdict in verdicts:
        tally[verdict.verdict] = tally.get(verdict.verdict, 0) + 1
    cases = list(_cases(verdicts))
    measured = [case for case in cases if case]
    return {
        "quotations": len(verdicts),
        "counted": len(counted),
        "verdicts": dict(sorted(tally.items())),
        "cemr": _rate([v.faithful for v in counted]),
        "cemr_strict": _rate([v.verdict == "exact" for v in counted]),
        "fidelity": round(sum(v.score for v in counted) / len(counted), 4) if counted else None,
        "cases": len(cases),
        "unmeasured_cases": len(cases) - len(measured),
        "cfvr": _rate([all(v.faithful for v in case) for case in measured]),
        "cfvr_strict": _rate([all(v.verdict == "exact" for v in case) for case in measured]),
    }


def _cases(verdicts: Sequence[tuple[Quotation, QuoteVerdict]]) -> Iterator[list[QuoteVerdict]]:
    """Counted verdicts of each case, in order of first mention."""
    cases: dict[str, list[QuoteVerdict]] = {}
    for quotation, verdict in verdicts:
        if quotation.case:
            cases.setdefault(quotation.case, []).extend([verdict] if verdict.counted else [])
    yield from cases.values()


def _rate(held: Sequence[bool]) -> float | None:
    return round(sum(held) / len(held), 4) if held else None
