"""Decisions that were carried by fewer votes than a rule asks for of all members, or by as many as were against."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.governing.acts import governed
from foam_graph.findings.sheet.governing.bodies import body_of, is_record, names_body
from foam_graph.findings.sheet.governing.needed import SHARE, SHARES, members
from foam_graph.findings.sheet.governing.voting import counted
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "majority of a body"
_OF_ALL: Final = re.compile(
    rf"\b(?P<more>more than |over )?(?:at least )?(?:a |an |the )?(?:absolute )?(?P<share>{SHARE}|majority|one half) of (?:all |the |its |all the |all its |all of the |all of its )(?:(?P<n>{NUMBER}) )?"
    r"(?:members|trustees|directors|governors|councillors|delegates)\b(?! (?:present|who are present|voting|there|attending|in attendance|taking part))",
    re.IGNORECASE,
)
_OF_CAST: Final = re.compile(
    r"\b(?:simple majority|(?:a )?majority of (?:the )?(?:votes(?: cast)?|(?:members|those) (?:present|voting))|more votes for than against|more than half of (?:the )?votes(?: cast)?)\b",
    re.IGNORECASE,
)
_DECIDES: Final = re.compile(r"\b(?:vot(?:e|es|ing|ed)|decides?|decisions?|resolutions?|resolves?|carried|adopted|passed|majority)\b", re.I)  # fmt: skip
_SPECIAL: Final = re.compile(
    r"\b(?:decisions?|resolutions?|motions?|votes?|proposals?) (?:on|about|concerning|for|that|to)\b (?!be\b|pass\b|decide\b|carry\b)|\b(?:exclude|expel|change|amend|alter|dissolve|sell|remove|dismiss|elect)\w*\b"
    r"|\b(?:unless|except|save|only where|if|in matters|otherwise)\b",
    re.IGNORECASE,
)
_CASTING: Final = re.compile(r"\b(?:casting|second|deciding) vote\b|\bchair(?:man|woman|person)?(?:['’]s)? (?:vote )?decides\b|\btie\b[^.;]*\bchair", re.I)  # fmt: skip
_CARRIED: Final = re.compile(r"\b(?:carried|adopted|approved|passed|accepted|agreed|resolved|resolves|decided|granted)\b", re.IGNORECASE)  # fmt: skip
_FELL: Final = re.compile(r"\b(?:not|lost|fell|falls|rejected|refused|failed|defeated|never|chair|proposed|by lot|drawn)\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Asked:
    """What a rule asks of every vote of a body.

    Attributes:
        rule: The rule.
        body: Root of the word for the body.
        share: Of all members; None for a majority of the votes that are cast.
        more: It has to be more than that.
        of: Of how many members, where the rule says so.
        said: The words of the rule.
    """

    rule: Statement
    body: str
    share: Fraction | None
    more: bool
    of: int | None
    said: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Decisions that minutes call carried, by fewer votes than the rule for every vote of that body asks for.

    Args:
        file: The case file.
    """
    read = statements(file)
    changed = amendments(read, file) if read.laws else {}
    asked = [one for rule in read if rule.document.number in read.laws and (one := _asked(rule, changed)) is not None]
    if not asked:
        return
    under = governed(read)
    for fact in read:
        if fact.document.number in read.laws or not _CARRIED.search(fact.text) or _FELL.search(fact.text):
            continue
        votes = counted(fact.text)
        if votes is None or not is_record(fact.document):
            continue
        for one in asked:
            others = [each for each in asked if each.body == one.body]
            if len(others) == 1 and names_body(one.rule, one.body, fact.document) and under(one.rule, fact.document):
                yield from _held(one, fact, int(votes[0]), int(votes[1]), read)


def _asked(rule: Statement, changed: Mapping[str, Amendment]) -> _Asked | None:
    text = " ".join(rule.text.split())
    of_all, of_cast = _OF_ALL.search(text), _OF_CAST.search(text)
    match = of_all or of_cast
    if match is None or not _DECIDES.search(text) or _SPECIAL.search(text) or touched(changed, rule.id, match.group()):
        return None
    body = body_of(rule)
    if not body or re.search(r"\b(?:quorum|present|attend)\b", text, re.IGNORECASE):
        return None
    if of_all is None:
        return _Asked(rule, body, None, True, None, match.group())
    word = re.sub(r"^(?:an?|one)[- ]", "", of_all["share"].lower()).replace("-", " ")
    value = number_value(of_all["n"]) if of_all["n"] else None
    more = bool(of_all["more"]) or word == "majority"
    return _Asked(rule, body, SHARES[word], more, int(value) if value is not None else None, match.group())


def _held(one: _Asked, fact: Statement, yes: int, no: int, read: Statements) -> Iterator[Finding]:
    ids = [one.rule.id, fact.id]
    text = f"{opened(called(one.rule))}: {quote(one.rule)}. {says(fact)}. "
    if one.share is None:
        if yes > no or any(_CASTING.search(each.text) for each in read):
            return
        text += f"That is {yes} for and {no} against, and no majority."
    else:
        whole = members(list(read), one.body) if one.of is None else (one.of, one.rule)
        if whole is None:
            return
        needed = one.share * whole[0]
        if yes > needed if one.more else yes >= needed:
            return
        ids.insert(1, whole[1].id)
        text += f"That is {yes} for it, of {whole[0]} members."
    yield Finding(
        "rule", text, tuple(dict.fromkeys(ids)), "not_met", rule=RULE,
        inputs={"condition": one.said, "kind": "requirement", "consequence": ""},
    )  # fmt: skip
