"""Research: what a search service finds becomes documents of a corpus, each with its address and when it was fetched."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlsplit

from lxml import etree, html

from foam_graph.app.loading import LoadReport, take
from foam_graph.app.result import JsonObject, Result
from foam_graph.app.session import Session
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.formats.citations import Fields, suggested_fields
from foam_graph.corpus.reading import LoadedDocument, ReadReport, read_fetched
from foam_graph.errors import CorpusError, FetchFault, FoamError
from foam_graph.research.fetching import Fetched, Fetcher
from foam_graph.research.hits import Hit
from foam_graph.research.services import Environment, search

SUFFIXES: Final = {
    "text/html": ".html",
    "application/xhtml+xml": ".xhtml",
    "application/pdf": ".pdf",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
}
"""Media types that become documents, and the format that they are read as."""


@dataclass(frozen=True)
class Finding(Result):
    """What a service named, and what became of it.

    Attributes:
        url: As the service gave it.
        title: Of the document; the service's where there is none.
        document: Id of the document; None where there is none.
        licence: As it was stated; empty where it was not.
        retrieved_at: When it was fetched; empty where it was not.
        fault: Why there is no document; empty where there is.
    """

    url: str
    title: str
    document: str | None
    licence: str
    retrieved_at: str
    fault: str


@dataclass(frozen=True)
class Research(Result):
    """What a search for documents came to.

    Attributes:
        query: What was looked for.
        source: The service that was asked.
        found: What it named.
        corpus: The corpus that documents were loaded into.
        loaded: What loading them did; None where nothing could be taken.
    """

    query: str
    source: str
    found: tuple[Finding, ...]
    corpus: str
    loaded: LoadReport | None

    @property
    def added(self) -> tuple[str, ...]:
        """Ids of the documents that are new."""
        return tuple(self.loaded.added) if self.loaded is not None else ()

    def as_json(self) -> JsonObject:
        """Query, source and findings, and beside them what ``foam load`` says."""
        searched: JsonObject = {
            "query": self.query,
            "source": self.source,
            "found": [finding.as_json() for finding in self.found],
        }
        # What was refused stands in the findings; whether that is a failure is the reader's to say.
        done = Result.as_json(self.loaded) if self.loaded else {"corpus": self.corpus, "added": []}
        return searched | done


@dataclass(frozen=True)
class _Taken:
    """A hit with its document; None where there is none, with the reason."""

    hit: Hit
    document: LoadedDocument | None = None
    fault: str = ""

    def finding(self) -> Finding:
        if self.document is None:
            return Finding(self.hit.url, self.hit.title, None, self.hit.licence, "", self.fault)
        citation = self.document.citation
        return Finding(
            self.hit.url, citation.title, self.document.id, citation.licence, citation.retrieved_at, self.fault
        )


def fetch(
    session: Session, query: str, source: str, corpus: str, k: int, environment: Environment | None = None
) -> Research:
    """Searches, fetches, and loads what could be fetched into a corpus.

    Args:
        session: The connections.
        query: What to look for.
        source: ``arxiv``, ``tavily`` or ``google``.
        corpus: Name of the corpus.
        k: Most documents wanted.
        environment: Where keys and addresses are; the process's own when not given.

    Raises:
        UsageError: An unknown source, no key, or a query that cannot be asked.
        FetchFault: The service does not answer as it should.
        CorpusError: The corpus's name cannot be used.
        StoreUnreachable: Neo4j does not answer; nothing was fetched.
    """
    environment = environment or Environment()
    check_corpus_name(corpus)
    _ = session.store
    session.progress(f"asking {source}")
    hits = search(source, query, k, environment)
    note = f"Found by {source} for the query {query[:300]!r}."
    with Fetcher(environment.hosts) as fetcher:
        taken = []
        for n, hit in enumerate(hits, 1):
            session.progress(f"fetching {n} of {len(hits)}")
            taken.append(_taken(fetcher, hit, corpus, note))
    return Research(query, source, tuple(each.finding() for each in taken), corpus, _load(session, corpus, taken))


def _load(session: Session, corpus: str, taken: list[_Taken]) -> LoadReport | None:
    documents: dict[str, LoadedDocument] = {}
    duplicates = []
    for each in taken:
        if each.document is not None and each.document.id in documents:
            duplicates.append((each.hit.url, documents[each.document.id].path))
        elif each.document is not None:
            documents[each.document.id] = each.document
    if not documents:
        return None
    rejected = [(each.hit.url, each.fault) for each in taken if each.fault]
    return take(session, ReadReport(list(documents.values()), rejected, duplicates), corpus)


def _taken(fetcher: Fetcher, hit: Hit, corpus: str, note: str) -> _Taken:
    """A hit as a document: the text that the service gives itself, else the page."""
    try:
        page = None if hit.text else fetcher.page(hit.url)
        content = hit.text.encode() if page is None else page.content
        suffix = ".txt" if page is None else _suffix(page)
        url = hit.url if page is None else page.url
        licence = hit.licence if page is None else _licence(page)
        stated, remarks = suggested_fields(_fields(hit, url, licence))
        document = read_fetched(content, _path(url, suffix), stated, corpus, notes=(note, *remarks))
    except FoamError as fault:
        if not isinstance(fault, FetchFault | CorpusError):
            raise
        return _Taken(hit, fault=fault.message)
    return _Taken(hit, document)


def _fields(hit: Hit, url: str, licence: str) -> Fields:
    stated = {
        "title": hit.title,
        "author": hit.author,
        "date": hit.date,
        "publisher": hit.publisher or (urlsplit(url).hostname or ""),
        "url": url,
        "licence": licence,
        "retrieved_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "source_class": hit.source_class,
    }
    return {key: (text, 1) for key, text in stated.items() if text}


def _suffix(page: Fetched) -> str:
    """The format to read a page as.

    Raises:
        FetchFault: Of a media type that is no document.
    """
    suffix = SUFFIXES.get(page.type or "text/html")
    if suffix is None:
        raise FetchFault(f"it is {page.type[:80]}, which is not read as a document")
    return suffix


def _licence(page: Fetched) -> str:
    """The licence that a page states: a link of relation ``license`` (RFC 4946), in its headers or its HTML."""
    for link in page.headers.get("link", "").split(","):
        target, _, parameters = link.partition(";")
        if re.search(r"rel=\"?license\"?", parameters, re.IGNORECASE):
            return target.strip(" <>")[:500]
    if SUFFIXES.get(page.type) not in (".html", ".xhtml"):
        return ""
    try:
        root = html.document_fromstring(page.content)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return ""
    links = root.xpath("//link[@href] | //a[@href]")
    return next((str(e.get("href"))[:500] for e in links if "license" in (e.get("rel") or "").lower().split()), "")


def _path(url: str, suffix: str) -> str:
    """The path of a fetched document: always the same for the same address, so that a later fetch is a later version."""
    parts = urlsplit(url)
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", parts.path.rsplit("/", 1)[-1]).strip("-.")[:60]
    if name.lower().endswith(suffix):
        name = name[: -len(suffix)]
    host = re.sub(r"[^a-z0-9.-]+", "-", (parts.hostname or "").lower())
    return f"{host}/{name or 'index'}-{hashlib.sha256(url.encode()).hexdigest()[:8]}{suffix}"
