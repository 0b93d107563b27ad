"""What is said of all where another statement tells of a part: "all forms forbid it", "of these, 31 forbid it"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.comparing.frames import frame
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import FoundDate, find_dates
from foam_graph.findings.language.document_parts import PARTS
from foam_graph.findings.language.numerals import NUMBER
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import Word, same, words
from foam_graph.findings.sheet.accounts.account import LONGEST, Accounts, accounts, meets, numbered
from foam_graph.findings.sheet.accounts.senses import part, senses, state_of, wide
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, other_case

RULE = "part and whole"
_ALL_THERE = re.compile(r",? all (?:of them )?(?=(?:in|at|on|from) )", re.IGNORECASE)
"""That all of a part is of one place makes it no more of the whole."""
_PLACES = re.compile(
    r"\b(?:all over|everywhere|throughout|the (?:whole|entire))\b(?! of (?:it|this|that|them|these|those)\b)",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    rf"^(?:- )?of (?:these|those|them)\b|\bof the (?:{NUMBER})(?:,| \()|\bof the (?:{NUMBER}) (?:was|were|is|are|had|have|did|said)\b",
    re.IGNORECASE,
)
"""Of whom the sentence before tells."""
_SHARE = re.compile(
    r"\b(?:is|are|was|were|or) [\d.]+ ?(?:percent|per cent|%) of all\b|\bevery (?:other |second |third )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\bevery (?:other|second|third)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    rf"\b(?:{PARTS}|nos?\.?)"
    rf"\s(?:{NUMBER}|[A-Z])\b(?:\s?\([a-z0-9]+\))*",
    re.IGNORECASE,
)
_OUGHT = re.compile(r"\b(?:must|shall|should|may|would|could|if|unless)\b", re.IGNORECASE)
_FILLERS = frozenset(senses().fillers.split())


def findings(file: CaseFile) -> Iterator[Finding]:
    """Claims about all of something of which another statement tells that it holds, or was looked at, of a part.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    told = [
        one
        for one in all_.read.of("fact", "fragment")
        if one.text.count(" ") <= LONGEST and not other_case(one, all_.read)
    ]
    parts = [one for one in told if _shows_part(one.text) and not wide().search(_ALL_THERE.sub("", one.text))]
    for claim in told:
        if (
            not wide().search(claim.text)
            or _OUGHT.search(claim.text)
            or numbered(claim.text)
            or _shows_part(claim.text)
            or _SHARE.search(claim.text)
        ):
            continue
        found = [one for one in parts if one is not claim and _of_a_part(claim, one, all_)]
        if found:
            yield _finding(claim, found)


def _shows_part(text: str) -> bool:
    """Whether a text counts a part of several.

    A day ("of 12 March 2024"), a price ("of 36 pence a litre") and the number of a part of a paper ("clause 2 of the agreement") are no count.
    """
    undated = _NUMBERED.sub("-", _without(text, find_dates(text)))
    prices = [q for q in find_quantities(undated) if q.period or q.unit.startswith("money:") or q.unit == "penny"]
    return bool(part().search(_without(undated, prices)))


def _without(text: str, found: Sequence[FoundDate] | Sequence[Quantity]) -> str:
    """A text of the same length in which nothing stands where something was found."""
    for one in found:
        text = f"{text[: one.start]}{'-' * (one.end - one.start)}{text[one.end :]}"
    return text


def _of_a_part(claim: Statement, one: Statement, all_: Accounts) -> bool:
    counted = _counted(claim)
    before = one.passage.before if _OF_THEM.search(one.text) else ""
    said = _keys(f"{before} {one.text}")
    mine = _keys(claim.text)
    common = {key for key in mine if _in(key, said)}
    besides = common - {key for key in common if any(same(key, other) for other in counted)}
    if not any(all_.rare(key) for key in common):
        return False
    of_one_set = bool(counted) and _in(counted[-1], said)
    if of_one_set and (len(besides) >= 2 or (_held_of(claim, one) and not negations(claim.text))):
        return True
    near = one.document is claim.document and abs(one.place - claim.place) == 1
    if of_one_set and (_numbers(claim) & _numbers(one) or near):
        return True
    return bool(_PLACES.search(claim.text)) and bool(besides) and all_.rare(next(iter(besides))) and len(mine) <= 4


def _held_of(claim: Statement, one: Statement) -> bool:
    """Whether a statement tells of a part what a claim says of all,."""
    return any(same(key, word.key) for key in _predicate(claim) for word in one.words)


def _predicate(claim: Statement) -> set[str]:
    """The key of what a claim says of all: what stands behind its "is", or what was done to it."""
    bones = frame(claim.clauses[0])
    if bones.verb == "be":
        return {word.key for word in bones.rest[:1]}
    return {bones.verb} if bones.passive else set()


def _in(key: str, said: set[str]) -> bool:
    state = state_of(key)
    return bool(meets([key], said)) or (state is not None and any(state_of(other) == state for other in said))


def _numbers(one: Statement) -> set[object]:
    return {quantity.measure() for quantity in find_quantities(one.text) if quantity.unit and not quantity.generic()}


def _keys(text: str) -> set[str]:
    return {
        word.key for word in words(text) if not word.function and not light(word.key) and word.lower not in _FILLERS
    }


def _counted(claim: Statement) -> list[str]:
    """Keys of the noun phrase behind the word that makes it everything."""
    match = wide().search(claim.text)
    if match is None or _PLACES.match(claim.text, match.start()):
        return []
    found: list[Word] = []
    for word in words(claim.text[match.end() :]):
        if word.lower in ("the", "our", "its", "their", "of", "these") and not found:
            continue
        if word.function:
            break
        found.append(word)
        if word.lower.endswith("s"):
            break
    return [word.key for word in found[:3]]


def _finding(claim: Statement, found: list[Statement]) -> Finding:
    told = " ".join(f"{says(one)}." for one in found[:2])
    one_set = any(_numbers(claim) & _numbers(one) for one in found[:2])
    less = "of the same ones it is told of a part" if one_set else "what was counted or looked at is a part"
    text = f"{says(claim)}. That is said of all; {less}. {told}"
    ids = tuple(one.id for one in found)
    return Finding("scope", text, (claim.id, *ids), rule=RULE, inputs={"wide": wide().findall(claim.text)}, against=ids)
