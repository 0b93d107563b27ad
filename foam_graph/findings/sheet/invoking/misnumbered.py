"""Rules that are named by a wrong number: the rule named has none of what is said of it, another one of the same paper has it all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import alike, keys, role
from foam_graph.findings.sheet.governing.acts import act_roots, kin
from foam_graph.findings.sheet.invoking.cited import Cited, cited
from foam_graph.findings.sheet.replacing.current import amendments
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import Part, named, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, statements

RULE: Final = "named by a wrong number"
_HEADED: Final = re.compile(
    r"^\s?\((?P<a>[a-zA-Z][a-zA-Z ,&'’-]{2,45})\)|^,? (?:headed|entitled|titled|called|on|about|concerning) [“\"]?(?:the )?(?P<b>[a-zA-Z][a-zA-Z &'’-]{2,45}?)[”\"]?(?=[,.;:)]|$)"
)
_TOPIC: Final = re.compile(r"\b(?:the|our|your|its) (?P<t>(?:[a-z-]+ ){0,3}?[a-z-]+) (?:in|of|under) (?:the )?$")
_SETS: Final = re.compile(
    r"^,? (?:\w+ly )?(?:says that|provides that|states that|requires?|allows?|permits?|forbids?|prohibits?|bans?|caps?|limits?|sets?|fixes|obliges?|lets|grants?|entitles?|deals with|covers|concerns|governs|regulates|prescribes|demands)\b (?P<t>[^.;:]{5,170})",
    re.IGNORECASE,
)
_UNDER: Final = re.compile(r"(?:^\W*|[,;:]\s|\bthat\s)(?:under|by|according to|pursuant to|in accordance with|by virtue of) (?:the )?$", re.IGNORECASE)  # fmt: skip
_LAID_DOWN: Final = re.compile(
    r"^,? (?P<t>(?:an?|the|any|every|each|no|all|notice|nobody|whoever|[a-z]+s)\b[^.;:]*?\b(?:must|shall|may|has to|have to|(?:is|are) (?:enough|required|allowed|permitted|forbidden|due|payable|valid|excluded|exempt|entitled))\b[^.;:]*)"
)
"""What a sentence tells as laid down by the rule that it names: in general terms, of nobody in particular."""
_LOOSE: Final = re.compile(r"\b(?:not|never|nor|nothing|no|if|whether|would|could|might|former|old|earlier|previous|draft|propos\w+|instead of|rather than|amended|replaced)\b|\?", re.IGNORECASE)  # fmt: skip
_POINTS: Final = re.compile(r"\b(?:schedule|annex|appendix|above|following|foregoing|preceding|list|table|aforesaid|mutatis)\b", re.IGNORECASE)  # fmt: skip
_NO_TOPIC: Final = act_roots(
    "breach requirement requirements terms meaning purposes purpose wording sentence paragraph text limit exception condition conditions provision "
    "provisions clause sense scope spirit letter application interpretation heading subject violation use effect part half force view light line"
)
_HEADING: Final = re.compile(
    r"^[^\w§]*(?:article|section|clause|rule|regulation|condition|by-?law|paragraph|§+)?\s*[\dIVX][\w.]*[.):]?\**\s+\(?(?P<h>[A-Z][A-Za-z ,&'’-]{2,50}?)\)?[.:]?\**(?=$|\s(?=[A-Z*]))",
    re.IGNORECASE,
)
_KIND: Final = re.compile(r"^(?:duty|obligation|right|ban|prohibition|limit|requirement|power|cap|entitlement) (?:of|to|on|for) (?P<n>[a-z-]+(?: [a-z-]+)?)$")  # fmt: skip
"""What a rule is, and on what: the noun behind says what stands in it."""
_CLAIMED: Final = re.compile(r"\b(?:claims?|claimed|charged?|charges|demands?|demanded|deduct\w*|withh[eo]ld\w*|owes?) (?P<n>(?:[a-z-]+ )?[a-z-]{4,}) under (?:the )?$")  # fmt: skip
_LEAST_PARTS: Final = 6
_NEXT: Final = re.compile(r",\s(?:and|but|so|which|while|as|for|yet|or)\b")
_MOST: Final = 0.75


@dataclass(frozen=True, eq=False)
class _Said:
    """What a sentence says of a rule.

    Attributes:
        text: The words.
        roots: Their roots.
        figures: Their amounts.
        heads: They name what the rule is about, as a heading does.
        noun: They are one noun that says what the rule is on.
    """

    text: str
    roots: frozenset[str]
    figures: tuple[Quantity, ...]
    heads: bool
    noun: bool = False


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that name a rule by its number for what another rule of the same paper has, and that one not at all.

    Args:
        file: The case file.
    """
    read = statements(file)
    by_id = {one.id: one for one in read}
    changed = amendments(read, file) if read.laws else {}
    for one in cited(read, file):
        said = _said(one) if one.parts and one.alone else None
        if said is None:
            continue
        own = [s for part in one.parts for s in part.sentences]
        above = _above(one.number, parts(file)[one.law.number])
        found = _elsewhere(said, one, parts(file)[one.law.number])
        # What stands in the heading of both tells the two not apart.
        beside = found is not None and found.number.rpartition(".")[0] == one.number.rpartition(".")[0] != ""
        own = own if beside else own + above
        if (
            _has_any(said, own)
            or any(not _related(other, one.number) for s in own for other in named(s.text))
            or any(_POINTS.search(s.text) for s in own)
        ):
            continue
        there = under(found.number, parts(file)[one.law.number]) if found is not None else []
        told = [by_id[s.id] for part in there for s in part.sentences if s.id in by_id]
        mine = [by_id[s.id] for s in own if s.id in by_id]
        if found is not None and told and mine and not any(each.id in changed for each in (*told, *mine)):
            yield _finding(one, said, mine, told, found)


