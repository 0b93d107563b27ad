"""Papers that say that all a numbered rule asks for was done, against what other papers deny of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import key_of, words
from foam_graph.findings.sheet.applying.matching import alike, keys, match
from foam_graph.findings.sheet.applying.provisions import plain
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import named, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, other_case, statements

RULE = "claimed to be kept"
_ALL_KEPT = re.compile(
    r"\b(?:all|every|each|both|everything|whatever)\b[^.;]{0,60}?\b(?:conditions?|requirements?|rule|clause|article|section|demands?|asks?|requires?|needs?|terms?|formalit(?:y|ies))\b"
    r"[^.;]{0,60}?\b(?:fulfilled|met|satisfied|kept|done|observed|complied with|in place|there|present|respected)\b"
    r"|\b(?:fulfils?|fulfilled|meets?|met|satisf(?:y|ies|ied)|kept|keeps?|complie[sd] with|observed?|respected) (?:\w+ ){0,2}?(?:all|every|each|both)\b"
    r"|\b(?:conditions?|requirements?)\b[^.;]{0,60}?\b(?:have|has|are|were|is|was) (?:\w+ ){0,2}?(?:all|both|fully|duly) (?:been )?(?:fulfilled|met|satisfied|kept|observed)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:must|shall|requires?|only|if|provided|unless|needs?|has to|have to|at least|before)\b", re.IGNORECASE
)
_NOT_SAID = re.compile(
    r"\b(?:not all|whether|if|unless|would|should|must|shall|could|we have not|did not)\b|\?$", re.IGNORECASE
)
_EITHER = re.compile(r"\b(?:either\b|or (?:by |with |on |at |from |to )?)", re.IGNORECASE)
_RANK = re.compile(
    r"\b(?P<noun>(?i:priority|grade|class|category|level|type|degree|tier|group|size|stage)) (?P<which>\d{1,2}|[A-Z](?![\w])|[IVX]{1,4}(?![\w]))"
)
_OR_BETTER = re.compile(
    r"\b(?:at least|or (?:higher|better|above|more|lower|below)|minimum|not below|and above)\b", re.IGNORECASE
)
_LONGEST = 45
_TIMES = frozenset(key_of(word) for word in ("hour", "day", "week", "month", "year", "minute", "time"))
_SHOWN = 3


def findings(file: CaseFile) -> Iterator[Finding]:
    """Claims that all that a rule asks for was done, where other papers deny what the rule names.

    Args:
        file: The case file.
    """
    read, numbered = statements(file), parts(file)
    laws = read.laws
    by_id = {one.id: one for one in read}
    facts = [
        one for one in read
        if one.document.number not in laws and (one.standing in ("fact", "fragment") or one.text.startswith("|")) and one.text.count(" ") <= _LONGEST
        and not other_case(one, read)
    ]  # fmt: skip
    for claim in read:
        if claim.document.number in laws or not _ALL_KEPT.search(claim.text) or _NOT_SAID.search(claim.text):
            continue
        rules = [
            by_id[sentence.id] for number in named(claim.text) for law in sorted(laws)
            for part in under(number, numbered[law]) for sentence in part.sentences if sentence.id in by_id
        ]  # fmt: skip
        others = [one for one in facts if one.document is not claim.document]
        for rule in dict.fromkeys(rules):
            if _ASKS.search(rule.text):
                yield from _against(claim, rule, others, read)


def _against(claim: Statement, rule: Statement, facts: Sequence[Statement], read: Statements) -> Iterator[Finding]:
    ranked = _other_rank(rule, facts, read)
    shown = (ranked or _denied(rule, facts, read))[:_SHOWN]
    if not shown:
        return
    text = f"{says(claim)}. {opened(called(rule))}: {quote(rule)}. "
    text += "Other papers say otherwise of what it asks for: " if ranked else "What other papers deny of it: "
    text += "; ".join(f"{called(one)}, {quote(one)}" for one in shown) + "."
    yield Finding(
        "rule", text, (rule.id, claim.id, *((one.id for one in shown) if ranked else ())), "not_met" if ranked else "disputed",
        rule=RULE, inputs={"condition": plain(rule.text), "kind": "requirement", "consequence": ""},
        against=() if ranked else tuple(one.id for one in shown),
    )  # fmt: skip


def _denied(rule: Statement, facts: Sequence[Statement], read: Statements) -> list[Statement]:
    """The facts that deny what a rule asks for; of alternatives each must be denied."""
    found: list[Statement] = []
    asked = plain(rule.text)
    asked = re.split(r"\b(?:must|shall|if|provided that|unless|only)\b", asked, maxsplit=1, flags=re.IGNORECASE)[-1]
    either = re.search(r"\beither\b", asked, re.IGNORECASE)
    for piece in (one for one in _EITHER.split(asked[either.start() if either else 0 :]) if keys(one)):
        wanted = keys(piece)
        denying = [one for one in facts if _denies(wanted, one, read)]
        if not denying:
            return []
        found += denying
    return list(dict.fromkeys(found))


def _denies(wanted: Sequence[str], fact: Statement, read: Statements) -> bool:
    """Whether a clause of a fact denies something of two words that a rule has, one of them in reach of the "not"."""
    for clause in fact.clauses:
        denials = negations(clause.text)
        if not denials:
            continue
        got = match(wanted, keys(clause.text), read).solid
        focus = {key for one in denials for key in one.focus}
        if len(got) >= 2 and any(alike(key, other) for key in got for other in focus):
            return True
    return False


def _other_rank(rule: Statement, facts: Sequence[Statement], read: Statements) -> list[Statement]:
    """The facts that give what a rule speaks of another class than it asks for ("a ticket of Priority 1": "Ticket 20931, Priority 3")."""
    ranks: dict[str, set[str]] = {}
    for one in _RANK.finditer(rule.text):
        ranks.setdefault(one["noun"].lower(), set()).add(one["which"])
    if not ranks or _OR_BETTER.search(rule.text):
        return []
    found = []
    for fact in facts:
        told = [(one["noun"].lower(), one["which"]) for one in _RANK.finditer(fact.text)]
        other = [noun for noun, which in told if noun in ranks and which not in ranks[noun]]
        got = (
            match(keys(rule.text), keys(fact.text), read).solid
            - {word.key for noun in ranks for word in words(noun)}
            - _TIMES
        )
        if other and len(told) == 1 and len(got) >= 2 and not negations(fact.text):
            found.append(fact)
    return found
