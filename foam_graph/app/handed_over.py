"""Documents that another program sends: their texts, or their bytes in Base64, never a path of this machine."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from foam_graph.app.adding import add
from foam_graph.app.answered_once import Asked, Write, once
from foam_graph.app.loading import LoadReport
from foam_graph.app.result import JsonObject
from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.corpus.given import NewDocument

LOADER = "api"
"""What the record names as the one who handed them over."""


@dataclass(frozen=True)
class Handed:
    """A document as it was sent: its name, its text or its bytes, and what it states of itself."""

    name: str
    text: str = ""
    content: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    publisher: str = ""
    url: str = ""
    licence: str = ""
    source_class: str = ""

    def document(self) -> NewDocument | Refusal:
        """The document; or why it is none."""
        try:
            content = base64.b64decode(self.content, validate=True)
        except (binascii.Error, ValueError):
            return Refusal(self.name, "content is no Base64")
        return NewDocument(**{**asdict(self), "content": content})


def load_once(
    session: Session, corpus: str, documents: Sequence[Handed], key: str = "", by: str = ""
) -> tuple[LoadReport, bool]:
    """Loads documents that were sent, unless that was done under the same key.

    Args:
        session: The session.
        corpus: Name of the corpus.
        documents: The documents.
        key: The key; empty = none.
        by: The account that sends them.

    Returns:
        What was loaded, and whether that was done before.

    Raises:
        KeyReused: The key was used for other documents.
        CorpusError: The corpus's name cannot be used, or none of the documents could be read. Nothing was stored.
        UsageError: There is no document, or too much of them. Nothing was stored.
    """
    check_corpus_name(corpus)
    done: list[LoadReport] = []

    def loaded(before: JsonObject) -> JsonObject:
        del before
        done.append(add(session, corpus, [one.document() for one in documents], LOADER))
        return {"added": list(done[0].added)}

    asked = Asked("load", {"corpus": corpus, "documents": [asdict(one) for one in documents]}, key, by)
    # What was stored before a crash is found by its content: loading it again changes nothing.
    answered = once(session, asked, Write(dict, lambda _: None, loaded))
    if done:
        return done[0], False
    added = answered.ids["added"]
    again = add(session, corpus, [one.document() for one in documents], LOADER)
    return replace(again, added=tuple(map(str, added)) if isinstance(added, list) else ()), True
