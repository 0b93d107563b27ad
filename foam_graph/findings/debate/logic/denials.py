"""Statements of one side that say the opposite of one another in nearly the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.debate.logic.standing import Line, shared, stems
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import antonyms

_PAIRS = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in (
        (r"safe", r"dangerous|unsafe"),
        (r"supports?|supported|favou?rs?", r"oppos(?:es?|ed)|rejects?|rejected"),
        (r"fall(?:s|en|ing)?|fell|declin\w+|shrinks?|shrunk", r"ris(?:es?|en|ing)|rose|grow(?:s|n|th)?|grew"),
        (r"fewer|less", r"more"),
        (r"cheap(?:er)?", r"expensive|dear(?:er)?"),
        (r"possible", r"impossible"),
        (r"easy|easier", r"hard(?:er)?|difficult|impossible"),
        (r"permanent(?:ly)?", r"temporary|temporarily"),
        (r"obeyed|respected|enforced", r"ignored|flouted|unenforced"),
        (r"in public|publicly", r"in secret|secretly"),
        (r"independent(?:ly)?", r"biased|partisan"),
        (r"gained?|gains|win|wins|won", r"lose|loses|lost"),
        (r"enough|sufficient|plenty of", r"too (?:few|little)|not enough|insufficient|scarce"),
        (r"always", r"never|seldom|rarely"),
        (r"everybody|everyone|all", r"nobody|no one|none"),
        (r"voluntary|free to choose", r"compulsory|mandatory|obligatory"),
        (r"succeeded|works|worked", r"failed|fails"),
        (r"open", r"closed|shut"),
    )
)
_HELD_TO = re.compile(
    r"\b(?:has to|have to|had to|must|should|need(?:s|ed)? to|ought|may|can['’]t but|only|not (?:all|every|only|just|yet|always)|than|as \w+ as)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r"[;:—–]|,|\b(?:but|and|or|because|which|who|that)\b", re.IGNORECASE)
_LEAST = 2
"""Keys that two statements share beside the words that differ."""
_LEAST_DENIED = 3


def denials(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Pairs of flat statements, the words of one all in the other, of which one denies or has the opposite of the other.

    Args:
        lines: The sentences of one side.
    """
    flat = [one for one in lines if one.flat and not _HELD_TO.search(one.text)]
    for number, later in enumerate(flat):
        for one in flat[:number]:
            if _dated(one) == _dated(later) and (_opposed(one.text, later.text) or _denied(one.text, later.text)):
                why = f"The side also says {cited(one)}; it and {cited(later)} cannot both hold."
                yield Suspicion("contradiction", later, later.text.strip(), (one,), why)


def _dated(line: Line) -> frozenset[int]:
    return frozenset(date.year for date in find_dates(line.text) if date.year)


def _opposed(one: str, other: str) -> bool:
    """Whether the two differ in a pair of opposites and one of them in nothing else."""
    if negations(one) or negations(other) or (find_quantities(one) and find_quantities(other)):
        return False
    for first, second in _PAIRS:
        for left, right in ((first, second), (second, first)):
            if left.search(one) and right.search(other) and not left.search(other) and not right.search(one):
                return _covers(left.sub(" ", one), right.sub(" ", other), _LEAST)
    return False


def _denied(one: str, other: str) -> bool:
    """Whether one denies in a word what the other affirms in the same words."""
    # A denial in another part of the sentence denies another thing.
    if any(_PARTS.search(text) for text in (one, other)):
        return False
    if (len(negations(one)) == 1) == (len(negations(other)) == 1) or find_quantities(one) or find_quantities(other):
        return False
    return _covers(one, other, _LEAST_DENIED)


def _covers(one: str, other: str, least: int) -> bool:
    """Whether all content of the one is in the other or the other way round, and nothing in them is opposed."""
    left, right = stems(one), stems(other)
    if any(antonyms(key, twin) for key in left for twin in right):
        return False
    both = len(shared(left, right))
    return both >= least and (both == len(left) or len(shared(right, left)) == len(right))
