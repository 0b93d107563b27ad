"""What papers put first, how they would have doubts resolved, what they are for: two that may pull in different directions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.facing.bonds import Bond, bond
from foam_graph.findings.sheet.facing.telling import Telling, each_once, tellings
from foam_graph.findings.sheet.standing.naming import says

RULE = "priorities side by side"
_FIRST = re.compile(
    r"\b(?:first of all|before (?:all|everything|anything) else|above (?:all|everything|anything)(?: else)?|(?:first|foremost|chief|main|prime|primary|overriding|paramount|highest|supreme|ultimate|only) (?:concern|duty|aim|object|purpose|task|interest|priority|consideration|care|thought|loyalty|goal|responsibility|business|need)(?=\s(?:is|was|must|shall|should|will|has to|of)\b)"
    r"|(?:comes?|goes|ranks?|stands?|put|puts|must come|should come|has to come|is to come|shall come) (?:well )?(?:before|above|ahead of|first|second|last)"
    r"|(?:nothing|no \w+(?: \w+){0,4}) (?:(?:ranks?|comes?|stands?|is|may be put|can be put|must be put|may come|should come) (?:above|before|higher|ahead of)|(?:counts?|matters?|weighs?) more|is more important)"
    r"|worth more than|matters? (?:more|most)|counts? (?:more|most|for more|for most|with (?:me|us))|weighs? (?:more|most|heavier)|outweighs?|more important than|more weight|takes? precedence|prevails? over|precedence over|priority over|is paramount"
    r"|(?:must|shall|should|is to|are to|ought to|has to|have to|may|will|would)(?: \w+){1,6}? (?:rather|sooner) than|in preference to|sacrificed? (?:to|for)|must not be sacrificed|is the thing|is what counts|is what matters|better (?:a|an|to|one|that)\b[^.;]{2,60}\bthan|even (?:if|where|at)\b[^.;]{0,40}\b(?:cost|risk|price|delay)"
    r"|the first of (?:all )?(?:our|its|their|the) (?:\w+ )?(?:duties|aims|tasks|concerns|objects)|must not be sacrificed|must never be)\b",
    re.IGNORECASE,
)
_TO_BE = (
    r"\b(?:shall|should|must|is to|are to|has to|have to|ought|needs? to|had better|wants?|said that|would|will|may)\b"
)
_DOUBT = re.compile(
    r"\b(?:(?<!no )(?<!beyond )(?<!without )(?<!beyond all )(?<!a )(?<!can )(?<!person )(?<!to )(?<!cannot )doubts?\b|doubtful|unclear|borderline|uncertainty|(?:if|where|when)\b[^.;,]{0,30}\b(?:not (?:certain|sure|clear)|uncertain)|either way|close case)\b",
    re.IGNORECASE,
)
_RESOLVED = re.compile(
    rf"{_TO_BE}|\b(?:in favou?r of|favou?r|benefit of|resolved|given to|kept|refused|err on|on the side of)\b",
    re.IGNORECASE,
)
_AIM = re.compile(
    r"\b(?:(?:it is|is|are) (?:the|our|its|their) (?:\w+ )?(?:aim|purpose|objective|goal|policy|intention|principle|wish|hope)s?(?: \w+ \w+)? (?:of|to|that)|(?:aim|purpose|objective|goal|mission|guiding principle)s? (?:of [^.;]{2,40} )?(?:is|are|was|be) (?:to|that)"
    r"|exists? (?:first of all |only |mainly )?to|(?:is|are) (?:there )?to be (?:welcomed|encouraged|preserved|protected|cherished|avoided|spared)|free to|owe[sd]? (?:it )?to|(?:we|our|the \w+) (?:stand|stands) for|at the heart of|(?:our|its|the) (?:first|guiding|founding) (?:duty|principle|rule|idea))\b",
    re.IGNORECASE,
)
_IN_TIME = re.compile(
    r"\b(?:before|after|first|last|ahead of)\b[^.;]{0,25}(?:\d|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|noon|midnight|week|month|year|hour|minute|meeting|hearing|end of)\b)"
)
_WEAK = re.compile(
    r"\b(?:first|second|last) (?:visit|time|page|line|day|week|month|year|floor|report|meeting|application|instance|place|sight|draft|letter|of (?:January|February|March|April|May|June|July|August|September|October|November|December))\b",
    re.IGNORECASE,
)
_LONGEST = 42
_MOST = 3


@dataclass(frozen=True, eq=False)
class Priority:
    """A sentence that says what comes first.

    Attributes:
        telling: The sentence.
        sort: ``first``, ``doubt`` (how one is to be resolved) or ``aim``.
    """

    telling: Telling
    sort: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Statements of different documents on what comes first, side by side.

    Args:
        file: The case file.
    """
    told = tellings(file)
    found = [one for t in told.all if (one := priority(t)) is not None]
    pairs: list[tuple[float, Priority, Priority, Bond]] = []
    for n, a in enumerate(found):
        for b in found[n + 1 :]:
            if a.telling.statement.document is b.telling.statement.document:
                continue
            made = bond(a.telling, b.telling)
            score = _score(a, b, made)
            if score:
                pairs.append((score, a, b, made))
    pairs.sort(key=lambda p: (-p[0], p[1].telling.statement.place, p[2].telling.statement.place))
    for (score, a, b, made), ids in each_once(pairs, lambda p: p[3].ids, _MOST):
        text = (
            "Two papers say what comes first, or how a doubt is to be resolved. "
            f"{says(a.telling.statement)}. {says(b.telling.statement)}. Whether they pull in different directions here a person has to judge; no fact decides it."
        )
        yield Finding(
            "contradiction",
            text,
            (ids[0],),
            None,
            rule=RULE,
            inputs={
                "differ_in": "value",
                "strength": round(score, 2),
                "sorts": [a.sort, b.sort],
                "shared": [one for one, _, _ in made.pairs],
            },
            against=(ids[1],),
        )


def priority(one: Telling) -> Priority | None:
    """What a sentence puts first, or how it resolves doubts; None where it does neither."""
    text = one.text
    if one.row or one.statement.standing == "question" or text.count(" ") > _LONGEST or text.count(" ") < 4:
        return None
    if _DOUBT.search(text) and _RESOLVED.search(text) and re.search(_TO_BE, text):
        return Priority(one, "doubt")
    match = _FIRST.search(text)
    if (
        match
        and not _IN_TIME.search(text[match.start() :])
        and not (_WEAK.search(text) and "first" in match.group().lower())
        and not find_quantities(text[match.end() : match.end() + 20])
    ):
        return Priority(one, "first")
    if _AIM.search(text):
        return Priority(one, "aim")
    return None


def _score(a: Priority, b: Priority, made: Bond) -> float:
    sorts = {a.sort, b.sort}
    if sorts == {"doubt"}:
        return 0.6 + made.strength
    if sorts == {"first"}:
        return 0.3 + made.strength
    if sorts in ({"first", "doubt"}, {"first", "aim"}):
        return 0.15 + made.strength if made.strength >= 0.12 else 0.0
    return made.strength if made.strength >= 0.15 else 0.0
