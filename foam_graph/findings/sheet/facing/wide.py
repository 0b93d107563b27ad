"""Claims of everything, beside what those who looked say of how far they looked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.occurring import occurs
from foam_graph.findings.sheet.facing.bonds import Bond, bond
from foam_graph.findings.sheet.facing.identity import cited, identities
from foam_graph.findings.sheet.facing.telling import Telling, tellings
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES

RULE = "how far it reaches"
_PERIOD = r"(?:hour|day|night|week|month|quarter|term|year|morning|evening|time|second|other|few|\d+)s?\b"
WIDE = re.compile(
    rf"\b(?:every(?! {_PERIOD})(?: one)?|everything|everyone|everybody|everywhere|all(?= (?:of |the |our|its|his|her|their|these|those|my|your|\w+s\b|\w+ \w+s\b|\w+ of\b))"
    r"(?! (?:right|in all|round|day|night|the same|the best|the more|that I|we (?:can|know)))|(?:the|its|his|her|their|my|our) (?:entire|whole)(?! of (?:January|February|March|April|May|June|July|August|September|October|November|December|\d))|in (?:its|their) entirety|throughout|always"
    r"|from (?:start|end|top|beginning|root|first|one end) to \w+|through and through|without (?:any )?exception|any (?:of the|part)|completely|entirely|wholly|in full"
    r"|(?:none|no one|nobody|nothing|never)(?= (?:of|has|have|had|was|were|is|are|in|did|before))|no \w+ (?:of any kind|at all|whatever|whatsoever)|at no time)\b",
    re.IGNORECASE,
)
_LOOKED = r"(?:look(?:ed)?(?: at| into)?|see|seen|saw|test(?:ed)?|examin\w+|check(?:ed)?|inspect\w*|open(?:ed)?|measur\w+|visit\w*|survey\w*|sampl\w+|identif\w+|reach(?:ed)?|cover(?:ed|s)?|assess\w*|analys\w+|interview\w*|ridden|walked|read|verif\w+|taken into account)"
_NOT = r"(?:(?:was|were|has|have|had|been|could|did)(?:,? \w+){0,2}?(?: not|n't)|cannot|never)"
EXTENT = re.compile(
    rf"\b(?:{_NOT}(?:,? \w+){{0,3}}? {_LOOKED}|(?:cannot|could not|do not|does not|did not)(?: \w+)? (?:say|speak|tell|judge|know)\b|(?:say|says|said|tell|know)s? nothing (?:of|about|on|more)"
    r"|no (?:view|opinion|finding|statement|knowledge|word|report|measurement|reading)s? (?:on|of|about|as to|for)|for nothing else|and nothing (?:else|more|further|besides)|no (?:other|further) \w+ (?:was|were|has|have|is|are)"
    r"|none of (?:the|his|her|its|their|our|my) other|(?:the )?(?:rest|remainder|others) (?:of (?:the|his|her|its|their|our|my|it|them) ?\w*)? ?(?:was|were|is|are|has|have|had|we|I|lay|lies|remains?)"
    r"|(?:looked|tested|examined|checked|inspected|opened|measured|visited|surveyed|sampled|covers?|covered|saw|seen|read|limited|confined|restricted|relates?|applies|applied|speaks?|went|goes|holds?|counts?|counted|interviewed|asked)\b[^.;]{0,60}\b(?:only|alone|and no more|to no other)"
    r"|(?:only|solely)\b[^.;]{0,30}\b(?:looked|tested|examined|checked|inspected|opened|measured|visited|surveyed|sampled|cover(?:s|ed)?|saw|seen|read)"
    r"|limited to|confined to|restricted to|outside (?:our|my|the) (?:scope|brief|remit|instructions?)|not (?:part of|within|in) (?:our|my|the) (?:scope|brief|remit|instructions?)"
    r"|(?:one|a single|just one|two|three) (?:jar|sample|visit|pit|hole|room|drum|day|occasion|item|site|test|point|batch|bag|box|lot|section|spot|inspection|interview|reading)s? (?:only|alone)?)\b",
    re.IGNORECASE,
)
"""How far somebody looked, and what was not looked at."""
how_far = occurs(EXTENT)
PART = re.compile(
    r"\b(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half|some|several|most|a few|few|many|\d+) (?:out )?of (?:the|our|its|their|these|those|them|all|\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r")\b|\bonly\W*$|\bonly,",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    r"\b(?:show(?:s|ed|n)?|prov(?:e|es|ed|en)|establish\w*|find(?:s|ings?)?|found|clear(?:s|ed)|pass(?:es|ed)?|report(?:s|ed)?|confirm\w*|demonstrat\w*|went through|gone through|rode|certif\w+|ruled out|tested|examin\w+|check(?:s|ed)|inspect\w*|measur\w+|survey\w*|sampl\w+|assess\w*|analys\w+|verif\w+)\b",
    re.IGNORECASE,
)
"""That somebody looked, and what it showed."""
_OF_THE_LOOKING = re.compile(
    rf"\b(?:results?|tests?|visits?|survey|samples?|inspections?|measurements?|readings?|report|examination|investigation|study|says?|speaks?|views?|opinion|knows?|vouch|{_LOOKED})\b",
    re.IGNORECASE,
)
_A_PART = re.compile(
    r"\b(?:others?|rest|remainder|else|further|only|alone|one|single|two|three|solely|confined|limited|restricted)\b"
    rf"|\b{_NOT}(?:,? \w+){{0,3}}? {_LOOKED}",
    re.IGNORECASE,
)
_HEADED = re.compile(r"^\W*(?:to|from|cc|copy|copies|subject|re|date|distribution)\W*:", re.IGNORECASE)
_MODAL = re.compile(r"\b(?:may|must|shall|should|(?:would|could) be)\b", re.IGNORECASE)
_BOUND = 0.5
"""Weight of a word in common from which a sentence of a cited paper is of the claim's matter, whatever it says of the looking."""
_LONGEST = 42
_SHORT = 26
"""Words of a claim and of a part that is held against it without being cited: longer ones are of more than one thing."""
_MANY = 6
"""In a file of fewer papers a name in half of them is no name of the matter."""
_NARROWED = 0.7
_PARTLY, _COVERED = 0.7, 0.3
_SELDOM, _UNCITED = 0.55, 0.33
_MOST = 2


