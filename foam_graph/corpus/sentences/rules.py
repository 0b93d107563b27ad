"""Where a sentence may end: frozen Punkt parameters, abbreviation classes and the decision at one terminator.

The decision for a word and its final period is Punkt's (Kiss and Strunk 2006) over parameters learned offline by
``benchmarks/train_punkt.py``, extended by classes of abbreviations for legal and academic text. Nothing is
downloaded, and nltk is not imported for it (its import alone costs a second).
"""

from __future__ import annotations

import re

from foam_graph.corpus.sentences.abbreviations import Rules, rules

CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
CLOSERS = "\"'”’»›)\\]}」』）】》〉＂］"
OPENERS = "\"'“‘«‹([{「『（【《〈＂［¿¡"

_STRIPPED = OPENERS + CLOSERS + "`*_—–"
_NEXT = re.compile(rf"\s*[{OPENERS}…`*_]*(\S)")
_NEXT_WORD = re.compile(rf"\s*[{OPENERS}`*_]*(\[[A-Z]\]\w*|(?:[^\W_]|['’.-](?=[^\W_]))+)")
_REFERENT = re.compile(r"\s*[(\[]?(?:\d|[IVXLCivxlc]+\b|§|¶|[A-Z](?![A-Za-z]))")
_ACRONYM = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]{1,2}|(?:[A-Z][a-z'’]{0,5}\.)+[A-Z][a-z'’]{0,5}\d?")
_FRONTED = re.compile(r"\s*(?:At|By|From|Until|Before|After|Around|About|Since|On|In)\b", re.IGNORECASE)
_ENUMERATOR = re.compile(
    r"[\s(\[•⁃*>-]*(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[A-Za-z]|[IVXLCivxlc]{1,6}|[A-Z]{1,3}-?\d{1,3}(?:\.\d{1,3})*|§{1,2}\s?\d{1,3}[a-z]?)"
    r"|\s*(?:Figure|Fig|Table|Listing|Box|Step|Rule|Chapter|Example|Exhibit|Appendix|Section|Sec\.|Article|Art\.|Clause|Item|Point|Paragraph|Motion)"
    r" \d{1,3}(?:\.\d{1,3})*[a-z]?"
)
"""What numbers a paragraph: it is no sentence by itself, whatever sign stands behind it."""
_DAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day")
_WHOLE = frozenset({"etc", "id", "ibid"})
_NUMERAL = re.compile(r"[ivxlc]+")
_VOLUME = re.compile(
    r"(?:^|[,;(\[]\s?|\b(?:[Ss]ee|at|[Cc]f\.|also|e\.g\.,|quoting|citing|\d{4}\))\s)\d{1,4}\s(?:[A-Z][\w.'’&]*\s?){0,3}$"
)
_MEASURED = re.compile(r"\d\s?$")
_PRONOUN = re.compile(r"\s*I (?!of|and|or|in|at|to|for|is)[a-z']+")
_PAGE = re.compile(r"\s?(?:[A-Z][\w'’]{0,10}\.\s?|\d(?:d|th|st|nd|rd)\s){0,3}(?:\d|\(|_{2})")
_CITED = re.compile(r"\s?[(\[]?(?:\d|§|¶|at\s\d|[A-Z][\w'’]{0,9}\.(?![\"”’')]*\s+[\"“]?[A-Z][a-z]+\s[a-z])|&\s|_{2,})")
_NUMBERED = re.compile(r"\s?Nos?\.\s?\d")
_ATTRIBUTED = re.compile(
    r"\s+(?:(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[Mm]y \w+|[Tt]he \w+|(?:[A-Z][\w'’-]*)(?:\s[A-Z][\w'’-]*)?)\s)(\w+)\b"
)
_LOWER_WORD = re.compile(r"\s+\(?([a-z][a-z'’]*)")
_DATED = re.compile(r"\s*\(\d")
_CAPITALISED = re.compile(r"\s+(?:https?:|www\.|[a-z]+[A-Z])")
_MONTH = re.compile(r"\s+(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b\.?\s+\d")
_ADVERB = re.compile(r"\s*[A-Z][a-z]+ly,?\s")


def period_ends(before: str, after: str, closing: str = "") -> bool:
    """Whether the period between these two pieces of one sentence ends it.

    Args:
        before: The sentence so far, without the period (and without closing quotes).
        after: What follows the period (and closing quotes), beginning with the blank.
        closing: The closing quotes and brackets between the two.

    Returns:
        True for an end.
    """
    if not before or before[-1].isspace():
        return True
    following = _NEXT.match(after)
    if following is None:
        return True
    head = following.group(1)
    if head in ",;:":
        return False
    if head.islower() and _CAPITALISED.match(after):
        head = "X"
    raw = before.rsplit(None, 1)[-1]
    word = raw.strip(_STRIPPED)
    if head.islower():
        return _informal(before, word, after) and not closing
    if len(before) < 24 and _ENUMERATOR.fullmatch(before):
        return False
    if before[-1] in ")]}" or (raw[0] not in OPENERS and closing.strip(")]}") and head.isupper()):
        return True
    upcoming = _NEXT_WORD.match(after)
    return _after_word(word, before, after, upcoming.group(1) if upcoming else "")


def mark_ends(mark: str, before: str, after: str, whole: str) -> bool:
    """Whether ``?``, ``!``, an ellipsis or a run of marks ends the sentence before ``after``.

    Args:
        mark: The marks themselves.
        before: The sentence so far.
        after: What follows, beginning with the blank.
        whole: The marks with what closes after them.
    """
    following = _NEXT.match(after)
    if following is None:
        return True
    head = following.group(1)
    if head in ",;:–—-":
        return False
    if mark[-1] in "….":
        if before.endswith("[") and after.lstrip()[:1] == "(":
            return False
        if mark in ("...", "…"):
            return head.isupper()
        return not head.islower()
    closed = len(whole) > len(mark)
    if closed:
        attributed = _ATTRIBUTED.match(after)
        if attributed and attributed.group(1) in rules().classes.saying:
            return False
    if mark == "!" and not closed and _exclaimed(before):
        return False
    if _DATED.match(after):
        return False
    if head.islower():
        return not closed and " " in before.strip() and _LOWER_WORD.match(after) is not None
    return True


def _exclaimed(before: str) -> bool:
    """Whether the word before an exclamation mark is a name written with one, inside a sentence."""
    words = before.rsplit(None, 1)
    return len(words) == 2 and words[1].lstrip(_STRIPPED).lower() in rules().classes.exclaimed


def ellipsis_ends(start: int, stop: int, before: str, after: str, dots: int) -> int | None:
    """Where ``. . .`` ends a sentence: four dots and a capital do, three only mark an omission.

    Args:
        start: Position of the first dot.
        stop: Position after the last one and what closes after it.
        before: The sentence so far.
        after: What follows, beginning with the blank.
        dots: How many there are.

    Returns:
        The position after the first dot where it stands at the end of a word, else ``stop``; None for no end.
    """
    following = _NEXT.match(after)
    if dots < 4 or following is None or not (following.group(1).isupper() or following.group(1) in "¶§"):
        return None
    attached = bool(before) and not before[-1].isspace()
    return start + 1 if attached else stop


def glued_ends(before: str) -> bool:
    """Whether a sentence may end where the next one follows without a blank: not after an abbreviation."""
    return before.rsplit(None, 1)[-1].lstrip(_STRIPPED).lower() not in rules().known


def hangs(line: str, following: str) -> bool:
    """Whether a line ends in an abbreviation to which the following line belongs (``Mr.``, ``No.`` before ``5``)."""
    word = line.rsplit(None, 1)[-1].lstrip(OPENERS)
    if not word.endswith("."):
        return False
    kind = word[:-1].lower()
    classes = rules().classes
    if kind in classes.capitalised and word.islower():
        return False
    return kind in classes.title or (kind in classes.reference and _REFERENT.match(following) is not None)


def numbers(line: str) -> bool:
    """Whether a line is nothing but the number of what follows (``1.``, ``R1.``, ``(a)``)."""
    body = line.rstrip(".)]")
    return body != line and len(line) < 24 and _ENUMERATOR.fullmatch(body) is not None


def _informal(before: str, word: str, after: str) -> bool:
    """Whether a lower-case word begins a sentence: after an ordinary word, where it is one that opens sentences."""
    if len(word) < 2 or not word.isalnum() or word.lower() in rules().known:
        return False
    following = _LOWER_WORD.match(after)
    if following is not None and (word.islower() or following.group(1) in rules().classes.openers):
        return True
    opening = next((character for character in before if character.isalpha()), "")
    return opening.islower() and len(word) > 2 and word.isalpha()


def _after_word(word: str, before: str, after: str, upcoming: str) -> bool:
    """The decision before a capital, a digit or a symbol."""
    known = rules()
    classes = known.classes
    kind = word.lower()
    if "-" in kind or "/" in kind or "–" in kind or "—" in kind:
        kind = re.split(r"[-–—/]", kind)[-1] or kind
    low = upcoming.lower()
    starts = low in known.starters or low[:1] == "[" or low.replace("’", "'").split("'")[0] in known.starters
    if len(kind) == 1 and kind.isalpha() and kind not in known.known:
        return _after_initial(word, before, starts)
    if kind not in known.known and kind not in classes.clock and "." not in kind:
        return not (len(kind) <= 6 and word[:1].isupper() and _PAGE.match(after) and _VOLUME.search(_but(before, word)))
    if kind in classes.capitalised and word.islower():
        return True
    if (kind, low) in known.collocations or kind in classes.title:
        return False
    if kind in classes.clock and "." in kind:
        return _after_clock(before, upcoming)
    return _after_abbreviation(known, kind, word, before, after, upcoming, starts)


def _after_abbreviation(
    known: Rules, kind: str, word: str, before: str, after: str, upcoming: str, starts: bool
) -> bool:
    """The decision after an abbreviation that is sometimes the last word of a sentence."""
    classes = known.classes
    if kind in classes.unit and kind not in classes.reference and not _MEASURED.search(_but(before, word)):
        return True
    if kind in classes.reference and _REFERENT.match(after) and not (starts and upcoming not in ("I", "A")):
        return upcoming == "I" and _PRONOUN.match(after) is not None
    if kind in classes.date and (upcoming[:1].isdigit() or _MONTH.match(after)):
        return False
    if len(kind) == 1:
        return _after_initial(word, before, starts)
    if kind in classes.cited and _CITED.match(after) and (not starts or _NUMBERED.match(after)):
        return False
    if kind in _WHOLE:
        return upcoming[:1].isupper() and (kind == "etc" or (upcoming[1:2].islower() and upcoming != "At"))
    if kind in classes.trailing or kind in classes.cited or _ACRONYM.fullmatch(word):
        return starts or _ADVERB.match(after) is not None
    return kind not in known.learned or starts or bool(_NUMERAL.fullmatch(kind))


def _but(before: str, word: str) -> str:
    """The sentence so far without its last word."""
    return before[: len(before) - len(word)]


def _after_clock(before: str, upcoming: str) -> bool:
    """A time of day ends a sentence, except before a zone or a day, and where the sentence has only begun with it."""
    if (upcoming.isupper() and 2 <= len(upcoming) <= 4) or _DAY.fullmatch(upcoming):
        return False
    return not (_FRONTED.match(before) and len(before.split()) <= 4)


def _after_initial(word: str, before: str, starts: bool) -> bool:
    """An initial ends a sentence only before a usual beginning and after a word that is not a name."""
    earlier = before.split()[-2:-1]
    named = bool(earlier) and earlier[0][:1].isupper()
    if named and earlier[0].strip(_STRIPPED).rstrip(".").lower() in rules().classes.lettered:
        named = False
    return starts and (word == "I" or not named)
