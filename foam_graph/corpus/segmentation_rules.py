"""Where a sentence may end: frozen Punkt parameters, abbreviation classes and the decision at one terminator.

The decision for a word and its final period is Punkt's (Kiss and Strunk 2006) over parameters learned offline by
``benchmarks/train_punkt.py``, extended by classes of abbreviations for legal and academic text. Nothing is
downloaded, and nltk is not imported at run time (its import alone costs a second).
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict

from foam_graph.resources import load_yaml, package_file

PACKAGE = "foam_graph.corpus"
PUNKT_FILE = "punkt_en.json"
ABBREVIATION_FILE = "abbreviations.yaml"

CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
CLOSERS = "\"'”’»›)\\]}」』）】》〉＂］"
OPENERS = "\"'“‘«‹([{「『（【《〈＂［¿¡"

_NEXT_WORD = re.compile(rf"\s*[{OPENERS}]*((?:[^\W_]|['’.-](?=[^\W_]))+)")
_REFERENT = re.compile(r"\s*[(\[]?(?:\d|[IVXLCivxlc]+\b|§|¶|[A-Z](?![A-Za-z]))")
_ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_FRONTED = re.compile(r"\s*(?:At|By|From|Until|Before|After|Around|About|Since|On|In)\b", re.IGNORECASE)
_ENUMERATOR = re.compile(r"[\s(\[•⁃*-]*(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[IVXLCivxlc]{1,6})")
_NUMERAL = re.compile(r"[ivxlc]+")


class Abbreviations(BaseModel):
    """Classes of abbreviations (``abbreviations.yaml``), lower case, without the final period."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: frozenset[str]
    reference: frozenset[str]
    trailing: frozenset[str]
    date: frozenset[str]
    clock: frozenset[str]
    capitalised: frozenset[str]
    starters: frozenset[str]


@dataclass(frozen=True)
class Rules:
    """Everything the decision needs, and its fingerprint.

    Attributes:
        classes: Abbreviation classes.
        learned: Abbreviation types that Punkt learned.
        collocations: Word pairs that Punkt learned to keep together.
        starters: Words that begin sentences: learned and listed.
        fingerprint: SHA-256 (hex) of both data files.
    """

    classes: Abbreviations
    learned: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    fingerprint: str


@cache
def rules() -> Rules:
    """The frozen rules, read once."""
    punkt = package_file(PACKAGE, PUNKT_FILE)
    lists = package_file(PACKAGE, ABBREVIATION_FILE)
    frozen = json.loads(punkt)
    classes = load_yaml(ABBREVIATION_FILE, Abbreviations, lists)
    return Rules(
        classes=classes,
        learned=frozenset(frozen["abbreviations"]),
        collocations=frozenset((first, second) for first, second in frozen["collocations"]),
        starters=classes.starters | frozenset(frozen["starters"]),
        fingerprint=hashlib.sha256(f"{punkt}\0{lists}".encode()).hexdigest(),
    )


def period_ends(before: str, after: str) -> bool:
    """Whether the period between these two pieces of one sentence ends it.

    Args:
        before: The sentence so far, without the period (and without closing quotes).
        after: What follows the period (and closing quotes), beginning with the blank.

    Returns:
        True for an end.
    """
    if not before or before[-1].isspace():
        return True
    word = before.split()[-1].lstrip(OPENERS + CLOSERS).rstrip(CLOSERS)
    following = _NEXT_WORD.match(after)
    upcoming = following.group(1) if following else ""
    if _ENUMERATOR.fullmatch(before):
        return False
    if upcoming[:1].islower():
        return _informal(before, word)
    return _after_word(word, before, after, upcoming)


def hangs(line: str, following: str) -> bool:
    """Whether a line ends in an abbreviation to which the following line belongs (``Mr.``, ``No.`` before ``5``)."""
    words = line.split()
    if not words or not words[-1].endswith("."):
        return False
    kind = words[-1].lstrip(OPENERS)[:-1].lower()
    classes = rules().classes
    if kind in classes.capitalised and words[-1].islower():
        return False
    return kind in classes.title or (kind in classes.reference and _REFERENT.match(following) is not None)


def _informal(before: str, word: str) -> bool:
    """Whether a lower-case word begins a sentence: only in text that does not capitalise at all."""
    opening = next((character for character in before if character.isalpha()), "")
    return opening.islower() and len(word) > 2 and word.isalpha() and not _known(word.lower())


def _known(kind: str) -> bool:
    known = rules()
    classes = known.classes
    return (
        kind in known.learned
        or kind in classes.title
        or kind in classes.reference
        or kind in classes.trailing
        or kind in classes.date
    )


def _after_word(word: str, before: str, after: str, upcoming: str) -> bool:
    """The decision before a capital, a digit or a symbol."""
    known = rules()
    kind = re.split(r"[-–—/]", word.lower())[-1] or word.lower()
    if kind in known.classes.capitalised and word.islower():
        return True
    starts = bool(upcoming) and upcoming.lower() in known.starters
    if (kind, upcoming.lower()) in known.collocations or kind in known.classes.title:
        return False
    if kind in known.classes.reference and _REFERENT.match(after) and not (starts and upcoming != "I"):
        return False
    if kind in known.classes.date and upcoming[:1].isdigit():
        return False
    if kind in known.classes.clock and "." in kind:
        if upcoming.isupper() and 2 <= len(upcoming) <= 4:
            return False
        return not (_FRONTED.match(before) and len(before.split()) <= 4)
    if len(kind) == 1 and kind.isalpha():
        return _after_initial(word, before, starts)
    if kind in known.classes.trailing or _ACRONYM.fullmatch(kind):
        return starts
    return kind not in known.learned or starts or bool(_NUMERAL.fullmatch(kind))


def _after_initial(word: str, before: str, starts: bool) -> bool:
    """An initial ends a sentence only before a usual beginning and after a word that is not a name."""
    earlier = before.split()[-2:-1]
    named = bool(earlier) and earlier[0][:1].isupper()
    return starts and (word == "I" or not named)
