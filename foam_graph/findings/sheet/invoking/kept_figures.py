"""Figures that a paper says keep the limit of a rule which it names by its number, against that limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.invoking.cited import Cited, cited
from foam_graph.findings.sheet.invoking.claims import keeps
from foam_graph.findings.sheet.replacing.current import amendments, touched
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import Statement, statements

RULE: Final = "limit of a rule that is named"
_MOST: Final = re.compile(
    r"\b(?:at most|up to|not more than|no more than|a maximum of|maximum of|the maximum is|not (?:to )?exceed|not exceeding|(?:is|are|be) (?:capped|limited) (?:at|to)|cap of|limit of|no (?:\w+ ){0,3}(?:higher|more|larger|greater|longer|heavier|louder|wider|older) than"
    r"|never (?:above|over|more than)|not (?:above|over|go above)|nothing above|within)\s(?:the\s|a\s|an amount of\s|a total of\s)?$",
    re.IGNORECASE,
)
_LEAST: Final = re.compile(
    r"\b(?:at least|not less than|no less than|not fewer than|no fewer than|a minimum of|minimum of|the minimum is|not (?:fall )?below|never (?:below|under|less than)|not under)\s(?:the\s|a\s|an amount of\s)?$",
    re.IGNORECASE,
)
_EXCEPT: Final = re.compile(r"\b(?:unless|except\w*|save|however|does not apply|do not apply|in (?:urgent|special) cases|otherwise|extend\w*|may be (?:raised|lowered|higher|lower)|with the (?:consent|approval|leave))\b", re.IGNORECASE)  # fmt: skip
_PER: Final = re.compile(r"^\s?(?:per|an?|each|every|for (?:each|every)|a head|apiece)\b", re.IGNORECASE)
_OF_WHAT: Final = re.compile(r"\b(?P<what>[a-z][a-z-]+) (?:of|at|was|were|is|are|came to|comes to|amounts? to|amounted to|totals|totalled|reached|measured) (?:exactly |only |just )?$", re.IGNORECASE)  # fmt: skip
_ANY_AMOUNT: Final = act_roots("level reading figure sum total value measurement result price payment")
_SKEWED: Final = re.compile(r"\b(?:average|mean|median|about|around|roughly|nearly|almost|some|between|together|each|per|twice|estimated?|expected)\b", re.IGNORECASE)  # fmt: skip
_POINTS: Final = re.compile(r"^\W*(?:this|that|it|these|both|they|all of (?:this|these))\b", re.IGNORECASE)
_SHARE_OF: Final = re.compile(r"^ of (?:the |its |all |their )?(?P<base>[a-z][a-z -]{2,40}?)(?=[,.;:]|$| (?:and|is|are|may|shall|must|or|for|when|in|at|by)\b)", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Bound:
    """The one limit of a unit that a rule sets.

    Attributes:
        rule: The sentence.
        amount: The limit.
        test: How a figure has to stand to it.
        base: Roots of what it is a share of; empty for none.
    """

    rule: Statement
    amount: Quantity
    test: str
    base: frozenset[str]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Figures beyond the limit of the rule which they are said to keep.

    Args:
        file: The case file.
    """
    read = statements(file)
    by_id = {one.id: one for one in read}
    changed = amendments(read, file) if read.laws else {}
    for one in cited(read, file):
        if not one.parts or not one.alone or not keeps(one):
            continue
        rules = [by_id[s.id] for part in one.parts for s in part.sentences if s.id in by_id]
        if any(_EXCEPT.search(rule.text) for rule in rules):
            continue
        for bound in _bounds(rules):
            if not touched(changed, bound.rule.id, bound.amount.text.strip()):
                yield from _against(one, bound, read.all)


