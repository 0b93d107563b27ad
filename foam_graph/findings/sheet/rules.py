"""The rules of the documents with their conditions and exceptions, each with what the facts say for and against it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.language.clauses import first_verb, light, read
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.sheet.standing.asking import asked, testable
from foam_graph.findings.sheet.standing.conditions import Condition, alternatives, conditions, counted_as
from foam_graph.findings.sheet.standing.evidence import Evidence, bearing, coverage, done, weigh
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import PARTIES, Statement, Statements, other_case, statements

RULE = "rule_condition"
_ENGAGED = 0.72
_GENERAL = frozenset({"statistics", "research", "news"})
"""Classes that tell of many cases, not of this one."""
_OR_NOT = re.compile(r"\bor (?:not|never|no)\b", re.IGNORECASE)
"""What is so either way ("late or not at all") cannot be denied by a "not"."""
_SHOWN = 4
"""Facts quoted on each side; the others are named by their ids."""


def findings(file: CaseFile) -> Iterator[Finding]:
    """The conditions and exceptions of rules that matter to this file: that a fact speaks to, or that were acted on.

    Args:
        file: The case file.
    """
    read_ = statements(file)
    others = [one for one in read_ if one.standing not in ("rule", "fragment", "question")]
    for rule in read_.of("rule"):
        for condition in conditions(rule):
            if testable(condition.text) and not _OR_NOT.search(condition.text):
                made = _finding(condition, others, read_)
                if made is not None:
                    yield made


_CONTENT = re.compile(
    r"\W*(?:to|in a manner|in a way)\s(?:(?:the|its|his|her|their)\s)?(?:\w+\s)?(?:satisfaction|contentment|liking|satisfactory)\b",
    re.IGNORECASE,
)
"""A duty that is done as somebody likes it: whoever is content says nothing, so that silence is no gap."""


def _finding(condition: Condition, facts: list[Statement], read_: Statements) -> Finding | None:
    evidence = _weighed(condition, facts, read_)
    verdict = evidence.verdict
    if verdict == "not_met" and _idle(condition) and acted_on(condition, facts, read_) is None:
        return None
    if verdict:
        text = f"{_stated(condition)} {_told(condition, evidence)}"
        return _made(condition, cast("Verdict", verdict), text, evidence, ())
    if evidence.unclear or condition.kind == "trigger" or _CONTENT.match(condition.text):
        return None
    acted = acted_on(condition, facts, read_)
    if acted is None or _is_there(condition, read_):
        return None
    text = f"{_stated(condition)} {_silent(condition)}"
    text += f" It bears on this: {says(acted)}."
    near = evidence.nearest if evidence.nearest is not acted else None
    near = near or _on_the_same(condition, acted, facts)
    if near is not None:
        text += f" The nearest to it: {says(near)}."
    return _made(condition, "no_document_says", text, evidence, (acted, *((near,) if near else ())))


_HANDED_OVER = r"(?:sent|given|served|issued|posted|delivered|handed (?:over|to)|made|received)"
_TO_BE_SENT = re.compile(
    rf"\W*(?:an?|the|that|such an?|prior|due)\s+(?:[\w-]+\s+){{0,3}}?(?P<thing>[a-z]{{4,}})\s+(?:(?:has|have|had|was|were|is|are)\s+)?(?:first\s+)?(?:been\s+)?{_HANDED_OVER}\b",
    re.IGNORECASE,
)
"""A paper that has to have gone to somebody: a written reminder has been sent."""


def _is_there(condition: Condition, read_: Statements) -> bool:
    """Whether a paper calls itself what the rule asks for, or a list has it as sent: "This is a written reminder"."""
    asked_for = _TO_BE_SENT.match(condition.text)
    if asked_for is None:
        return False
    thing = re.escape(asked_for["thing"].lower().removesuffix("s"))
    itself = re.compile(
        rf"\bthis (?:letter |note |mail |e-?mail |message )?is (?:to be (?:read|taken) as )?(?:an?|the|our|my|your)\b (?:[\w-]+ ){{0,3}}?{thing}s?\b"
        rf"|\b{thing}s?\b:? (?:was |were |has been |had been |duly |\(?)?{_HANDED_OVER}\b",
        re.IGNORECASE,
    )
    return any(
        one.document.number not in read_.laws and itself.search(one.text) and not negations(one.text) for one in read_
    )


def _idle(condition: Condition) -> bool:
    """Whether a measure under the bound of a permission says nothing, unless somebody made use of the permission."""
    permits = re.search(r"\b(?:may|can)\b", condition.main, re.IGNORECASE)
    return condition.kind == "requirement" and permits is not None and bool(read(condition.text).quantities)


def _on_the_same(condition: Condition, acted: Statement, facts: list[Statement]) -> Statement | None:
    """Another sentence on the same matter of the same person: who is named where the rule was acted on."""
    named = {word.key for word in acted.words if word.name}
    keys = [key for key in asked(read(condition.main)) if not light(key)]
    for one in facts:
        said = {word.key for word in one.words}
        if (
            one is not acted
            and one.standing == "fact"
            and named & said
            and any(a[:4] == b[:4] for a in keys for b in said)
        ):
            return one
    return None


def _weighed(condition: Condition, facts: list[Statement], read_: Statements) -> Evidence:
    """The evidence on a condition; of alternatives the facts for any of them, and against all of them."""
    parts = [weigh(part, facts, read_, condition.rule) for part in alternatives(condition.text)]
    if len(parts) == 1:
        return _with_listed(condition, parts[0], facts, read_)
    against = [one for part in parts for one in part.against] if all(part.against for part in parts) else []
    nearest = next((part.nearest for part in parts if part.nearest is not None), None)
    unclear = any(part.unclear for part in parts)
    return Evidence([one for part in parts for one in part.for_], against, nearest, unclear)


def _with_listed(condition: Condition, found: Evidence, facts: list[Statement], read_: Statements) -> Evidence:
    """The evidence with the facts that tell of what another rule counts as the condition ("good cause includes")."""
    listed = [item for rule in read_.of("rule") for item in counted_as(rule.text, condition.text)]
    told = [one for item in listed for one in bearing(item, facts, read_, condition.rule)]
    # A side may name such a thing to say that it does not help ("the stay ended, so that 16 days remained").
    neutral = [one for one in dict.fromkeys(told) if one.passage.source_class != "advocacy"]
    more = [one for one in neutral if one not in found.for_ and one not in found.against]
    return Evidence([*found.for_, *more], found.against, found.nearest, found.unclear)


def acted_on(condition: Condition, facts: list[Statement], read_: Statements) -> Statement | None:
    """The fact that shows that what the rule speaks of was done, asked for or refused; None where nothing shows it.

    Args:
        condition: A condition of a rule.
        facts: The statements that may show it.
        read_: The statements of the file.
    """
    best, found = _ENGAGED, None
    keys = asked(read(condition.main))
    if len(keys) < 2 or not any(not light(key) for key in keys):
        return None
    for one in facts:
        if (
            one.standing not in ("fact", "plan")
            or one.passage.source_class in _GENERAL
            or one.document is condition.rule.document
            or other_case(one, read_)
        ):
            continue
        for clause in one.clauses:
            if not (clause.past or clause.label("name")) or not done(condition.main, clause):
                continue
            share = coverage(condition.main, clause, read_)
            if share >= best and len(clause.topics) >= 2:
                best, found = share + 1e-9, one
    return found


def _stated(condition: Condition) -> str:
    return f"{opened(called(condition.rule))}: {quote(condition.rule)}."


def _named(condition: Condition) -> str:
    return {"exception": "exception", "trigger": "case", "requirement": "condition"}[condition.kind]


def _told(condition: Condition, evidence: Evidence) -> str:
    """The verdict in a sentence, with the facts."""
    name, text = _named(condition), f'"{condition.text}"'
    for_, against = _quoted(evidence.for_), _quoted(evidence.against)
    if evidence.split:
        return f"This {name}, {text}, is met for some only, by one and the same document: {for_}; but {against}."
    if evidence.verdict == "disputed":
        return f"Whether this {name} is met, {text}, is disputed. For it: {for_}. Against it: {against}."
    if evidence.verdict == "not_met":
        return f"This {name}, {text}, is not met as the file stands: {against}."
    effect = {
        "exception": "The exception applies", "trigger": "The rule applies", "requirement": "The condition is met"
    }[condition.kind]  # fmt: skip
    if evidence.verdict == "met":
        return f"{effect}, {text}: {for_}."
    source = "a party" if evidence.for_[0].passage.source_class in PARTIES else "one document"
    return f"{effect}, {text}, by what {source} says: {for_}."


def _silent(condition: Condition) -> str:
    verb = first_verb(condition.text)
    clause = (
        verb is not None
        and verb[0] > 0
        and re.match(r"(?:the|an?|its?|his|her|their|no|all|each|every)\b", condition.text, re.I)
    )
    if clause:
        return f"No document says that {condition.text[0].lower()}{condition.text[1:]}."
    return f'No document says whether this is so: "{condition.text}".'


def _quoted(found: list[Statement]) -> str:
    return "; ".join(f"{called(one)}, {quote(one)}" for one in found[:_SHOWN])


def _made(
    condition: Condition, verdict: Verdict, text: str, evidence: Evidence, more: tuple[Statement, ...]
) -> Finding:
    told = dict.fromkeys((condition.rule.id, *(one.id for one in (*evidence.for_, *more))))
    classes = {
        side: sorted({one.passage.source_class for one in found})
        for side, found in (("for", evidence.for_), ("against", evidence.against))
    }
    inputs: dict[str, object] = {
        "condition": condition.text,
        "kind": condition.kind,
        "consequence": condition.main,
        "sources": classes,
    }
    if evidence.split:
        inputs["split"] = True
    return Finding(
        "rule", text, tuple(told), verdict, rule=RULE, inputs=inputs,
        against=tuple(one.id for one in evidence.against),
    )  # fmt: skip
