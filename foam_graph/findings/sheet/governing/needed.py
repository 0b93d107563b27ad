"""How many members a rule asks for, however it says so: "a third of the members must be present", "five make a quorum"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final

from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.standing.statements import Statement

BODIES: Final = ("committee", "board", "council", "panel", "assembly", "jury", "commission", "court", "senate", "trustee", "governor",
                 "director", "delegate")  # fmt: skip
"""Words for bodies that decide; those for their members name a body that has no other name."""
SHARES: Final = {
    "half": Fraction(1, 2), "majority": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "fifth": Fraction(1, 5),
    "two thirds": Fraction(2, 3), "three quarters": Fraction(3, 4), "three fourths": Fraction(3, 4), "three fifths": Fraction(3, 5),
}  # fmt: skip
SHARE: Final = (
    r"two[- ]thirds|three[- ]quarters|three[- ]fourths|three[- ]fifths|(?:an?|one)[- ](?:third|quarter|fifth)|half"
)
_LEAST: Final = r"(?:at least |no fewer than |not fewer than |not less than |no less than |a minimum of )?"
_AMOUNT: Final = (
    rf"(?P<more>more than |over )?{_LEAST}(?:any |the )?(?P<amount>(?:{SHARE}|a majority|{NUMBER}))\b(?! per ?cent|%)"
)
_THERE: Final = r"(?:be present|be there|be in attendance|be in the room|attend|take part)\b"
_COME: Final = r"(?:are|is|were|was|being) (?:present|there|in attendance|in the room)\b|attend\b|attends\b|take part\b|takes part\b|present\b"
_FEW: Final = r"(?: [\w-]+){0,6}?"
_FORMS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{_AMOUNT}{_FEW} (?:make|makes|form|forms|constitute|constitutes|are|is|shall be|suffices? for|(?:are|is) needed for) (?:up )?(?:a|the) quorum\b",
        rf"\bquorum\b(?: (?:of|for) (?:the |a )?[a-z][\w -]{{2,30}}?)?(?: (?:is|are|shall be|stands at|consists of|amounts to|requires)|:) (?:the presence of )?{_AMOUNT}",
        rf"\b{_AMOUNT}{_FEW} (?:must|shall|have to|has to|need to|needs to|are to) {_THERE}",
        rf"\b(?:no|not|nothing|cannot|void|invalid|neither)\b[^;]*?\b(?:unless|without) {_AMOUNT}{_FEW} (?:{_COME})",
        rf"\b(?:only|valid|quorate|competent)\b[^;]*?\b(?:if|when|where|with|in the presence of|provided|provided that|so long as) {_AMOUNT}{_FEW} (?:{_COME})",
    )
)  # fmt: skip
_FEWER: Final = re.compile(
    rf"\b(?:if|where|when|with) (?:fewer|less) than (?P<amount>{SHARE}|{NUMBER})\b{_FEW} (?:{_COME})", re.IGNORECASE
)
_BARRED: Final = re.compile(r"\b(?:no|not|nothing|cannot|void|invalid|neither)\b", re.IGNORECASE)
_SPECIAL: Final = re.compile(
    r"\b(?:unless|except|save|adjourned|second meeting|reconvened|urgent|urgency|by (?:post|e-?mail|mail|circular|letter)|proxy|proxies|either|or)\b"
    r"|\b(?:votes?|decisions?|resolutions?|motions?|proposals?|meetings?|matters?) (?:on|about|concerning|for|that|called|touching) "
    r"|\b(?:votes?|decisions?|resolutions?|motions?|proposals?) to (?!be\b)\w|\bto (?:exclude|expel|change|amend|alter|dissolve|sell|remove|dismiss)\b",
    re.IGNORECASE,
)
"""A rule for some cases, or with a way round it: which of them a sitting was is not known."""
_SUPPOSED: Final = re.compile(r"^\W*(?:[\w.]+ )?(?:if|where|when)\b", re.IGNORECASE)
_ALL_MEMBERS: Final = re.compile(
    rf"\b(?P<body>{'|'.join(BODIES)})s?\b(?:\s[\w-]+){{0,3}}?\s(?:has|have|consists? of|is made up of|comprises?|is composed of|numbers)\s(?:(?:at least|at most|up to|between|a chair and|the chair and|about) )?(?P<n>{NUMBER})\s(?:[\w-]+ ){{0,2}}?(?:members|persons|people|trustees|directors|governors|councillors|delegates|judges|seats)\b"
    rf"|\b(?:of (?:the|its|our)|all(?: of)?(?: the| its| our)?|the (?:{'|'.join(BODIES)})['’]s) (?P<m>{NUMBER}) (?:members|trustees|directors|governors|councillors|delegates)\b",
    re.IGNORECASE,
)
_AND_MORE: Final = re.compile(r"\b(?:other|further|more|ordinary|co-opted|elected|appointed|deput\w+|substitute|vacan\w+|at least|at most|up to|between|chair and|about|or|to be)\b", re.I)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Needed:
    """How many members a rule asks for.

    Attributes:
        rule: The rule.
        amount: The number, or the share of all members below 1.
        more: It has to be more than that.
        said: The words of the rule for it.
    """

    rule: Statement
    amount: Fraction
    more: bool
    said: str

    @property
    def is_share(self) -> bool:
        """Whether it is a share, so that one has to know how many members there are."""
        return self.amount < 1

    def fewest(self, members: int | None) -> int | None:
        """The fewest that are enough; None where that cannot be told.

        Args:
            members: How many members there are; None where no paper says so.
        """
        if self.is_share and members is None:
            return None
        whole = self.amount * members if self.is_share and members is not None else self.amount
        return floor(whole) + 1 if self.more else ceil(whole)


def needed(rule: Statement) -> Needed | None:
    """How many have to be there by a rule for every sitting; None where it asks for no number, or for some sittings only.

    Args:
        rule: The rule.
    """
    text = " ".join(rule.text.split())
    fewer = _FEWER.search(text)
    if fewer is not None and _BARRED.search(text):
        return _read(rule, fewer, text, more=False)
    found = [match for pattern in _FORMS if (match := pattern.search(text)) is not None]
    return _read(rule, found[0], text, bool(found[0]["more"])) if found else None


def _read(rule: Statement, match: re.Match[str], text: str, more: bool) -> Needed | None:
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    inside = re.sub(r"\b(?:unless|without)\b", "", match.group(), count=1, flags=re.IGNORECASE)
    if _SPECIAL.search(rest) or _SPECIAL.search(inside) or (_SUPPOSED.match(text) and not _FEWER.search(text)):
        return None
    written = match["amount"].lower()
    share = SHARES.get(re.sub(r"^(?:an?|one)[- ]|", "", written).replace("-", " "))
    value = number_value(written) if share is None else None
    amount = (
        share
        if share is not None
        else Fraction(value)
        if value is not None and value == int(value) and value > 1
        else None
    )
    if amount is None:
        return None
    return Needed(rule, amount, more or written == "a majority", match.group())


def members(told: Sequence[Statement], body: str) -> tuple[int, Statement] | None:
    """How many members a body has, with the sentence that says so; None where papers say nothing, or two things.

    Args:
        told: The sentences of a file.
        body: Root of the word for the body.
    """
    found: dict[int, Statement] = {}
    for one in told:
        for match in _ALL_MEMBERS.finditer(one.text):
            value = number_value(match["n"] or match["m"])
            if match["body"] and root(match["body"].lower()) != body:
                continue
            if value is None or _AND_MORE.search(match.group()) or value != int(value):
                return None
            found.setdefault(int(value), one)
    return next(iter(found.items())) if len(found) == 1 else None
