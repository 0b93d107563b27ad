"""Documents that a program hands over, as the files that a person would have written of them.

What is stored is self-describing: a text gets its citation as front matter, a card becomes a line of JSON. So the
bytes, their hash and the rules that read them are the same as for a file, and two texts of one wording but of
different authors are two documents.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

import orjson

from foam_graph.corpus.cards.card import make_card
from foam_graph.corpus.cards.card_files import card_line
from foam_graph.corpus.documents import MARKS, Mark
from foam_graph.corpus.formats.citations import KEYS
from foam_graph.errors import CorpusError

LONGEST_NAME = 500
_LONGEST_VALUE = 2_000
_PLAIN = (".txt", ".md")
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff]")


@dataclass(frozen=True)
class Section:
    """A part of a document under a heading of its own.

    Attributes:
        text: Its text.
        heading: Its heading; it is read as a line of the text. Empty = none.
    """

    text: str
    heading: str = ""


@dataclass(frozen=True, kw_only=True)
class NewDocument:
    """A document for a corpus; give one of ``text``, ``sections`` and ``content``.

    Attributes:
        name: Its name in the corpus, e.g. ``letters/2026-03-14.txt``. What comes later under the same name and says
            something else is taken as its later version.
        text: Its text.
        sections: Its text in parts.
        content: Its bytes, of a format that is read from files as well; the suffix of ``name`` says which
            (``.pdf``, ``.docx``, ``.html``, ``.md``, ``.txt``).
        title: Its title; the stem of its name where none is given.
        author: Who wrote it.
        date: Day, month or year of the document, ISO 8601.
        publisher: Who published it.
        url: Where it came from.
        licence: Under what terms.
        retrieved_at: When it was fetched, ISO 8601.
        source_class: One of ``SOURCE_CLASSES``, which evidence policies admit or not; empty = unknown.
        marks: Underlined, highlighted and other marked passages of ``text``.
    """

    name: str
    text: str = ""
    sections: tuple[Section, ...] = ()
    content: bytes = field(default=b"", repr=False)
    title: str = ""
    author: str = ""
    date: str = ""
    publisher: str = ""
    url: str = ""
    licence: str = ""
    retrieved_at: str = ""
    source_class: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class NewCard(NewDocument):
    """A card of evidence as debaters cut them: its text is the body, the words of the source, and nothing else.

    Attributes:
        tag: What the card is read for, in its cutter's words; it can never be quoted as evidence.
        cite: Its short cite, name and year.
        fullcite: The whole citation.
        pocket: Heading of the first level above it.
        hat: Heading of the second level.
        block: Heading of the third level.
        bucket: Group of copies that the data set put it into.
    """

    tag: str = ""
    cite: str = ""
    fullcite: str = ""
    pocket: str = ""
    hat: str = ""
    block: str = ""
    bucket: str = ""


def file_of(given: NewDocument) -> tuple[str, bytes]:
    """The path and the bytes that a document is stored as.

    Raises:
        CorpusError: It has no usable name, or not exactly one of text, sections and bytes.
    """
    name = _name(given.name)
    parts = sum(bool(part) for part in (given.text, given.sections, given.content))
    if parts != 1:
        told = "no text" if not parts else "more than one of text, sections and content"
        raise CorpusError(told, "Give one of text=, sections= and content=.")
    for key in KEYS:
        if len(getattr(given, key)) > _LONGEST_VALUE:
            raise CorpusError(f"{key} is longer than {_LONGEST_VALUE} characters", "Shorten it.")
    if given.content:
        if given.marks or isinstance(given, NewCard):
            raise CorpusError("bytes have no marks beside them", "Give the text instead of the bytes.")
        return name, given.content
    if given.marks or isinstance(given, NewCard):
        if given.sections:
            raise CorpusError("marks belong to a text, not to sections", "Give the text as one.")
        _check_marks(given)
        # A name that says which line of which file a card was keeps it; any other card is a file of one line.
        return (name if card_line(name) else f"{name}.jsonl#L1"), _line(given)
    plain = name if name.lower().endswith(_PLAIN) else f"{name}.txt"
    return plain, _front_matter(given) + (given.text or _joined(given.sections)).encode()


def _check_marks(given: NewDocument) -> None:
    """Refuses marks that are not of the text: a card in its one form would cut them to it, unseen.

    Raises:
        CorpusError: A mark of no kind, or outside the text.
    """
    for mark in given.marks:
        if mark.kind not in MARKS:
            raise CorpusError(f"a mark of kind {mark.kind[:60]!r}", f"Use one of {', '.join(MARKS)}.")
        if not 0 <= mark.start < mark.end <= len(given.text):
            raise CorpusError(f"mark {mark.start}-{mark.end} does not fit its text", "Count characters of the text.")


def _name(name: str) -> str:
    """A path that leaves no folder and steers no terminal.

    Raises:
        CorpusError: No such name.
    """
    parts = name.split("/")
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() or "\\" in name:
        raise CorpusError(
            f"{name[:80]!r} cannot name a document", f"Use 1 to {LONGEST_NAME} printable characters, parted by slashes."
        )
    if any(part in ("", ".", "..") for part in parts):
        raise CorpusError(f"{name[:80]!r} leaves its corpus", "Leave out empty parts, . and ..")
    return name


def citation_of(given: NewDocument) -> dict[str, str]:
    """What a document states of itself, by key of its citation; what is not stated is left out."""
    return {key: " ".join(getattr(given, key).split()) for key in KEYS if getattr(given, key).strip()}


def _front_matter(given: NewDocument) -> bytes:
    stated = {"title": given.title.strip() or _stem(given.name), **citation_of(given)}
    lines = [f"{key}: {_quoted(value)}" for key, value in stated.items()]
    return "\n".join(("---", *lines, "---", "")).encode()


def _stem(name: str) -> str:
    last = name.rsplit("/", 1)[-1]
    return last.rsplit(".", 1)[0] or last


def _quoted(value: str) -> str:
    """A text as a YAML 1.2 double-quoted scalar, of which JSON's texts are a part but for what YAML calls unprintable."""
    return _UNPRINTED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _joined(sections: tuple[Section, ...]) -> str:
    parts = (
        f"# {' '.join(one.heading.split())}\n\n{one.text}" if one.heading.strip() else one.text for one in sections
    )
    return "\n\n".join(parts)


def _line(given: NewDocument) -> bytes:
    stated = citation_of(given)
    if not isinstance(given, NewCard):
        marks = [mark.as_json() for mark in sorted(given.marks, key=lambda m: (m.start, m.end, m.kind, m.value))]
        return orjson.dumps({"text": given.text, "marks": marks, **stated}, option=orjson.OPT_SORT_KEYS)
    names = ("tag", "cite", "fullcite", "pocket", "hat", "block")
    card = make_card(given.text, given.marks, **{name: getattr(given, name) for name in names}).as_json()
    more = {"bucket": given.bucket} if given.bucket else {}
    return orjson.dumps({**card, **stated, **more}, option=orjson.OPT_SORT_KEYS)
