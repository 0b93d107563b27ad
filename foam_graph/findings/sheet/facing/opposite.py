"""One state of a thing against another, "none" against one: where the matter is plainly one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.sheet.facing.apart import of_other_things
from foam_graph.findings.sheet.facing.bonds import bond
from foam_graph.findings.sheet.facing.telling import (
    Telling,
    Tellings,
    both_told,
    denied_roots,
    each_once,
    roots_of,
    tellings,
)
from foam_graph.findings.sheet.standing.naming import says

RULE = "opposites side by side"
_NONE = re.compile(
    r"\b(?:no(?!\s(?:longer|more|doubt|matter|later)\b)|not (?:a|one|a single))\s(?:(?:trace|sign|mark|evidence|record|mention|case|report|word)s?\s(?:of|that)\s(?:an?\s|any\s|the\s)?)?(?P<thing>(?:[a-z-]+\s){0,2}?[a-z-]{3,})\s(?:[^.;,]{0,40}?\s)?(?:was|were|is|are|has|have|had|came|reached|could|did|lies|lay)\b"
    r"|\b(?:nobody|no one|none of \w+(?: \w+)?|nothing)\s(?:\w+\s)?(?:was|were|has|have|had)?\s?(?:been\s)?(?P<act>[a-z]{3,})\b"
    r"|\b(?:saw|found|received|got|had|have|has|heard|made|noted|met|shows?|gave|sent|took|saw and found)\s(?:absolutely\s)?no\s(?:(?:trace|sign|mark|evidence|record|mention|word)s?\s(?:of|that)\s(?:an?\s|any\s|the\s)?)?(?P<object>[a-z-]{3,}(?:\s[a-z-]{3,}){0,2})",
    re.IGNORECASE,
)
_STATES = (
    ("open ajar unlocked unbolted unlatched gaping", "shut closed locked bolted barred fastened latched"),
    ("working running lit working functioning", "broken stopped dead failed idle defective"),
    ("full crowded packed busy", "empty deserted vacant"),
    ("dry parched", "wet damp soaked flooded"),
    (
        "whole intact undamaged unbroken unopened sealed sound healthy",
        "broken damaged cracked torn opened cut decayed rotten diseased leaking",
    ),
    ("dark unlit", "light bright daylight daytime"),
    ("clean clear", "dirty foul choked blocked muddy"),
    ("asleep bed", "awake duty"),
    ("hurt injured wounded treated hospital", "unhurt unharmed uninjured safe"),
    ("calm still", "rough stormy"),
    ("sober", "drunk"),
    ("warm hot", "cold frozen"),
)
_PERCEIVED = re.compile(
    r"\b(?:saw|seen|found|noticed|heard|smelt|felt|watched|met|received|got|sent|posted|delivered|handed|came (?:in|to)|went out|reached|complain\w*|reported|reports|recorded|entered|notes?d?|there (?:was|were|is|are)"
    r"|showed|shows|photograph\w*|wrote|rang|called|told)\b",
    re.IGNORECASE,
)
_WORDS = "|".join(sorted({word for pair in _STATES for side in pair for word in side.split()}))
_IN_STATE = re.compile(
    rf"\b(?:was|were|is|are|been|be|stood|stands|lay|lies|found|left|kept|remained|stayed|still|being)\s(?:\w+\s){{0,2}}?(?P<state>{_WORDS})\b",
    re.IGNORECASE,
)
_RARE, _TOGETHER, _SAME = 0.7, 1.05, 0.8
_MOST = 4


@dataclass(frozen=True, eq=False)
class Opposed:
    """Two sentences that tell opposite things.

    Attributes:
        one: The one.
        other: The other.
        score: How surely they are of one matter.
    """

    one: Telling
    other: Telling
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences of different documents that tell opposite things of what may be one matter.

    Args:
        file: The case file.
    """
    told = tellings(file)
    facts = [
        t for t in told.all if t.statement.standing in ("fact", "supposition") and not t.row and t.text.count(" ") >= 2
    ]
    found = [*_absences(facts, told), *_states(facts, told)]
    found.sort(key=lambda d: (-d.score, d.one.statement.place, d.other.statement.place))
    for one, ids in each_once(found, lambda d: (d.one.statement.id, d.other.statement.id), _MOST):
        text = f"Two papers may say opposite things. {says(one.one.statement)}. {says(one.other.statement)}. Whether they tell of one matter a person has to judge."
        yield both_told(RULE, "denial", text, ids, one.score)


def _absences(facts: list[Telling], told: Tellings) -> Iterator[Opposed]:
    """The word "none" of a seldom thing in one paper, one of it in another."""
    for one in facts:
        for match in _NONE.finditer(one.text):
            name = match["thing"] or match["object"] or match["act"] or ""
            keys = [key for _, key in roots_of(name) if told.seldom.get(key, 0.0) >= _RARE]
            if not keys:
                continue
            head = keys[-1]
            for other in facts:
                if other.statement.document is one.statement.document or other.statement.standing != "fact":
                    continue
                twin = next((key for key in other.own if kinship(head, key) >= _SAME), None)
                if (
                    twin is None
                    or told.seldom.get(twin, 0.0) < _RARE
                    or twin in denied_roots(other.text)
                    or _NONE.search(other.text)
                ):
                    continue
                made = bond(one, other)
                if of_other_things(one, other, told) or not _PERCEIVED.search(other.text):
                    continue
                yield Opposed(one, other, made.strength + 0.3 * told.seldom.get(head, 0.0))


def _states(facts: list[Telling], told: Tellings) -> Iterator[Opposed]:
    """One state of a thing in one paper, the opposite in another."""
    groups = [(frozenset(map(root, a.split())), frozenset(map(root, b.split()))) for a, b in _STATES]
    by_state: defaultdict[tuple[int, int], list[tuple[Telling, str]]] = defaultdict(list)
    for one in facts:
        denied = denied_roots(one.text)
        keys = {root(match["state"]) for match in _IN_STATE.finditer(one.text.lower())}
        for n, sides in enumerate(groups):
            for side in (0, 1):
                for key in sides[side] & keys:
                    by_state[n, 1 - side if key in denied else side].append((one, key))
    for n in range(len(groups)):
        for one, key in by_state[n, 0]:
            for other, twin in by_state[n, 1]:
                if one.statement.document is other.statement.document:
                    continue
                made = bond(one, other, {key, twin})
                close = [
                    weight for a, b, weight in made.pairs if kinship(a, b) >= _SAME and a in one.own and b in other.own
                ]
                if len(close) >= 2 and sum(close) >= _TOGETHER and not of_other_things(one, other, told):
                    yield Opposed(one, other, made.strength + 0.2)
