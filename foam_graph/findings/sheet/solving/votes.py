"""Votes counted again: those for, against and abstaining, held against how many there were to vote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.phrases import opened

RULE = "votes"
_CAST = re.compile(
    rf"\b(?P<number>{NUMBER}|none|nobody)\s(?:(?:members?|votes?|councillors?|trustees?|directors?|persons?|of them|cast)\s)?(?:were\s|was\s|had\s)?(?:voted\s|voting\s|cast\s)?"
    r"(?P<how>for|in favou?r|yes|aye|against|no|nay|opposed|abstained|abstaining|abstentions?)\b",
    re.IGNORECASE,
)
_VOTED = re.compile(
    r"\b(?:vot(?:e|es|ed|ing)|ballot|show of hands|carried|motion|abst(?:ained|aining|entions?))\b", re.IGNORECASE
)
_PRESENT = re.compile(
    rf"\b(?P<number>{NUMBER})\s(?:of the )?(?:\w+\s){{0,3}}?(?:members?|councillors?|trustees?|directors?|owners?|persons?|people|delegates?|shareholders?|tenants?|voters?|players?|households?)"
    r"(?:\s[^.;]{0,40}?)?\s(?:was|were) (?:present|there|in attendance)\b|\b(?:with|there (?:was|were)) (?P<also>"
    + NUMBER
    + r")\s(?:\w+\s){0,3}?present\b",
    re.IGNORECASE,
)
_ROLL = re.compile(r"^\W*(?:members )?present\W*:\W*(?P<names>.+)$", re.IGNORECASE)
_OUTSIDE = re.compile(r"\b(?:without (?:a )?vote|not voting|proxy|proxies|by post|casting vote)\b", re.IGNORECASE)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that count more votes than there were voters.

    Args:
        file: The case file.
    """
    for document in file.documents:
        for sentence in document.sentences:
            cast = votes(sentence.text)
            if len(cast) >= 2:
                yield from _held(document, sentence, cast)


def votes(text: str) -> list[Decimal]:
    """The votes that a sentence counts, each way once.

    Args:
        text: The sentence.
    """
    if not _VOTED.search(text):
        return []
    found: dict[str, Decimal] = {}
    for match in _CAST.finditer(text):
        value = Decimal(0) if match["number"].lower() in ("none", "nobody") else number_value(match["number"])
        way = {"f": "for", "i": "for", "y": "for"}.get(match["how"][0].lower(), "")
        way = way or (
            "abstained"
            if match["how"].lower().startswith("abst")
            else "for"
            if match["how"].lower() == "aye"
            else "against"
        )
        if value is None or way in found:
            return []
        found[way] = value
    return list(found.values())


def _held(document: CaseDocument, sentence: CaseSentence, cast: list[Decimal]) -> Iterator[Finding]:
    present = _present(document, sentence)
    if not present or any(_OUTSIDE.search(one.text) for one in document.sentences if one.heading == sentence.heading):
        return
    count = present[0][1]
    total = sum(cast, Decimal(0))
    if any(value != count for _, value in present) or total <= count:
        return
    told = " + ".join(str(value) for value in cast)
    text = f"{opened(document.cited)} counts {told} votes, which is {total}, where {count} were present to vote."
    yield Finding(
        "sum", text, (sentence.id, *(one.id for one, _ in present)), "wrong", rule=RULE,
        inputs={"operation": "sum", "operands": [str(v) for v in cast], "stated": str(count), "computed": str(total)},
    )  # fmt: skip


def _present(document: CaseDocument, vote: CaseSentence) -> list[tuple[CaseSentence, Decimal]]:
    """The sentences before a vote, or the vote itself, that say how many were present, or list them."""
    found: list[tuple[CaseSentence, Decimal]] = []
    for one in document.sentences:
        if one.n > vote.n:
            break
        values = [number_value(match["number"] or match["also"]) for match in _PRESENT.finditer(one.text)]
        found += [(one, value) for value in values if value is not None]
        roll = _ROLL.match(one.text.strip())
        if not values and roll is not None:
            names = [
                name for name in re.split(r",\s|\sand\s", re.sub(r"\([^()]*\)", "", roll["names"])) if name.strip(" .*")
            ]
            value = (
                Decimal(len(names)) if len(names) > 2 and all(re.match(r"\W*[A-Z]", name) for name in names) else None
            )
            if value is not None:
                found.append((one, value))
    return found
