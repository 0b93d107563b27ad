"""Votes that were counted, against what another paper says of them: "by two votes to one", "the board was unanimous"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.sheet.governing.acts import act_roots, kin, law_sentences
from foam_graph.findings.sheet.solving.votes import votes
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import PARTIES, Statement, statements

RULE: Final = "votes counted"
_TO: Final = re.compile(
    rf"\b(?P<for>{NUMBER}) votes? (?:to|against) (?P<no>{NUMBER})\b|\b(?P<a>{NUMBER}) (?:to|against) (?P<b>{NUMBER}) votes\b"
    rf"|\b(?:vote|voted|carried|passed|majority)\w*[^.;:]{{0,20}}? (?P<c>{NUMBER})\s?(?:to|[:–-])\s?(?P<d>{NUMBER})\b",
    re.IGNORECASE,
)
_ALL: Final = re.compile(
    r"\b(?:unanimous(?:ly)?|without (?:a )?(?:dissent\w*|dissenting vote|vote against|opposition)|with one voice|nem\.? con)\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|nor|no longer|must|shall|should|if|unless|requires?|may|would|asks?|need\w*)\b|\?", re.I
)
_SHARE: Final = re.compile(
    r"\b(?:majority of )?(?P<share>two[- ]thirds|three[- ]quarters|three[- ]fourths|three[- ]fifths|2/3|3/4|3/5)(?: majority)?(?: of (?:the |all )?(?P<base>votes(?: cast)?|(?:members|those|owners|voters) (?:present|voting)))?",
    re.IGNORECASE,
)
_SHARES: Final = {"two thirds": Fraction(2, 3), "2/3": Fraction(2, 3), "three quarters": Fraction(3, 4), "three fourths": Fraction(3, 4),
                  "3/4": Fraction(3, 4), "three fifths": Fraction(3, 5), "3/5": Fraction(3, 5)}  # fmt: skip
_VOTED: Final = re.compile(
    r"\b(?:vot\w+|majorit\w+|resol\w+|decid\w+|decisions?|carried|adopted|ballot\w*|poll)\b", re.IGNORECASE
)
_OF_A_THING: Final = re.compile(
    r"\s+of (?!(?:(?:the|all|its|their|our|those|cast|valid|registered|attending) )*(?:votes?|members?|owners?|voters?|those|shareholders?|delegates?|trustees?|directors?|governors?|councillors?|all)\b)",
    re.IGNORECASE,
)
"""What the share is a share of, where that is nobody who votes: "three quarters of a plot"."""
_BY_WHOM: Final = re.compile(
    r"\b(?:needs?|requires?|only|must be|may be|can be|is taken|are taken|is decided|decides?|resolves?)\b",
    re.IGNORECASE,
)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that call unanimous what was voted against, and votes that fall short of the share that a rule asks for.

    Args:
        file: The case file.
    """
    read = statements(file)
    cast = [
        (one, two) for one in read if one.document.number not in read.laws and (two := counted(one.text)) is not None
    ]
    for one in read:
        if one.document.number in read.laws or not _ALL.search(one.text) or _DENIED.search(one.text):
            continue
        split = [(fact, two) for fact, two in cast if two[1] > 0 and fact is not one and _one_decision(one, fact)]
        if len(split) == 1:
            fact, (yes, no) = split[0]
            text = f"{says(one)}. {opened(called(fact))}: {quote(fact)}. That is {yes} for and {no} against."
            yield Finding(
                "contradiction",
                text,
                (one.id, fact.id),
                "disputed",
                rule=RULE,
                inputs={"differ_in": "number", "stated": "unanimous"},
            )
    for rule in law_sentences(read):
        match = _SHARE.search(rule.text)
        if match is None or not _BY_WHOM.search(rule.text) or not _VOTED.search(rule.text):
            continue
        if _OF_A_THING.match(rule.text[match.end() :]):
            continue
        act = act_roots(rule.text[: match.start()]) | act_roots(rule.text[match.end() :])
        wanted = _SHARES[re.sub(r"[- ]+", " ", match["share"].lower())]
        for fact, (yes, no) in cast:
            if fact.document.source_class in PARTIES or not _of_act(act, fact):
                continue
            if Fraction(int(yes), int(yes + no)) < wanted:
                text = f"{opened(called(rule))}: {quote(rule)}. {says(fact)}. That is {yes} of {yes + no} votes, less than {match['share']}."
                yield Finding("rule", text, (rule.id, fact.id), "not_met", rule=RULE, inputs={
                    "condition": match.group().strip(), "kind": "requirement", "consequence": ""})  # fmt: skip


def counted(text: str) -> tuple[Decimal, Decimal] | None:
    """The votes for and against that a sentence counts; None where it counts none.

    Args:
        text: The sentence.
    """
    match = _TO.search(text)
    if match is not None:
        pairs = ((match[one], match[two]) for one, two in (("for", "no"), ("a", "b"), ("c", "d")))
        yes, no = next((number_value(a), number_value(b)) for a, b in pairs if a and b)
        if yes is None or no is None:
            return None
        # "0.5 to 0.2" is a rate, or a score: votes are whole.
        return (yes, no) if yes == int(yes) and no == int(no) and yes + no > 0 else None
    both = votes(text)
    return (
        None
        if len(both) != 2 or "against" not in text or not re.search(r"\bfor\b|\bfavou?r", text)
        else _ordered(text, both)
    )


def _ordered(text: str, both: list[Decimal]) -> tuple[Decimal, Decimal]:
    first = re.search(r"\bagainst\b", text)
    yes = re.search(r"\bfor\b|\bfavou?r", text)
    swapped = first is not None and yes is not None and first.start() < yes.start()
    return (both[1], both[0]) if swapped else (both[0], both[1])


def _one_decision(one: Statement, fact: Statement) -> bool:
    """Whether a vote is on what the paper that speaks of it decides: by two or more words of what was resolved."""
    if one.document is fact.document and abs(one.place - fact.place) > 2:
        return False
    about = {root for other in one.document.sentences for root in act_roots(other.text)}
    resolved = act_roots(re.split(r"\bto\b|\bthat\b", fact.text, maxsplit=1)[-1]) - act_roots(
        "vote against favour resolve decide board"
    )
    named = {word.lower for word in fact.words if word.name}
    known = {word for other in one.document.sentences for word in re.findall(r"[a-z]+", other.text.lower())}
    shared = sum(kin(root, about) for root in resolved)
    return len(resolved) >= 2 and shared >= 2 and 2 * shared >= len(resolved) and named <= known | {"the"}


def _of_act(act: frozenset[str], fact: Statement) -> bool:
    """Whether a vote is on an act that a rule speaks of, by the rule's own word for it."""
    own = act - act_roots("majority vote member present cast decide decision board meeting resolution")
    return bool(own) and any(kin(root, own) for root in act_roots(re.split(r"\bto\b", fact.text)[-1]))
