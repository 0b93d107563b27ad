"""Citation metadata as people write it: front matter, a sidecar file, or the keys of a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime

import yaml

from foam_graph.corpus.documents import SOURCE_CLASSES, Citation
from foam_graph.errors import CorpusError

KEYS = tuple(field.name for field in fields(Citation))
Fields = dict[str, tuple[str, int]]
"""Per key: its text and the line it stands on (1-based)."""

# Without a limit a rule drawn as "---" would have the whole document searched for its end.
_LONGEST_BLOCK = 20_000
_LONGEST_VALUE = 2_000
_FENCE = re.compile(r"---[ \t]*(?:\r\n|\n|\r)")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE)
_PARTIAL_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2]))?")
_SCHEME = re.compile(r"(?:https?://|ftps?://|urn:|doi:)\S+", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True)
class FrontMatter:
    """A text divided into front matter and body.

    Attributes:
        fields: Citation keys found; empty where there is no front matter.
        body: The text after it.
        notes: Readable remarks, e.g. keys that are not used.
    """

    fields: Fields
    body: str
    notes: tuple[str, ...] = ()


def split_front_matter(text: str) -> FrontMatter:
    """Takes a leading ``---`` block off a text, where it is front matter.

    A block that is not closed, or that holds no citation key at all (a horizontal rule, say), stays in the text and
    is noted: text is never dropped on a guess.

    Raises:
        CorpusError: The block is not YAML, or a value is not plain text; names the line.
    """
    opening = _FENCE.match(text)
    if not opening:
        return FrontMatter({}, text)
    closing = _END.search(text, opening.end(), opening.end() + _LONGEST_BLOCK)
    if not closing:
        return FrontMatter({}, text, ("Begins with --- but has no front matter; the line was kept as text.",))
    found = read_fields(text[opening.end() : closing.start()], first_line=2)
    if found is None or not any(key in KEYS for key in found):
        return FrontMatter({}, text, ("Begins with --- but has no citation key there; kept as text.",))
    return FrontMatter(_known(found), text[closing.end() :], unused(found, "front matter"))


def read_fields(block: str, first_line: int = 1) -> Fields | None:
    """Reads ``key: value`` lines of YAML, every value as the text that was written.

    Args:
        block: YAML text.
        first_line: Line of the file on which the block begins.

    Returns:
        The keys with their lines, or None where the block is not a mapping.

    Raises:
        CorpusError: Not YAML, a key stated twice, or a value that is a list or mapping; names the line.
    """
    try:
        root = yaml.compose(block, Loader=yaml.BaseLoader)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        line = first_line + (mark.line if mark else 0)
        raise _fault(
            line, f"not YAML: {getattr(fault, 'problem', None) or 'characters that YAML does not allow'}"
        ) from None
    except RecursionError:
        raise _fault(first_line, "not YAML: nested too deeply") from None
    if not isinstance(root, yaml.MappingNode):
        return None
    found: Fields = {}
    for key, value in root.value:
        line = first_line + key.start_mark.line
        name = str(key.value)
        if name in found:
            raise _fault(line, f"{name} is stated twice")
        if isinstance(value, yaml.ScalarNode):
            found[name] = ("" if value.style is None and value.value in _NULLS else value.value, line)
        elif name in KEYS:
            raise _fault(line, f"{name} must be one text, not a list or mapping")
        else:
            found[name] = ("", line)
    return found


def card_fields(card: Mapping[str, object], line: int) -> Fields:
    """The citation keys of one card (a JSON object).

    Raises:
        CorpusError: A value is not text or a number; names the line.
    """
    found: Fields = {}
    for key, value in card.items():
        if key not in KEYS:
            continue
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int)):
            raise _fault(line, f"{key} must be one text, not {type(value).__name__}")
        found[key] = ("" if value is None else str(value), line)
    return found


def unused(found: Mapping[str, object], where: str) -> tuple[str, ...]:
    """A note that names keys which no citation has, so that a misspelt key does not vanish."""
    names = sorted(key for key in found if key not in KEYS)
    return (f"Keys in the {where} that are not used: {', '.join(names)[:500]}.",) if names else ()


def make_citation(found: Fields, default_title: str) -> Citation:
    """Checks the fields and makes the citation.

    Args:
        found: What was stated; other keys than Citation's are left out.
        default_title: Title where none is stated.

    Raises:
        CorpusError: A date, address or source class that is none; names the line.
    """
    values = {key: " ".join(text.split()) for key, (text, _) in _known(found).items()}
    for key, text in values.items():
        fault = _wrong(key, text)
        if fault:
            raise _fault(found[key][1], fault)
    values["title"] = values.get("title") or default_title
    values["source_class"] = values.get("source_class") or "unknown"
    return Citation(**values)


def suggested_fields(found: Fields) -> tuple[Fields, tuple[str, ...]]:
    """What a file says about itself in its own way (an HTML head, the properties of a PDF), as far as it can be used.

    Nobody wrote it for us, so that a value that cannot be used is left out with a note and rejects nothing.

    Returns:
        The usable fields, and the notes.
    """
    usable: Fields = {}
    notes: list[str] = []
    for key, (text, line) in found.items():
        value = " ".join(_CONTROL.sub(" ", text).split())
        if key == "date" and _is_iso(value[:10]):
            value = value[:10]
        fault = _wrong(key, value)
        if fault:
            notes.append(f"Left out of the file's own properties: {fault}.")
        elif value:
            usable[key] = (value, line)
    return usable, tuple(notes)


def _known(found: Fields) -> Fields:
    return {key: value for key, value in found.items() if key in KEYS}


def _wrong(key: str, text: str) -> str:
    """What is wrong with one value; empty when nothing is."""
    if not text:
        return ""
    if len(text) > _LONGEST_VALUE:
        return f"{key} is longer than {_LONGEST_VALUE} characters"
    if _CONTROL.search(text):
        return f"{key} holds a control character"
    if key == "source_class" and text not in SOURCE_CLASSES:
        return f"source_class {text[:60]!r} is none of {', '.join(SOURCE_CLASSES)}"
    if key in ("date", "retrieved_at") and not _is_iso(text):
        return f"{key} {text[:60]!r} is not an ISO 8601 date such as 2026-03-14"
    if key == "url" and not _SCHEME.fullmatch(text):
        return f"url {text[:60]!r} does not begin with http://, https://, ftp://, urn: or doi:"
    return ""


def _is_iso(text: str) -> bool:
    if _PARTIAL_DATE.fullmatch(text):
        return True
    for kind in (date, datetime):
        try:
            kind.fromisoformat(text)
        except ValueError:
            continue
        return text[4:5] == "-" and "W" not in text
    return False


def _fault(line: int, what: str) -> CorpusError:
    return CorpusError(f"line {line}: {what}", "Correct the citation and load the document again.")