def _said(one: Cited) -> _Said | None:
    """What a sentence says of the rule that it names; None where it says nothing for sure."""
    text = one.claim.text
    before, behind = text[: one.start], text[one.end :]
    laid = _LAID_DOWN.match(behind) if _UNDER.search(before) else None
    headed, sets, topic = _HEADED.match(behind), _SETS.match(behind), _TOPIC.search(before)
    if headed is not None:
        told, heads = headed["a"] or headed["b"], True
    elif sets is not None or laid is not None:
        told, heads = sets["t"] if sets is not None else laid["t"] if laid is not None else "", False
    elif topic is not None:
        told, heads = topic["t"], True
    elif (claimed := _CLAIMED.search(before)) is not None:
        told, heads = claimed["n"], False
    else:
        return None
    told = _NEXT.split(told)[0]
    kind = _KIND.match(told) if topic is not None and heads else None
    noun = kind is not None or (headed is None and sets is None and laid is None and topic is None)
    told, heads = (kind["n"], False) if kind is not None else (told, heads)
    if _LOOSE.search(f"{before} {told}"):
        return None
    parties = act_roots(" ".join(word.text for word in words(told) if role(word.key)))
    roots = frozenset(root for root in act_roots(told) if not kin(root, _NO_TOPIC) and not kin(root, parties))
    figures = tuple(q for q in find_quantities(told) if q.unit and q.unit != "clock" and not q.partial)
    return _Said(told.strip(), roots, figures, heads, noun) if roots and not (noun and figures) else None


def _above(number: str, numbered: Sequence[Part]) -> list[CaseSentence]:
    """The first sentences of the parts that a part lies in: "9 Noise" of 9.2."""
    heads = []
    while "." in number:
        number = number.rpartition(".")[0]
        heads += [one.sentences[0] for one in numbered if one.number == number]
    return heads


@lru_cache(maxsize=4096)
def _roots(text: str) -> frozenset[str]:
    return act_roots(text)


def _roots_of(sentences: Sequence[CaseSentence]) -> frozenset[str]:
    return frozenset().union(*(_roots(s.text) for s in sentences))


