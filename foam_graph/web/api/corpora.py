"""Corpora and their documents: read, and loaded by another program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body
from starlette.requests import Request

from foam_graph.app.chains import CorpusCount, corpus_counts
from foam_graph.app.result import Listing
from foam_graph.web.access.person import person_of
from foam_graph.web.api.bodies import DocumentsBody
from foam_graph.web.api.describing import Later
from foam_graph.web.api.operations import ROOT, Items, Key, Made, Size, asker, listing, reading, writing
from foam_graph.web.house import house_of
from foam_graph.web.paging import Part
from foam_graph.web.routes.parameters import Number

if TYPE_CHECKING:
    from foam_graph.app.reading_documents import DocumentText


router = APIRouter()
DOCUMENT_TEXT = Later("foam_graph.app.reading_documents", "DocumentText")
DOCUMENT_ROW = Later("foam_graph.app.loading", "DocumentRow")
LOAD_REPORT = Later("foam_graph.app.loading", "LoadReport")


@listing(router, "/corpora", "The corpora, with how many documents each has", CorpusCount)
def corpora(request: Request, number: Number = 1, size: Size = 50) -> Items:
    """The corpora."""
    with house_of(request).sessions.one() as session:
        found = [one for one in corpus_counts(session) if person_of(request).grants.cover(one.name)]
    part = Part(number, size, len(found), request.url.path, {"size": str(size)})
    return Items(Listing(found[part.skip : part.skip + size]), part)


@listing(router, "/corpora/{corpus}/documents", "The documents of a corpus", DOCUMENT_ROW)
def documents(request: Request, corpus: str, number: Number = 1, size: Size = 50) -> Items:
    """The documents of a corpus."""
    from foam_graph.app.reading_documents import list_documents

    with house_of(request).sessions.one() as session:
        found = list_documents(session, corpus, (number - 1) * size, size)
    return Items(found.documents, Part(number, size, found.total, request.url.path, {"size": str(size)}))


@reading(router, "/corpora/{corpus}/documents/{document}", "A document, 200 of its sentences at a time", DOCUMENT_TEXT)
def document(request: Request, corpus: str, document: str, number: Number = 1) -> DocumentText:
    """A document with some of its sentences."""
    from foam_graph.app.reading_documents import read_document

    with house_of(request).sessions.one() as session:
        return read_document(session, corpus, document, (number - 1) * 200 + 1, 200)


@writing(
    router, "/corpora/{corpus}/documents", "Load documents; what is there already is not loaded twice", LOAD_REPORT
)
def load(request: Request, corpus: str, body: Annotated[DocumentsBody, Body()], key: Key = "") -> Made:
    """Loads documents."""
    from foam_graph.app.handed_over import load_once

    with house_of(request).sessions.writing() as session:
        report, again = load_once(session, corpus, [one.handed() for one in body.documents], key, asker(request))
    return Made(report, f"{ROOT}/corpora/{corpus}/documents", again)
