"""Letters whose case a quotation changes: the first one, which writers may adapt, and those that make another word.

Legal and scholarly style (The Bluebook, rule 5.2; The Chicago Manual of Style, 13.18 to 13.21) lets a quotation change the
case of its first letter to fit the sentence around it, with or without brackets. No style lets *Polish* become *polish*.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from foam_graph.corpus.text.typography import LETTERS, WRAP
from foam_graph.resources import load_yaml, package_file

CAPITALS_FILE = "capitals.yaml"

_LETTER_IN_BRACKETS = re.compile(r"(?<![\w\]])\[([^\W\d_])\](?=\w|\s|$)")
_SENTENCE_BEFORE = re.compile(r"(?:^|[.!?:;])[\s\"'()\[\]]*$")
_NEIGHBOURHOOD: Final = 1
"""Words on either side that must not be in capitals as well, for capitals to mark an acronym and not emphasis."""


class Capitals(BaseModel):
    """Words that case turns into others (``capitals.yaml``), lower case."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: frozenset[str]
    names_within: frozenset[str]
    acronyms: frozenset[str]
    subjects: frozenset[str]


@cache
def _capitals() -> Capitals:
    return load_yaml(CAPITALS_FILE, Capitals, package_file(__package__, CAPITALS_FILE))


def unbracketed(text: str) -> str:
    """A folded text without the brackets around a letter that begins a word, as in ``[e]arlier``."""
    return _LETTER_IN_BRACKETS.sub(r"\1", text) if "[" in text else text


def before_brackets(text: str) -> str:
    """A folded text as its source has it: with the other case of each letter in brackets that begins a word."""
    return _LETTER_IN_BRACKETS.sub(lambda found: found[1].swapcase(), text)


def first_recased(source: str, quote: str) -> bool:
    """Whether nothing but the case of the first letter differs, brackets around it aside.

    Args:
        source: Folded passage of the source.
        quote: Folded quotation of the same letters.
    """
    left, right = _from_letter(source), _from_letter(unbracketed(quote))
    return left[1:] == right[1:] and left[:1].casefold() == right[:1].casefold()


def _from_letter(text: str) -> str:
    found = LETTERS.search(text)
    return text[found.start() :].replace(WRAP, "-") if found else ""


def another_word(source: str, quote: str, opens: bool) -> str:
    """The first word that a change of case turns into another, as ``token_diff`` shows it; empty where there is none.

    A text all in capitals, as headings are, says nothing of the case of its words.

    Args:
        source: Folded passage of the source.
        quote: Folded quotation of the same letters.
        opens: Whether a sentence of the source begins with the passage.
    """
    plain = source.replace(WRAP, "")
    ours = "".join(LETTERS.findall(unbracketed(quote).replace(WRAP, "")))
    words = list(LETTERS.finditer(plain))
    if ours.isupper() or "".join(word.group() for word in words).isupper():
        return ""
    # Brackets say that the capital is the writer's own, so that it makes no name.
    marked = re.match(r"\W*\[", quote) is not None
    at = 0
    for n, found in enumerate(words):
        theirs, here = found.group(), ours[at : at + len(found.group())]
        at += len(theirs)
        if theirs == here:
            continue
        if theirs.casefold() != here.casefold():
            return ""
        opening = (opens or marked) if n == 0 else _SENTENCE_BEFORE.search(plain[: found.start()]) is not None
        following = words[n + 1].group().casefold() if n + 1 < len(words) else ""
        if theirs.casefold() == "may" and (opening or n == 0) and following in _capitals().subjects:
            continue
        around = [word.group() for word in (*words[max(0, n - _NEIGHBOURHOOD) : n], *words[n + 1 : n + 2])]
        if _renamed(theirs, here, opening) or _abbreviates(theirs, here, around):
            return f"[-{theirs}-] {{+{here}+}}"
    return ""


def _renamed(theirs: str, here: str, opening: bool) -> bool:
    """Whether one of two words is a name and the other is not."""
    if not ((theirs.istitle() and here.islower()) or (theirs.islower() and here.istitle())):
        return False
    low = theirs.casefold()
    return low in _capitals().names or (not opening and low in _capitals().names_within)


def _abbreviates(theirs: str, here: str, around: list[str]) -> bool:
    """Whether one of two words is an acronym and the other a word."""
    capitals, other = (theirs, here) if theirs.isupper() else (here, theirs)
    if len(capitals) < 2 or not capitals.isupper() or not (other.islower() or other.istitle()):
        return False
    emphasis = any(len(word) > 1 and word.isupper() for word in around)
    return not emphasis and capitals.casefold() in _capitals().acronyms
