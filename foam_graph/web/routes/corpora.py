"""Corpora, their documents sentence by sentence, and the case sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request

from foam_graph.advice import Action, NextStep
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.web.house import House, house_of
from foam_graph.web.pages import Page, page
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number

if TYPE_CHECKING:
    from foam_graph.app.case_sheet import Sheet, SheetFinding
    from foam_graph.app.reading_documents import DocumentText
    from foam_graph.exchange.sheet.timeline_drawing import TimelineView

router = APIRouter()
DOCUMENTS = 100
"""Documents on a page."""
SENTENCES = 200
"""Sentences on a page."""
FINDINGS = 100
"""Findings on a page."""
MOST_TESTED = 500
"""Documents of the largest corpus that is read into a case sheet, or into a coverage card, while somebody waits."""

Kind = Annotated[str, Query(max_length=60, description="Only findings of this kind.")]
Sentence = Annotated[int, Query(ge=1, le=100_000_000, description="A sentence: the part that holds it is shown.")]


@page(router, "/corpora/{corpus}", "A corpus: what it covers, and its documents", kept="graph")
def corpus_page(request: Request, corpus: str, number: Number = 1) -> Page:
    """A corpus with its documents."""
    from foam_graph.app.reading_documents import list_documents
    from foam_graph.app.showing import coverage

    with house_of(request).sessions.one() as session:
        total = len(session.corpora.ids(corpus))
        part = Part(number, DOCUMENTS, total, request.url.path)
        listed = list_documents(session, corpus, part.skip, DOCUMENTS)
        card = coverage(session, corpus) if total <= MOST_TESTED else None
    twin = {**part.as_json(), "corpus": corpus, "coverage": card, "documents": listed.documents}
    shown = {"corpus": corpus, "documents": listed.documents, "card": card, "part": part}
    return Page("corpus.html", f"Corpus {corpus}", twin, shown)


@page(router, "/corpora/{corpus}/documents/{document}", "A document: its sentences, and who used them", kept="graph")
def document_page(
    request: Request, corpus: str, document: str, number: Number = 1, sentence: Sentence | None = None
) -> Page:
    """A document, some of its sentences at a time."""
    from foam_graph.app.reading_documents import read_document

    if sentence is not None:
        number = (sentence - 1) // SENTENCES + 1
    with house_of(request).sessions.one() as session:
        found = read_document(session, corpus, document, (number - 1) * SENTENCES + 1, SENTENCES)
    part = Part(number, SENTENCES, found.about.sentences, request.url.path)
    shown = {"text": found, "part": part, "used": _used(found), "wanted": sentence or 0}
    return Page("document.html", found.about.title or "(erased)", found, shown)


@page(router, "/corpora/{corpus}/sheet", "The case sheet: what the documents show before anybody argues")
def sheet_page(request: Request, corpus: str, kind: Kind = "", number: Number = 1) -> Page:
    """The findings of a corpus, by kind."""
    house = house_of(request)
    with house.sessions.one() as session:
        sheet, timeline, conflicts = _sheet(house, session, corpus)
    counts: dict[str, int] = {}
    for finding in sheet.findings:
        if not finding.is_pointer:
            counts[finding.kind] = counts.get(finding.kind, 0) + 1
    findings = Listing(one for one in sheet.findings if kind in ("", one.kind))
    part = Part(number, FINDINGS, len(findings), request.url.path, {"kind": kind} if kind else {})
    shown = Listing(findings[part.skip : part.skip + FINDINGS])
    twin = {**part.as_json(), "corpus": corpus, "findings": shown, "documents": sheet.documents}
    return Page(
        "sheet.html",
        f"Case sheet of {corpus}",
        twin,
        {
            "corpus": corpus,
            "groups": _groups(one for one in shown if not one.is_pointer),
            "pointers": [one for one in shown if one.is_pointer],
            "kinds": counts,
            "kind": kind,
            "part": part,
            "documents": sheet.documents,
            "timeline": timeline if kind in ("", "timeline") and number == 1 else None,
            "conflicts": conflicts if kind == "" and number == 1 else (),
        },
    )


def _sheet(house: House, session: Session, corpus: str) -> tuple[Sheet, TimelineView, tuple[SheetFinding, ...]]:
    # Their rules take a second to import: a server starts without them.
    from foam_graph.app.case_sheet import case_sheet
    from foam_graph.app.sheet_timeline import conflicts_of, timeline_of

    ids = session.corpora.ids(corpus)
    if len(ids) > MOST_TESTED:
        raise UsageError(
            f"{corpus} has {len(ids):,} documents; a sheet of more than {MOST_TESTED} is not made while a page waits",
            NextStep(Action.MAKE_SHEET, "Make it on the command line", {"corpus": corpus}),
        )
    # Erasing changes what a document says but not its id; the folder of the records changes then as well.
    stamp = (ids, session.corpora.stamp(corpus))
    sheet = house.shelf.sheet(corpus, stamp, lambda: case_sheet(session, corpus))
    return sheet, timeline_of(sheet), conflicts_of(sheet)


def _groups(findings: Iterable[SheetFinding]) -> list[tuple[str, list[SheetFinding]]]:
    """Findings by kind, in the order in which the kinds come."""
    groups: dict[str, list[SheetFinding]] = {}
    for one in findings:
        groups.setdefault(one.kind, []).append(one)
    return list(groups.items())


def _used(text: DocumentText) -> int:
    """How many of the sentences shown somebody used."""
    return sum(1 for one in text.sentences if one.uses)
