"""Plain text and Markdown: decoded, front matter taken off, nothing else changed."""

from __future__ import annotations

from foam_graph.corpus.formats.citations import split_front_matter
from foam_graph.corpus.formats.decoding import decode, refuse_binary
from foam_graph.corpus.formats.extracted import Extracted

READER = "plain 1"


def read_plain(content: bytes) -> Extracted:
    """The text of a plain text or Markdown file.

    Raises:
        CorpusError: It is not text, or its front matter is faulty.
    """
    decoded = decode(content)
    if not decoded.marked:
        refuse_binary(content)
    front = split_front_matter(decoded.text)
    return Extracted(
        text=front.body,
        reader=READER,
        stated=front.fields,
        notes=decoded.notes + front.notes,
        offset=len(decoded.text) - len(front.body),
    )
