"""Exceptions of rules, beside what one paper tells of what they ask for, and beside those who go by the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.facing.bonds import bond
from foam_graph.findings.sheet.facing.required import phrase
from foam_graph.findings.sheet.facing.telling import Telling, Tellings, each_once, roots_of, tellings
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES

RULE = "exception and what is told of it"
_EXCEPT = re.compile(
    r"\b(?:(?:does|do|shall|need|will) not apply|is (?:relaxed|lifted|waived|suspended)|are (?:relaxed|lifted|waived)|need(?:s)? not be \w+|is (?:exempt|outside|free)|are (?:exempt|outside|free))\b(?P<rest>[^.;]*)"
    r"|\b(?:unless|except(?: (?:where|if|when|that|for|in))?|save(?: (?:where|if|when|that|for|under|with))?|other than where)\b(?P<clause>[^.;]*)",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"^\W*(?:where|while|if|when|to|for|in|as long as|so long as|provided(?: that)?|during|on)\b", re.IGNORECASE
)


_RELIES = re.compile(
    r"\b(?:breach(?:es|ed)?|broken|broke|contrary to|violat\w+|against (?:the )?(?:rule|condition|by-?law|clause|section|article|order)|must (?:therefore )?be (?:cut|reduced|refused|withheld|paid|returned|rejected)|forfeit\w*|kept back|withheld|refused|not allowed|forbidden|forbids|(?:over|above) the (?:[\w-]+ ){0,2}?(?:limit|maximum|cap|ceiling|threshold|allowance|quota|rate|figure|value|level)s?|exceed\w*"
    r"|owes?|is due|liable|disqualified|excluded|fined|charged|nothing (?:opens|allows|excuses)|no (?:way round|excuse|exception)|infring\w+|in default|failed to|did not comply|non-?compliance)\b",
    re.IGNORECASE,
)
_RELIED = 0.24
_NEAR, _LEAST, _BEST, _ALONE, _COVERED = 0.55, 0.25, 0.5, 0.8, 0.25
_ONGOING = re.compile(r"\b(?:is|are) being\b|\b(?:will|would|could|might|if)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Met:
    """An exception with what one paper tells of it, and who goes by the rule all the same.

    Attributes:
        rule: The rule with its exception.
        condition: What the exception asks for.
        fact: What tells of that.
        claim: Who goes by the rule.
        score: How surely they belong together.
    """

    rule: Telling
    condition: str
    fact: Telling
    claim: Telling
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Exceptions of which one paper tells what they ask for, while another goes by the rule.

    Args:
        file: The case file.
    """
    told = tellings(file)
    others = [t for t in told.all if t.statement.standing not in ("rule", "question")]
    facts = [
        t for t in others if t.statement.standing == "fact" and t.text.count(" ") >= 3 and not _ONGOING.search(t.text)
    ]
    claims = [t for t in others if not t.row and _RELIES.search(t.text)]
    rules = [
        t
        for t in told.all
        if t.statement.standing == "rule" and not t.row and t.statement.passage.source_class in RULE_CLASSES
    ]
    found = [one for rule in rules for one in _met(rule, facts, claims, told)]
    found.sort(key=lambda m: (-m.score, m.rule.statement.place, m.fact.statement.place))
    for one, ids in each_once(found, lambda m: (m.rule.statement.id, m.fact.statement.id, m.claim.statement.id)):
        text = (
            f'{says(one.rule.statement)}. The exception asks for "{one.condition}", and one paper tells of it: {says(one.fact.statement)}. '
            f"Another goes by the rule: {says(one.claim.statement)}."
        )
        yield Finding(
            "rule", text, ids, "met_single_source", rule=RULE,
            inputs={"condition": one.condition, "strength": round(one.score, 2)}, against=(ids[2],),
        )  # fmt: skip


def exceptions_of(text: str) -> list[str]:
    """What the exceptions of a rule ask for, each in its words.

    Args:
        text: The rule.
    """
    found = []
    for match in _EXCEPT.finditer(text):
        rest = (match["rest"] or match["clause"] or "").strip(" ,")
        rest = _LEADS.sub("", rest).strip(" ,")
        if rest.count(" ") >= 1 and "otherwise" not in rest:
            found.append(re.split(r",\s(?:and|but|or|who|which)\s", rest)[0])
    return found


def _met(rule: Telling, facts: Sequence[Telling], claims: Sequence[Telling], told: Tellings) -> Iterator[Met]:
    conditions = exceptions_of(rule.text)
    if not conditions:
        return
    relying = [
        (made.strength + 0.3 * len(rule.marks & claim.marks), claim) for claim in claims
        if claim.statement.document is not rule.statement.document and ((made := bond(rule, claim)).strength >= _RELIED or rule.marks & claim.marks)
    ]  # fmt: skip
    for condition in conditions:
        part = phrase(condition, rule, told)
        total = sum(part.weights.values())
        for fact in facts:
            if fact.statement.document is rule.statement.document:
                continue
            made = bond(part, fact)
            denied = {key for n in negations(fact.text) for word, key in roots_of(fact.text) if word.start >= n.end}
            near = [
                w
                for a, b, w in made.pairs
                if kinship(a, b) >= _NEAR and w >= _LEAST and b not in denied and b in fact.own
            ]
            if not near or max(near) < _BEST or sum(near) < _COVERED * total or (len(near) < 2 and max(near) < _ALONE):
                continue
            for strength, claim in relying:
                if claim.statement.document is not fact.statement.document:
                    yield Met(rule, condition, fact, claim, sum(near) / max(1.0, total) + strength)
