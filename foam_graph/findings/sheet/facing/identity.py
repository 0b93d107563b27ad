"""Who a document is by, in the words with which other documents cite it: its title, its letterhead, its signature."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.sheet.facing.telling import Telling, roots_of

_HEAD, _END = 9, 3
_LINE = 14
"""Words of the longest line of a head or signature."""
_SALUTES = re.compile(
    r"^\W*(?:dear|to|for|subject|re|date|period|yours|with|kind|client|ordered by|place)\b", re.IGNORECASE
)
_SHOWN_BY = re.compile(
    r"\b(?:shows?|shown|says?|said|states?|stated|finds?|found|reports?|reported|confirms?|confirmed|proves?|proved|establish(?:es|ed)?|certif(?:y|ies|ied)"
    r"|tested|passed|cleared|examined|measured|inspected|according to|gives?|gave|put|states|declares?|declared|writes?|wrote)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"^\W*(?:from|by|author|signed|kept by|prepared by|drawn up by|officer in charge|recorded by|written by|taken by|made by)\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?!(?:letter|order|number|other|matter|member|september|october|november|december|water|paper|summer|winter|center|quarter|after|under|over|former|latter|corner|floor|door|harbour|river|error|major|minor|colour|labour)s?$)"
    r"(?:[a-z]{3,}(?:er|or|ist|ian|yst|ant)s?|laborator\w+|service|brigade|police|survey|audit|inspection|analys[ie]s|certificate|log|register|page|sheet|minutes|invoice|engineering|consult\w+|measurement|record|print|statement|clinic|hospital)$"
)
_BACK = re.compile(r"^\W*(?:It|They|He|She|This|These|That|Its|Their|His|Her)\b")
_SAME = 0.8
_MOST = 2
"""A word that stands in the heads of more documents names none of them."""


@dataclass(frozen=True)
class Identity:
    """By what a document is cited.

    Attributes:
        names: Roots of the names of its writers and of their house.
        roles: Roots of what its writers are, and of what sort of paper it is ("engineers", "log").
    """

    names: frozenset[str]
    roles: frozenset[str]


@lru_cache(maxsize=4)
def identities(file: CaseFile) -> Mapping[str, Identity]:
    """By what each document is cited, by its id: words in its title, head and signature that few others have.

    Args:
        file: The case file.
    """
    found = {document.id: _words(document) for document in file.documents}
    names = Counter(key for one in found.values() for key in one.names)
    roles = Counter(key for one in found.values() for key in one.roles)
    return {
        name: Identity(
            frozenset(key for key in one.names if names[key] <= _MOST),
            frozenset(key for key in one.roles if roles[key] <= _MOST),
        )
        for name, one in found.items()
    }


def _words(document: CaseDocument) -> Identity:
    told = [one.text.strip("*# ") for one in document.sentences if one.structure != "row"]
    # Inside a paper of several letters each is signed by its own writer.
    signed = [text for text in told if _SIGNED.match(text) and text.count(" ") < _LINE]
    lines = [text for text in (*told[:_HEAD], *told[-_END:]) if _is_line(text)]
    names = {
        key
        for line in (document.author, *signed, *(text for text in (*told[:2], *told[-_END:]) if _is_line(text)))
        for word, key in roots_of(line)
        if word.text[0].isupper() and not _ROLE.match(word.lower)
    }
    roles = {
        key for line in (document.title, *signed, *lines) for word, key in roots_of(line) if _ROLE.match(word.lower)
    }
    return Identity(frozenset(names), frozenset(roles))


def _is_line(text: str) -> bool:
    return text.count(" ") < _LINE and not _SALUTES.match(text) and not re.search(r"[a-z]\.$", text)


def cited(one: Telling, file: CaseFile, known: Mapping[str, Identity], background: frozenset[str]) -> list[str]:
    """Ids of the other documents of which a sentence says what they or their writers did or showed.

    Args:
        one: The sentence.
        file: The case file.
        known: See ``identities``.
        background: Names that the whole file is about.
    """
    text = f"{one.statement.passage.before} {one.text}" if _BACK.match(one.text) else one.text
    said = roots_of(text)
    shown = _SHOWN_BY.search(one.text) is not None
    own = known[one.statement.document.id]
    found = []
    for document in file.documents:
        if document.id == one.statement.document.id:
            continue
        names, roles = known[document.id].names - own.names - background, known[document.id].roles - own.roles
        named = any((word.name or word.text[0].isupper()) and word.start and key in names for word, key in said)
        if named or (shown and any(kinship(key, other) >= _SAME for _, key in said for other in roles)):
            found.append(document.id)
    return found
