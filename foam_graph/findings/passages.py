"""The unit that the offline rules read: one sentence with where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.casefile.case_file import cited


@dataclass(frozen=True)
class Passage:
    """One sentence of one document.

    Attributes:
        id: Stable id of the sentence.
        document: Id of its document.
        title: Title of the document.
        text: The sentence.
        date: ISO 8601 date of the document, or empty where it is not stated.
        source_class: Class of the source (protocol 5.1), ``unknown`` where not stated.
        before: The sentence before it in the document, or empty.
        after: The sentence after it, or empty.
        called: How a sentence calls the document; empty where its title says it.
        untitled: Whether that title is none that the document gives itself.
    """

    id: str
    document: str
    title: str
    text: str
    date: str = ""
    source_class: str = "unknown"
    before: str = ""
    after: str = ""
    called: str = ""
    untitled: bool = False

    @property
    def cited(self) -> str:
        """How the document is cited: by its title in quotation marks, without one as it is called."""
        return cited(self.title, self.called, self.untitled)