def _bounds(rules: Sequence[Statement]) -> list[_Bound]:
    """The limits of rules, each the only amount of its unit in them."""
    every = [(rule, q) for rule in rules for q in find_quantities(rule.text)]
    made = []
    for rule, q in every:
        before, after = rule.text[: q.start], rule.text[q.end :]
        least = _LEAST.search(before) is not None or q.comparator in (">=", ">")
        most = _MOST.search(before) is not None or q.comparator in ("<=", "<")
        alone = sum(other.measure()[0] == q.measure()[0] for _, other in every) == 1
        if (
            least == most
            or not alone
            or not q.unit
            or q.unit == "clock"
            or q.high is not None
            or q.partial
            or _PER.match(after)
        ):
            continue
        share = _SHARE_OF.match(after) if q.unit == "percent" else None
        made.append(
            _Bound(rule, q, ">=" if least else "<=", act_roots(share["base"]) if share is not None else frozenset())
        )
    return made


def _against(one: Cited, bound: _Bound, all_: Sequence[Statement]) -> Iterator[Finding]:
    """The one figure that a sentence, or the one before it that it points to, gives in the unit of a limit."""
    told, text = one.claim, f"{one.claim.text[: one.start]}{' ' * (one.end - one.start)}{one.claim.text[one.end :]}"
    if (
        not find_quantities(text)
        and _POINTS.match(text)
        and told.place
        and all_[told.place - 1].document is told.document
    ):
        told = all_[told.place - 1]
        text = told.text
    found = _figure(text, bound) if not _SKEWED.search(text) else None
    if found is None:
        return
    value, words = found
    if TESTS[bound.test](value, bound.amount.measure()[1]):
        return
    side = "at most" if bound.test == "<=" else "at least"
    lines = (
        says(one.claim) if told is one.claim else f"{opened(called(told))}: {quote(told)}, and then {quote(one.claim)}"
    )
    yield Finding(
        "threshold", f"{lines}. {opened(called(bound.rule))}: {quote(bound.rule)}. That is {words}, where the rule that is named has {side} {_bare(bound.amount)}.",
        tuple(dict.fromkeys((one.claim.id, bound.rule.id, told.id))), "beyond", rule=RULE,
        inputs={"told": words, "limit": bound.amount.text.strip()},
    )  # fmt: skip


def _bare(one: Quantity) -> str:
    return re.sub(r"^(?:at most|at least|up to|not more than|no more than|not less than|no less than|more than|less than|under|over)\s", "", one.text.strip(), flags=re.I)  # fmt: skip


def _figure(text: str, bound: _Bound) -> tuple[Decimal, str] | None:
    """The figure of a sentence in the unit of a limit, with its words; of two amounts the share that one is of the other."""
    every = find_quantities(text)
    limit = act_roots(bound.rule.text)
    own = [q for q in every if q.measure()[0] == bound.amount.measure()[0] and q.period == bound.amount.period]
    if len(own) == 1:
        q = own[0]
        fits = q.comparator == "=" and q.high is None and not q.partial and q.role != "delta"
        return (q.measure()[1], q.text.strip()) if fits and _of_the_thing(text, q, limit) else None
    money = [q for q in every if q.unit.startswith("money") and q.comparator == "=" and q.high is None]
    if own or not bound.base or len(money) != 2 or money[0].unit != money[1].unit or len(every) != 2:
        return None
    chunks = act_roots(text[: money[0].start]), act_roots(text[money[0].end : money[1].start])
    based = [n for n, chunk in enumerate(chunks) if all(kin(root, chunk) for root in bound.base)]
    if len(based) != 1 or not any(kin(root, limit - bound.base) for root in chunks[1 - based[0]]):
        return None
    part, whole = money[1 - based[0]], money[based[0]]
    if not whole.value or part.value > whole.value:
        return None
    share = part.value / whole.value * 100
    return (
        share,
        f"{part.text.strip()} of {whole.text.strip()}, which is {share.quantize(Decimal('0.1')).normalize():f} percent",
    )


def _of_the_thing(text: str, q: Quantity, limit: frozenset[str]) -> bool:
    """Whether what a figure measures is what the rule speaks of: the noun before it, else any word of the sentence."""
    match = _OF_WHAT.search(text[: q.start])
    named = act_roots(match["what"]) if match is not None else frozenset()
    named = frozenset(root for root in named if not kin(root, _ANY_AMOUNT))
    if named:
        return any(kin(root, limit) for root in named)
    return any(kin(root, limit) for root in act_roots(text)) or not q.generic()
