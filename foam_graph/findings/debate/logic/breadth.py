"""Claims wider than what is offered for them: from one case to all, from a few who were asked, from a small base."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from foam_graph.findings.debate.logic.connectives import CONCLUDING
from foam_graph.findings.debate.logic.coverage import figures
from foam_graph.findings.debate.logic.standing import Line, before, shared, stems
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.clauses import read
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.scope import narrow_words, wide_words
from foam_graph.findings.language.words import words

_FEW = 30
"""People asked, below which a share of them says nothing of all."""
_SMALL = 10
"""Cases, up to which a growth in percent or by a factor says little."""
_RULE = re.compile(
    r"\b(?:should|must|ought|shall|law|act|bill|permit|exempt\w*|definition|section|right|we (?:ask|propose|would|want)|let)\b",
    re.I,
)
_AHEAD = re.compile(r"\b(?:will|would|can|could|may|might|should|must|if|whether)\b", re.IGNORECASE)
_MET = re.compile(
    r"\b(?:I|we|my|our|his|her)\b.{0,60}?\b(?:met|visited|spoke|talked|lunch|know|knew|friend|cousin|brother|sister|uncle|aunt"
    r"|neighbou?r|mother|father|daughter|son|told me|told us)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"\b(?P<few>{NUMBER})\s(?:\w+\s){{0,3}}?(?:people|persons?|residents?|workers?|parents?|pupils?|students?|members?|islanders?"
    r"|customers?|patients?|teachers?|nurses?|owners?|companies|firms?|voters?|\w+ers)\s"
    r"(?:who|whom|that|which)\s(?:(?:we|I|they|it)\s)?(?:had\s|have\s|has\s)?"
    r"(?:answered|replied|responded|met|asked|interviewed|surveyed|filled|returned|spoke|took part|were asked)",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"\b(?:{NUMBER})\s(?:percent|per cent|%)|\b(?:{NUMBER})\s?%|\b(?:{NUMBER})\s(?:out of|in|of the|of)\s(?:{NUMBER})\b|\bmost\b|\ball\b",
    re.I,
)
_GROWTH = re.compile(
    rf"\b(?P<percent>{NUMBER})\s?(?:percent|per cent|%)|\b(?P<times>doubled|tripled|trebled|quadrupled|halved)\b", re.I
)
_MOVES = re.compile(
    r"\b(?:rose|risen|rises?|rising|grew|grown|growth|increas\w+|climb\w*|jump\w*|up by|fell|fallen|falls?|drop\w*|declin\w+"
    r"|doubled|tripled|trebled|quadrupled|halved)\b",
    re.IGNORECASE,
)
_OF_ASKED = re.compile(
    rf"\b(?:{NUMBER})\s?(?:percent|per cent|%)\s(?:of\s)?(?:the\s|those\s|all\s)?(?:\w+\s)?(?:who|respondents|participants|answers|replies"
    r"|people asked|people we asked)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?:answers?|replies|replied|respondents|participants|took part|asked|filled|returned|forms?|surveyed)\b", re.I
)
_SETTLES = re.compile(
    r"\b(?:settles|proves|shows|surely|clearly|speaks for itself|no doubt|the country|everywhere)\b", re.I
)


def overreaches(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Statements about all, directly after a single case and with nothing else beside it.

    Args:
        lines: The sentences of one side.
    """
    for line in lines:
        wide = wide_words(line.text)
        if not wide or not line.own or _RULE.search(line.text) or find_quantities(line.text) or read(line.text).past:
            continue
        if narrow_words(line.text):
            continue
        case = next((one for one in before(line, lines, 2) if _single(one)), None)
        if case is None or not shared(stems(line.text), stems(case.text)) or _pointed(line, wide):
            continue
        why = f"{cited(case)} is one case; {cited(line)} speaks of all, and nothing else is offered for that."
        yield Suspicion("overgeneralisation", line, line.text.strip(), (case,), why)


def _single(line: Line) -> bool:
    """Whether a sentence tells what happened in one named place or to one person."""
    if not line.own or wide_words(line.text) or _AHEAD.search(line.text):
        return False
    return read(line.text).past and (bool(_MET.search(line.text)) or any(word.name for word in words(line.text)))


def _pointed(line: Line, wide: Sequence[str]) -> bool:
    """Whether what "all" counts was named before ("all of them", "all three")."""
    return bool(
        re.search(
            r"\b(?:all|every|each|none|nobody|never)\b (?:of )?(?:them|these|those|this|that|us|(?:the )?(?:two|three|four|five))\b",
            line.text,
            re.I,
        )
    ) or not any(wide)


def selections(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Shares of a handful who were asked, and growth from a handful of cases.

    Args:
        lines: The sentences of one side.
    """
    for number, line in enumerate(lines):
        if not line.own:
            continue
        asked = _ASKED.search(line.text)
        few = number_value(asked["few"]) if asked else None
        following = lines[number + 1] if number + 1 < len(lines) and lines[number + 1].turn == line.turn else None
        if few is None and following is not None and _OF_ASKED.search(line.text):
            told = [value for _, value in figures(following.text) if value <= _FEW]
            few = (
                told[0] if len(told) == len(figures(following.text)) == 1 and _COUNTED.search(following.text) else None
            )
            if few is not None:
                why = f"{cited(line)} tells a share of those who answered as if it spoke for all; {cited(following)} shows how few."
                yield Suspicion("selective_quantification", line, line.text.strip(), (following,), why)
                continue
        if few is not None and 1 < few <= _FEW and _SHARE.search(line.text) and _told_of_all(line, following):
            rest = (following,) if following and _told_of_all(following, None) else ()
            why = f"{cited(line)} tells a share of the few who were asked as if it spoke for all."
            yield Suspicion("selective_quantification", line, line.text.strip(), rest, why)
        elif base := _small_base(line, lines):
            why = f"{cited(line)} tells a growth without its base, which {cited(base)} shows to be a handful."
            yield Suspicion("selective_quantification", line, line.text.strip(), (base,), why)


def _told_of_all(line: Line, following: Line | None) -> bool:
    """Whether a sentence, or the next one, draws something general."""
    if (
        _SETTLES.search(line.text)
        or CONCLUDING.match(line.text)
        or re.search(r",\sas\s|\bbecause\b|,\s(?:for|since)\s", line.text)
    ):
        return True
    return following is not None and _told_of_all(following, None)


def _small_base(line: Line, lines: Sequence[Line]) -> Line | None:
    """The sentence that tells the counts behind a growth, where these are a handful."""
    growth = _GROWTH.search(line.text)
    if growth is None or not _MOVES.search(line.text):
        return None
    grown = number_value(growth["percent"]) if growth["percent"] else Decimal(100)
    if grown is None or grown < 50:
        return None
    for other in lines:
        if other.name == line.name or abs(other.turn - line.turn) > 0:
            continue
        counts = [value for text, value in figures(other.text) if not (value > 1500 and len(text) == 4)]
        named = shared(line.keys, other.keys)
        if len(counts) >= 2 and max(counts) <= _SMALL and named:
            return other
    return None
