"""The offline ``f_pred``: predicates of a sentence by rules over its joints, figures, dates and negations.

Terms are pieces of the sentence as they stand in it. What no finer relation holds is kept whole as a ``Claim``, so that
no number, date or negation is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.debate.logic.connectives import (
    CONCLUDING,
    INNER_CONCLUDING,
    Joint,
    choices,
    joined,
    tidy,
)
from foam_graph.findings.debate.logic.coverage import lost, pieces
from foam_graph.findings.debate.logic.defining import definitions
from foam_graph.findings.debate.predicates import Predicate, RelationName, numbered
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.scope import wide_words

Found = tuple[RelationName, tuple[str, ...]]
_RELATIONS: dict[Joint, RelationName] = {
    "reason": "Supports", "cause": "Cause", "leads": "Cause", "prevents": "Prevent", "contrast": "Contrast",
    "concession": "Concede", "condition": "If", "needs": "Necessary",
}  # fmt: skip
_PIECE = re.compile(
    r"[;:]\s|,\s(?=(?:and|but|or|so|because|since|for|while|whereas|although|though|unless|as)\s)"
    r"|\s(?=(?:because|although|whereas|unless|but)\s)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:and|but|or|so|because|since|for|while|whereas|although|though|unless)\s+", re.IGNORECASE)
_TIMES = re.compile(
    r"\b(?:(?:doubl|tripl|quadrupl|halv)(?:e[sd]?|ing)|(?:two|three|four|five|ten)fold)\b", re.IGNORECASE
)
_UP = re.compile(
    r"\b(?:ris(?:e|es|en|ing)|rose|gr(?:ow|ows|ew|own|owth)|increas\w+|climb\w*|doubl\w+|tripl\w+|gain\w*|went up|up by)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"\b(?:fall(?:s|en|ing)?|fell|drop\w*|declin\w+|decreas\w+|shr[aiu]nk\w*|halv\w+|sank|sunk|went down|down by|cut by)\b",
    re.IGNORECASE,
)
_NOT_DOWN = re.compile(
    r"\b(?:[\d,]*\d|an?|the|no|any|all|many|of|one|two|three|four|five|six|seven|eight|nine|ten)\sfalls?\b"
    r"|\bfalls?\s(?:in|on|upon|under|within)\b",
    re.IGNORECASE,
)
"""Nine falls are counted and did not fall, and what falls in January did not become less."""
_OUGHT = re.compile(
    r"\b(?:should|must|ought to|shall|have to|has to|we (?:ask|urge|propose|demand|call)|it is (?:right|wrong|just|unjust)"
    r"|(?:un)?fair(?:er)?|(?:un)?just(?=[,.]| (?:because|that|to)))\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^(?P<pre>(?:according to|in the words of|as)\s)?(?P<who>[^,;:]{2,70}?)"
    r"(?P<verb>\s(?:says?|said|tells? us|told us|claims?|claimed|argues?|argued|reports?|reported|writes?|wrote"
    r"|notes?|noted|insists?|insisted|puts|(?:found|finds?)(?=\sthat\b))\b(?:\sthat\b)?|,)\s(?P<what>.{3,})$",
    re.IGNORECASE,
)
_FOREIGN = re.compile(r"[\u0400-\u04ff\u0600-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def readable(sentence: str) -> bool:
    """Whether the rules read a sentence: English, or at least no script that they know nothing of."""
    letters = [sign for sign in sentence if sign.isalpha()]
    return len(_FOREIGN.findall(sentence)) * 5 <= len(letters)


def predicates_of(utterances: Sequence[Spoken]) -> list[Predicate]:
    """The predicates of utterances, sentence by sentence.

    Args:
        utterances: What was said.

    Returns:
        Predicates in order. A sentence that is empty or in a script that the rules do not read has none.
    """
    made: list[Predicate] = []
    for utterance in utterances:
        before = ""
        for name, text in utterance.named():
            if text.strip() and readable(text):
                made += numbered(name, _asserted(text, before))
                before = name
    return made


def _asserted(text: str, before: str) -> list[Found]:
    """Relation and terms of what a sentence asserts; the whole of it where something would be lost."""
    found: list[Found] = []
    for piece in pieces(text):
        made = list(_of_piece(piece, before))
        if not made or lost(piece, numbered("0.0", made)):
            made.append(("Claim", (tidy(piece) or piece,)))
        found += made
    return found


def _of_piece(text: str, before: str) -> Iterator[Found]:
    if text.rstrip().endswith("?"):
        yield "Ask", (text.rstrip(),)
        return
    conclusion = CONCLUDING.match(text)
    if before and (conclusion or INNER_CONCLUDING.search(text)):
        rest = tidy(text[conclusion.end() :]) if conclusion else tidy(text)
        yield "Supports", (before, rest or tidy(text))
    says = _SAYS.match(text)
    if says and bool(says["pre"]) == (says["verb"] == ","):
        yield "Says", (tidy(says["who"]), tidy(says["what"]))
    for one in joined(text):
        yield _RELATIONS[one.joint], (one.one, one.other)
    for pair in choices(text):
        yield "Either", pair
    for definition in definitions(text):
        yield "Define", (definition.term, definition.meaning)
    yield from _of_clauses(text)


def _of_clauses(text: str) -> Iterator[Found]:
    """What the clauses of a sentence deny, count, date, demand and generalise."""
    for start, clause in _clauses(text):
        if _denials(text, start, clause):
            yield "Negate", (clause,)
        if wide_words(clause):
            yield "Every", (clause,)
        if _OUGHT.search(clause):
            yield "Ought", (clause,)
        yield from _measured(clause)
        for date in find_dates(clause):
            yield "When", (clause, clause[date.start : date.end])


def _measured(clause: str) -> Iterator[Found]:
    amounts = [one.text for one in find_quantities(clause)]
    turn: RelationName | None = (
        "Increase" if _UP.search(clause) else "Decrease" if _DOWN.search(_NOT_DOWN.sub(" ", clause)) else None
    )
    for amount in amounts:
        yield turn or "Amount", (clause, amount)
    if turn and not amounts and (times := _TIMES.search(clause)):
        yield turn, (clause, times.group())


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    """The clauses of a sentence as they stand in it, with where each starts."""
    start = 0
    for match in _PIECE.finditer(text):
        if len(text[start : match.start()].split()) >= 3:
            yield start, _LEAD.sub("", tidy(text[start : match.start()]))
            start = match.end()
    if tidy(text[start:]):
        yield start, _LEAD.sub("", tidy(text[start:])) or tidy(text[start:])


def _denials(text: str, start: int, clause: str) -> bool:
    """Whether a negating cue of the sentence stands in this clause of it."""
    stop = text.find(clause, start) + len(clause)
    return any(start <= one.start < stop for one in negations(text))