def _covered(said: _Said, sentences: Sequence[CaseSentence]) -> int:
    """How many words of what is said some sentences have."""
    whole = _roots_of(sentences)
    return sum(kin(root, whole) for root in said.roots)


def _figures(said: _Said, sentences: Sequence[CaseSentence]) -> bool:
    there = {q.measure() for s in sentences for q in find_quantities(s.text)}
    return all(q.measure() in there for q in said.figures)


def _has_any(said: _Said, sentences: Sequence[CaseSentence]) -> bool:
    """Whether some sentences have any word of what is said, in whatever form or as a word of one sense, or a figure of its unit."""
    if _covered(said, sentences):
        return True
    theirs = [key for s in sentences for key in keys(s.text)]
    if any(alike(key, other) for key in keys(said.text) if not role(key) for other in theirs):
        return True
    units = {q.unit for q in said.figures}
    return any(q.unit in units for s in sentences for q in find_quantities(s.text))


def _elsewhere(said: _Said, one: Cited, numbered: Sequence[Part]) -> Part | None:
    """The one other part that has what is said; None where none has it, or two have much of it."""
    others = [part for part in numbered if not _related(part.number, one.number)]
    if said.heads:
        return _headed_so(said, one, others, numbered)
    if said.noun:
        having = [part for part in others if all(kin(r, _roots_of(part.sentences)) for r in said.roots)]
        return having[0] if len(having) == 1 and len(numbered) >= _LEAST_PARTS else None
    whole = [(part, (*part.sentences, *_above(part.number, numbered))) for part in others]
    ranked = sorted(((_covered(said, told), part, told) for part, told in whole), key=lambda each: -each[0])
    if not ranked:
        return None
    best, part, told = ranked[0]
    enough = best >= 2 and best >= _MOST * len(said.roots)
    if said.figures:
        enough = _figures(said, told) and best >= 1 and 2 * best >= len(said.roots)
    if not enough or not _figures(said, told):
        return None
    rivals = [(n, t) for n, p, t in ranked[1:] if not _related(p.number, part.number)]
    if said.figures:
        return part if not any(_figures(said, t) for _, t in rivals) else None
    return part if not any(2 * n > best for n, _ in rivals) else None


def _headed_so(said: _Said, one: Cited, others: Sequence[Part], numbered: Sequence[Part]) -> Part | None:
    """The one part whose heading is what is said, where the rule that is named has another heading."""
    own = [part for part in numbered if _related(part.number, one.number) and _heading(part)]
    fitting = [
        part for part in others
        if (heading := _heading(part)) and (roots := _roots(heading)) and all(kin(r, roots) for r in said.roots)
        and all(kin(r, said.roots) for r in roots)
    ]  # fmt: skip
    return fitting[0] if own and len(fitting) == 1 else None


def _heading(part: Part) -> str:
    """What a part is headed; empty where it has no heading."""
    first = part.sentences[0]
    match = _HEADING.match(" ".join(first.text.split()))
    short = match is not None and len(match["h"].split()) <= 6
    return match["h"] if match is not None and short and match.end() >= len(first.text.strip()) - 3 else ""


def _related(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _finding(one: Cited, said: _Said, mine: Sequence[Statement], told: Sequence[Statement], found: Part) -> Finding:
    rule = mine[0]
    there = max(told, key=lambda each: sum(kin(root, _roots(each.text)) for root in said.roots))
    has = f"is headed “{_heading(found)}”" if said.heads else f"has: {quote(there)}"
    text = (
        f"{says(one.claim)}. {opened(called(rule))}: {quote(rule)}. {one.noun.title()} {one.number}, which is named, has none of the words of "
        f"“{said.text}” that say what it is about; {one.noun} {found.number} {has}."
    )
    inputs: dict[str, object] = {"differ_in": "number", "stated": one.number, "other": found.number}
    ids = tuple(dict.fromkeys((one.claim.id, rule.id, there.id)))
    return Finding("contradiction", text, ids, "disputed", rule=RULE, inputs=inputs)
