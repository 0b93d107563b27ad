"""What rules require and except, read off the grammar of their sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.wording import unmarked
from foam_graph.findings.sheet.standing.asking import points_back
from foam_graph.findings.sheet.standing.conditions import OF_WHOM, in_a_clause
from foam_graph.findings.sheet.standing.statements import Statement, Statements

ProvisionKind = Literal["requirement", "exception"]
_X = r"[^;]"
_NEG = (
    r"(?:not|never|no|nobody|nothing|neither|cannot|lapses?|expires?|void|invalid|prohibited|forbidden|barred|refused)"
)
_TIMES_A = r"(?:(?:an?|every|each|per) (?:\w+ )?(?:day|week|fortnight|month|quarter|year|season|term)s?\b|in (?:every|each|\d+|two|three|four|five|six|ten|twelve)\b)"
_ONCE = rf"(?<!at least )(?<!at most )(?<!only )(?<!more than )once(?! {_TIMES_A})"
"""The conjunction, not how often."""
_IF = rf"(?:if|when|where|whenever|while|as long as|so long as|{_ONCE}|in cases? of|in the case of|in case|in the event of|after|during)"
_LABEL = re.compile(
    r"^[\s*_#>-]*(?:\(?(?:rule|section|clause|article|regulation|paragraph|point|item|no|§+)?\.?\s*\(?\d+(?:\.\d+)*[a-z]?[.):]*\)?[*_\s:.]+"
    r"|\(?[a-z]\)\s+|(?-i:[A-Z])\.\s+|[-*•–]\s+)(?:\*\*)?\s*(?:\([\da-z]+\)\s*)?",
    re.IGNORECASE,
)
_PATTERNS: tuple[tuple[ProvisionKind, str], ...] = (
    ("requirement", rf"^only {_IF} (?P<cond>[^,;]+?),? (?P<main>(?:may|can|shall|must|will|is|are)\b{_X}+)$"),
    ("requirement", rf"^(?P<main>{_X}+?),? (?:but )?(?:only|solely|exclusively) (?:{_IF}|upon|on condition that|on the condition that|with|against|on) (?P<cond>{_X}+)$"),
    ("requirement", rf"^(?P<main>{_X}+?),? (?:provided(?: always)?(?: that)?|providing(?: that)?|on (?:the )?condition that|as long as|so long as|subject to|conditional (?:up)?on"
                    rf"|{_ONCE}|as soon as|if and only if) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?),? (?:does|do|shall|will|is|are)(?: not|n't) (?:apply|hold|extend|applicable|be applied)"
                  rf"(?: to| with)?(?: {_IF})? (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<cond>{_X}+?) (?:is|are|shall be|remains?) (?:also )?(?:exempt(?:ed)?|excepted|excused|released|relieved|excluded from) (?:from )?(?P<main>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+? (?:is|are|becomes?) (?:excluded|void|lost|forfeited|invalid|barred)) (?:if|when|where|once|as soon as) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?:exempt(?:ed)?|excepted|excluded)(?: from (?P<main>[^,;]+?))? (?:is|are) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?),? (?:except|excepting|save|other than|apart from|with the exception of)(?: only)?(?: that {_X}+?)? (?:{_IF}|for|with|by|to|on|in|that) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?),? (?:with the exception of|excepting|apart from|other than|but not) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?:except|save) (?:{_IF}|for|that) (?P<cond>[^,;]+), (?P<main>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?) (?:is|are|may be|shall be|can be|will be) (?:waived|dispensed with|forgiven|remitted|not required|not needed|not necessary|lifted|relaxed)"
                  rf" (?:{_IF}|for|of) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?) (?:need not|needs not|do(?:es)? not (?:have|need) to) {_X}+? (?:{_IF}|by|for) (?P<cond>{_X}+)$"),
    ("exception", rf"^(?P<lead>[^,;]+?) (?:where|in which|who|which|that|whose) (?P<cond>[^,;]+?) (?:is|are|shall|may|will|need|can)(?: be)? (?P<main>(?:never|nevertheless|exempt|free)\b{_X}+)$"),
    ("requirement", rf"^(?P<main>{_X}*?\b{_NEG}\b{_X}*?),? (?:unless and until|unless|until|before|without|except (?:with|after|on|upon)) (?P<cond>{_X}+)$"),
    ("requirement", rf"^unless (?P<cond>[^,;]+), (?P<main>{_X}*?\b{_NEG}\b{_X}+)$"),
    ("requirement", rf"^(?P<main>{_X}*?\b(?:lapses?|expires?|void|ends?|forfeit(?:s|ed)?)\b{_X}*?),? unless (?P<cond>{_X}+)$"),
    ("exception", rf"^unless (?P<cond>[^,;]+), (?P<main>{_X}+)$"),
    ("exception", rf"^(?P<main>{_X}+?),? unless (?P<cond>{_X}+)$"),
    ("requirement", rf"^before (?P<main>[^,;]+), (?P<cond>{_X}+)$"),
    ("requirement", rf"^(?P<cond>{_X}+?\b(?:must|shall|has to|have to|is to|are to)\b{_X}+?) before (?P<main>{_X}+)$"),
    ("requirement", rf"^(?P<main>(?:[^;,]|,(?=\d))+?) (?<!not )(?:requires?|needs?(?! not\b)|calls? for|presupposes?|depends? on|is conditional (?:up)?on) (?:that )?(?P<cond>{_X}+)$"),
    ("requirement", rf"^(?:for|to) (?P<main>[^,;]+),? (?P<cond>{_X}+?) (?:is|are) (?:required|needed|necessary)$"),
    ("requirement", rf"^(?P<cond>{_X}+?) (?:is|are) (?:required|needed|necessary|compulsory|mandatory) (?:for|to|{_IF}) (?P<main>{_X}+)$"),
    ("exception", rf"^{_IF} (?P<cond>{_X}+?), (?P<main>{_X}*?\b(?:enough|need not|not|no|nothing|nobody|waived|exempt|forgiven|instead|nevertheless|free|suffices?|sufficient|"
                  rf"excused)\b{_X}*)$"),
    ("exception", rf"^(?P<main>(?:no|nothing|nobody|none)\b{_X}+?) {_IF} (?P<cond>{_X}+)$"),
    ("requirement", rf"^(?P<main>{_X}+? (?:may|can)(?! not\b) {_X}+?|{_X}+? (?:is|are|becomes?) (?:eligible|entitled|allowed|permitted|admitted|valid|lawful|binding|granted|refunded|paid|payable)\b{_X}*?)"
                    rf" (?:if|when|where|as long as|so long as|{_ONCE}) (?P<cond>{_X}+)$"),
    ("requirement", rf"^(?P<main>(?:(?!\b(?:purpose|aim|point|states?|object) )[^;])+?) (?:must|shall|has to|have to|ought to|is to|are to|is required to|are required to) (?!not\b|never\b)(?P<cond>{_X}+)$"),
)  # fmt: skip
_READ = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
_TELLING = frozenset({"testimony", "advocacy", "news", "research", "statistics", "correspondence"})
_DEONTIC = re.compile(
    r"\b(?:must|shall|may (?:only|not)|cannot be|(?:is|are) (?:not |only )?(?:allowed|permitted|required|forbidden|prohibited|entitled|valid|granted|replaced|refunded|paid)"
    r"|only (?:if|when|where|after|once)|unless|provided that|except (?:where|when|if|for|in)|do(?:es)? not apply|void|lapses|as long as|(?:has|have) to be|(?:is|are) excluded|no \w+ can be|will be (?:refused|rejected))\b",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"\bcannot (?:yet |now )?be (?:known|said|told|seen|judged|ascertained|determined|established|ruled out)\b", re.I
)
"""Such a "cannot" tells what is not known, and forbids nothing."""
_PERSONAL = re.compile(
    r"\b(?:I|[Ww]e|[Yy]ou|[Mm]y|[Oo]ur|[Yy]our|[Hh]e|[Ss]he|[Tt]his (?:case|year|time)|would|should)\b"
)
_DEFINES = re.compile(r"^[\"“][^\"”]{2,40}[\"”],? (?:means|includes|is|are|denotes|refers to)\b", re.IGNORECASE)
"""What a word means is neither asked for nor excepted."""
_TAIL = re.compile(
    rf",? (?P<link>except|save|unless|but not)(?: that {_X}+?)?(?: {_IF}| for| with| by| that| in the case of| in case of)? (?P<cond>[^;]+)$",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?P<more>(?:and|or) [^,]+), (?P<rest>.+)$", re.IGNORECASE)
_INNER = re.compile(
    r"^.*?\b(?:is|are|may|can|will|shall)\b.*? (?:if|where|when|provided that|as long as) (?P<cond>(?:an?|the|its|his|her|their|no|they|he|she|it)\b.+)$",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?P<noun>rule|section|clause|article|paragraph|regulation|part|§)\s?\(?(?P<n>\d+(?:\.\d+)*)", re.IGNORECASE
)
_THIS = re.compile(
    r"^(?:this|that|the above|it|the foregoing)(?: rule| provision| section| clause| limit)?$", re.IGNORECASE
)


@dataclass(frozen=True, eq=False)
class Provision:
    """What a rule requires for something, or excepts from it.

    Attributes:
        rule: The sentence.
        kind: Whether the condition must be met, or takes a case out of the rule.
        condition: The condition in the words of the rule.
        main: What it is a condition of, with the words of the rule that the sentence refers to.
        duty: The sentence asks for something without naming what depends on it.
    """

    rule: Statement
    kind: ProvisionKind
    condition: str
    main: str
    duty: bool = False


def provisions(read: Statements) -> Iterator[Provision]:
    """The provisions of all rules of a file.

    Args:
        read: The statements of the file.
    """
    rules = rules_of(read)
    for rule in rules:
        before = ""
        for part in plain(rule.text).split(";"):
            for found in _of_part(rule, part.strip(" .*_")):
                if not points_back(found.condition):
                    yield _referring(found, rules, before)
            before = part


def rules_of(read: Statements) -> list[Statement]:
    """The rules of a file: those of its laws and the like, and what other papers lay down in general terms.

    Args:
        read: The statements of the file.
    """
    return [one for one in read if one.standing == "rule" or _lays_down(one)]


def _lays_down(one: Statement) -> bool:
    """Whether a paper that is no law states a rule: what must be or may not be, of nobody in particular and at no time."""
    if one.standing in ("rule", "question", "fragment") or one.document.source_class in _TELLING:
        return False
    if _UNKNOWN.search(one.text) or not _DEONTIC.search(one.text) or _PERSONAL.search(one.text) or find_dates(one.text):
        return False
    return not any(clause.past for clause in one.clauses) and not any(word.name for word in one.words if word.start)


def plain(text: str) -> str:
    """A rule without its number, emphasis and full stop.

    Args:
        text: The sentence.
    """
    bare = _LABEL.sub("", " ".join(text.split()), count=1)
    return unmarked(bare).strip().rstrip(".").strip()


def without_exception(text: str) -> str:
    """A rule without the exception that it ends in.

    Args:
        text: The rule without its number.
    """
    tail = _exception(text)
    return text[: tail.start()] if tail is not None else text


def _exception(text: str) -> re.Match[str] | None:
    """The exception at the end of a rule; "unless" after a "no" states a requirement instead."""
    tail = _TAIL.search(text)
    if tail is None or len(text[: tail.start()].split()) < 4:
        return None
    negated = tail["link"].lower() == "unless" and re.search(rf"\b{_NEG}\b", text[: tail.start()], re.IGNORECASE)
    return None if negated else tail


def _of_part(rule: Statement, text: str) -> Iterator[Provision]:
    if _DEFINES.match(text):
        return
    tail = _exception(text)
    if tail is not None:
        inner = _INNER.match(tail["cond"])
        cond = inner["cond"] if inner else tail["cond"]
        yield Provision(rule, "exception", cond.strip(" ,"), text[: tail.start()].strip(" ,"))
        text = text[: tail.start()].strip(" ,")
    for number, (kind, pattern) in enumerate(_READ):
        match = pattern.match(text)
        if match is None:
            continue
        parts = match.groupdict()
        if kind == "requirement" and parts["main"] and in_a_clause(text, match):
            continue
        if kind == "requirement" and OF_WHOM.search(parts["main"] or ""):
            continue  # "from a member who gave notice before …": that says who, not what must come first
        main = f"{parts.get('lead') or ''} {parts['main'] or ''}".strip(" ,")
        cond = parts["cond"].strip(" ,")
        while (more := _GOES_ON.match(main)) is not None:
            cond, main = f"{cond}, {more['more']}", more["rest"]
        inner = _INNER.match(cond) if kind == "exception" else None
        yield Provision(rule, kind, inner["cond"] if inner else cond, main, number == len(_READ) - 1)
        return


def _referring(found: Provision, rules: list[Statement], before: str) -> Provision:
    """A provision with the words of the rule of the same document that it refers to by number, or by "this"."""
    main = found.main
    for match in _REFERS.finditer(main):
        for rule in rules:
            if rule.document is found.rule.document and rule is not found.rule and number_of(rule.text) == match["n"]:
                main = f"{main} {plain(rule.text)}"
                break
    if _THIS.match(main.strip()):
        main = f"{main} {before or plain(found.rule.passage.before)}"
    return Provision(found.rule, found.kind, found.condition, main, found.duty)


def number_of(text: str) -> str:
    """The number that a rule bears; empty where it bears none.

    Args:
        text: The sentence.
    """
    match = re.match(
        r"^[\s*_#>(-]*(?:rule|section|clause|article|regulation|paragraph|item|part|no|§+)?\.?\s*\(?(\d+(?:\.\d+)*)",
        text,
        re.I,
    )
    return match[1] if match else ""