@dataclass(frozen=True, eq=False)
class Reaching:
    """What bears on how far a claim reaches.

    Attributes:
        bond: What the claim and a sentence of another document share.
        cited: The claim says what that document or its writer showed.
        score: How surely the one bears on the other.
    """

    bond: Bond
    cited: bool
    score: float


def findings(file: CaseFile) -> Iterator[Finding]:
    """Claims of everything, each with what bears on how far it reaches.

    Args:
        file: The case file.
    """
    told = tellings(file)
    known = identities(file)
    background = told.read.background if len(file.documents) >= _MANY else frozenset()
    inside: dict[str, list[Telling]] = {}
    for one in told.all:
        if not one.row and one.statement.standing not in ("rule", "question") and one.text.count(" ") <= _LONGEST:
            inside.setdefault(one.statement.document.id, []).append(one)
    parts = [
        one
        for own in inside.values()
        for one in own
        if one.text.count(" ") <= _SHORT and PART.search(one.text) and one.statement.standing == "fact"
    ]
    for one in told.all:
        if (
            one.row
            or one.statement.standing not in ("fact", "supposition")
            or one.text.count(" ") > _LONGEST
            or not WIDE.search(one.text)
            or how_far(one.text)
            or one.statement.passage.source_class in RULE_CLASSES
            or _HEADED.search(one.text)
            or _MODAL.search(one.text)
        ):
            continue
        found = sorted(
            _reaching(one, cited(one, file, known, background), inside, parts),
            key=lambda r: (-r.score, r.bond.other.statement.place),
        )
        if found:
            first = found[0].bond.other.statement.document
            yield _finding(one, [r for r in found if r.bond.other.statement.document is first][:_MOST], found[0])


def _reaching(
    one: Telling, sources: Sequence[str], inside: Mapping[str, Sequence[Telling]], parts: Sequence[Telling]
) -> Iterator[Reaching]:
    for source in sources:
        for other in inside.get(source, ()):
            made = bond(one, other)
            narrower = made.strength >= _NARROWED and bool(
                (other.names | other.marks) - one.names - one.marks - set(one.weights)
            )
            if narrower or (how_far(other.text) and _of_the_claim(one, other, made)):
                yield Reaching(made, True, 0.5 + made.strength)
    if one.text.count(" ") > _SHORT:
        return
    for other in parts:
        if other.statement.document is one.statement.document or other.statement.document.id in sources:
            continue
        made = bond(one, other)
        if made.pairs and made.pairs[0][2] >= _PARTLY and made.strength >= _COVERED:
            yield Reaching(made, False, made.strength)
    for own in inside.values():
        for other in own:
            if (
                other.statement.document is one.statement.document
                or not how_far(other.text)
                or other.text.count(" ") > _SHORT + 4
            ):
                continue
            made = bond(one, other)
            if len(made.pairs) >= 2 and made.pairs[1][2] >= _SELDOM and made.strength >= _UNCITED:
                yield Reaching(made, False, made.strength)


def _of_the_claim(one: Telling, other: Telling, made: Bond) -> bool:
    """Whether what a cited paper says of how far somebody looked is of the claim: by a seldom word, or as the claim is what the looking showed."""
    names = one.names | other.names
    if any(weight >= _BOUND and a not in names and b not in names for a, b, weight in made.pairs):
        return True
    return bool(_SHOWN.search(one.text) and _OF_THE_LOOKING.search(other.text) and _A_PART.search(other.text))


def _finding(one: Telling, found: Sequence[Reaching], best: Reaching) -> Finding:
    told = " ".join(f"{says(r.bond.other.statement)}." for r in found)
    text = f"{says(one.statement)}. What bears on how far this reaches: {told} Whether it goes further than that, a person has to judge."
    ids = tuple(r.bond.other.statement.id for r in found)
    return Finding(
        "scope",
        text,
        (one.statement.id, *ids),
        rule=RULE,
        inputs={"strength": round(best.score, 2), "cited": best.cited, "shared": [a for a, _, _ in best.bond.pairs]},
        against=ids,
    )
