"""What rules require, beside what other papers say is not there: "no document says" that it was done, or one party alone does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import kinship
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.facing.bonds import bond
from foam_graph.findings.sheet.facing.telling import (
    Telling,
    Tellings,
    denied_roots,
    each_once,
    marks_of,
    roots_of,
    tellings,
)
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES

RULE = "required and missing"
_ONLY = re.compile(
    r"\b(?:only (?:if|where|when|after|once|with|on)|unless|until|without|provided (?:that)?|on (?:the )?condition that|as long as|so long as|save (?:with|under)|except (?:with|under))\b",
    re.IGNORECASE,
)
_MEASURE = re.compile(r"(?:the )?(?:basis|grounds?|strength|merits?|face|footing|evidence|terms) of\b", re.IGNORECASE)
"""By what something is done ("only on the basis of the bid"), which nobody has to bring."""
_STILL = re.compile(
    r"\b(?:still (?:in|with|on|sealed|waiting|lies?|lay|sitting|to come|unopened|outstanding)|(?:seal|wax|lid|envelope|packet) (?:was |is )?(?:unbroken|whole|intact)|unopened|unbroken|unsigned|unanswered|untested|outstanding|missing"
    r"|would follow|took it that|assumed|went ahead|without (?:waiting|asking|it|one|any)|on (?:the|his|her|its|their|our) (?:\w+(?:'s)? )?(?:\w+ )?alone|no call for|had nothing|have had nothing|nothing from|had no|has no|have no|saw no|found no|left no|there (?:was|is) no(?:ne)?)\b",
    re.IGNORECASE,
)
_STRENGTH = 0.3
_NEGATIVE = re.compile(r"\b(?:no|not|never|nobody|none|nothing|only|cannot)\b", re.IGNORECASE)
_EXEMPT = re.compile(r"\b(?:does|do|shall|did) not apply\b|\bneeds? (?:only|not|no)\b|\bneed not\b", re.IGNORECASE)
_SAME, _SELDOM, _TOGETHER = 0.8, 0.4, 0.95
_GENERAL = RULE_CLASSES | {"ruling", "research", "expert", "news"}
"""Papers that speak of other cases, or of none."""
_MOST = 4


@dataclass(frozen=True, eq=False)
class Missing:
    """A condition with a sentence that says or shows that it was not there.

    Attributes:
        rule: The rule.
        condition: What it asks for, in its words.
        fact: The sentence of another paper.
        score: How surely it is of the condition.
    """

    rule: Telling
    condition: str
    fact: Telling
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Conditions of rules of which another paper says that they were not, or not yet, there.

    Args:
        file: The case file.
    """
    told = tellings(file)
    facts = [
        t for t in told.all
        if t.statement.standing in ("fact", "supposition") and not t.row and t.text.count(" ") >= 3
        and (_STILL.search(t.text) or negations(t.text))
    ]  # fmt: skip
    found = [one for rule in told.all for one in _missing(rule, facts, told)]
    found.sort(key=lambda m: (-m.score, m.rule.statement.place, m.fact.statement.place))
    for one, ids in each_once(found, lambda m: (m.rule.statement.id, m.fact.statement.id), _MOST):
        text = (
            f'{says(one.rule.statement)}. No paper was found that says that what it asks for, "{one.condition}", was there; '
            f"what bears on it: {says(one.fact.statement)}. A person has to judge."
        )
        yield Finding(
            "rule", text, ids, "no_document_says", rule=RULE,
            inputs={"condition": one.condition, "strength": round(one.score, 2)}, against=(ids[1],),
        )  # fmt: skip


def _missing(rule: Telling, facts: Sequence[Telling], told: Tellings) -> Iterator[Missing]:
    if (
        rule.statement.standing != "rule"
        or rule.row
        or rule.statement.passage.source_class not in RULE_CLASSES
        or _EXEMPT.search(rule.text)
    ):
        return
    for condition in conditions_of(rule.text):
        # What the rule speaks of anyway does not show that a sentence is of its condition.
        rest = {key for _, key in roots_of(rule.text.replace(condition, " "))}
        if find_quantities(condition):
            continue  # whether a figure is kept is counted elsewhere
        part = phrase(condition, rule, told)
        for fact in facts:
            if fact.statement.document is rule.statement.document or fact.statement.passage.source_class in _GENERAL:
                continue
            made = bond(part, fact)
            denied = denied_roots(fact.text)
            still = _STILL.search(fact.text) is not None
            near = [
                w
                for a, b, w in made.pairs
                if kinship(a, b) >= _SAME and w >= _SELDOM and a not in rest and (still or b in denied)
            ]
            if len(near) >= 2 and sum(near) >= _TOGETHER and made.strength >= _STRENGTH:
                yield Missing(rule, condition, fact, made.strength + 0.5 * bond(rule, fact).strength)


def conditions_of(text: str) -> list[str]:
    """The things that a rule requires, each as the words that say it.

    Args:
        text: The rule.
    """
    found = []
    for match in _ONLY.finditer(text):
        if match.group().lower() in ("unless", "without", "until") and not _NEGATIVE.search(text[: match.start()]):
            continue  # what it would take to make an exception is asked of nobody
        rest = re.split(r"[;:.]\s|,\s(?:and|but|or|who|which)\s", text[match.end() :])[0].strip(" ,.;")
        if rest.count(" ") >= 1 and not _MEASURE.match(rest):
            found.append(rest)
    return found


def phrase(text: str, of: Telling, told: Tellings) -> Telling:
    """A part of a sentence as a telling of its own.

    Args:
        text: The part.
        of: The sentence.
        told: The sentences of the file.
    """
    roots = roots_of(text)
    weights = {key: told.seldom.get(key, 1.0) for _, key in roots}
    return replace(
        of,
        weights=weights,
        own=frozenset(weights),
        names=frozenset(k for w, k in roots if w.name),
        marks=marks_of(text),
    )
