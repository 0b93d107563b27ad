"""Research: what a search service finds becomes documents of a corpus, each with its address and when it was fetched."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from lxml import etree, html

from foam_graph.app.loading import Loaded, take
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
class Taken:
    """One thing found, and what became of it.

    Attributes:
        hit: What the service said.
        document: The document; None where there is none.
        fault: Why there is none.
    """

    hit: Hit
    document: LoadedDocument | None = None
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        made = self.document
        return {
            "url": self.hit.url,
            "title": made.citation.title if made else self.hit.title,
            "document": made.id if made else None,
            "licence": made.citation.licence if made else self.hit.licence,
            "retrieved_at": made.citation.retrieved_at if made else "",
            "fault": self.fault,
        }


def fetch(
    session: Session, query: str, source: str, corpus: str, k: int, environment: Environment | None = None
) -> dict[str, Any]:
    """Searches, fetches, and loads what could be fetched into a corpus.

    Args:
        session: The connections.
        query: What to look for.
        source: ``arxiv``, ``tavily`` or ``google``.
        corpus: Name of the corpus.
        k: Most documents wanted.
        environment: Where keys and addresses are; the process's own when not given.

    Returns:
        ``{"query", "source", "found": [{"url", "title", "document", "licence", "retrieved_at", "fault"}], **load}``,
        the last as ``foam load`` gives it; without it where nothing could be taken.

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
    found: dict[str, Any] = {"query": query, "source": source, "found": [one.as_json() for one in taken]}
    loaded = _load(session, corpus, taken)
    return found | (loaded.as_json() if loaded else {"corpus": corpus, "added": []})


def _load(session: Session, corpus: str, taken: list[Taken]) -> Loaded | None:
    made: dict[str, LoadedDocument] = {}
    duplicates = []
    for one in taken:
        if one.document is not None and one.document.id in made:
            duplicates.append((one.hit.url, made[one.document.id].path))
        elif one.document is not None:
            made[one.document.id] = one.document
    if not made:
        return None
    rejected = [(one.hit.url, one.fault) for one in taken if one.fault]
    return take(session, ReadReport(list(made.values()), rejected, duplicates), corpus)


def _taken(fetcher: Fetcher, hit: Hit, corpus: str, note: str) -> Taken:
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
        return Taken(hit, fault=fault.message)
    return Taken(hit, document)


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
    found = SUFFIXES.get(page.type or "text/html")
    if found is None:
        raise FetchFault(f"it is {page.type[:80]}, which is not read as a document")
    return found


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
