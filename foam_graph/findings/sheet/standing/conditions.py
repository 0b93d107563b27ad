"""The conditions and exceptions that a rule states, each as a clause that facts can meet or fail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.language.clauses import first_verb, light
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.standing.statements import Statement

ConditionKind = Literal["requirement", "trigger", "exception"]
_ANY = r"[^;]"
_CLAUSE = r"(?:[^;]*?\b(?:is|are|has|have|was|were|[a-z]+(?:ed|es))\b[^;]*)"
_PATTERNS: tuple[tuple[ConditionKind, str], ...] = (
    ("requirement", rf"^only (?:if|when|where|after|once) (?P<cond>{_ANY}+?),? (?P<main>(?:may|can|shall|must|will|is|are)\b{_ANY}+)$"),
    ("requirement", rf"^(?P<main>{_ANY}+?),? (?:but )?(?:only if|if and only if|only when|only where|only after|only once|only upon"
                    rf"|provided that|provided|providing that|as long as|so long as|on condition that|on the condition that"
                    rf"|conditional on|subject to|save where and only where)(?: the fact that)? (?P<cond>{_ANY}+)$"),
    ("exception", rf"^unless (?P<cond>{_ANY}+?), (?P<main>{_ANY}+)$"),
    ("exception", rf"^(?P<main>{_ANY}+?),? (?:unless|except (?:when|where|if|in case of|in the case of|for|that|after)"
                  rf"|save (?:when|where|if|in case of|that)|other than (?:when|where|if)) (?P<cond>{_ANY}+)$"),
    ("exception", rf"^(?P<main>{_ANY}+?) (?:does|do|shall|will) not apply (?:to (?:an?|any|the|those) [\w-]+(?: [\w-]+)? "
                  rf"(?=who|that|which|whose)|to |when |where |if |in case of |in the case of |during |for )(?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>(?:no|neither|nothing|nobody)\b{_ANY}+?) (?:before|until|unless and until) (?P<cond>{_CLAUSE})$"),
    ("requirement", rf"^(?P<main>{_ANY}+?\b(?:may|must|shall|can|will|is|are)(?: not|not) {_ANY}*?) (?:before|until) (?P<cond>{_CLAUSE})$"),
    ("requirement", rf"^(?P<main>(?:no|neither|nothing|nobody)\b{_ANY}+?),? without (?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>{_ANY}+?\b(?:may|must|shall|can|will|is|are)(?: not|not) {_ANY}*?),? without (?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>{_ANY}+? (?:is|are) (?:not|in)valid),? without (?P<cond>{_ANY}+)$"),
    ("trigger", rf"^(?:if|when|where|whenever|in cases? of|in case|once) (?P<cond>{_ANY}+?), (?:then )?(?P<main>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>{_ANY}+? (?:is|are|becomes?) (?:eligible|entitled|allowed|permitted|admitted|exempt|valid|lawful|binding)"
                    rf"\b{_ANY}*?) (?:if|when|where) (?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>{_ANY}+? (?:may|can)(?! not\b) {_ANY}+?) (?:if|when|where) (?P<cond>{_ANY}+)$"),
    ("trigger", rf"^(?P<main>{_ANY}+?),? (?<! as )(?:if|when|where|whenever|in cases? of|in case) (?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<main>(?:(?!\b(?:because|not|purpose)\b)[^;,])+?) (?:requires?(?! that\b)|needs (?=an?\b|the\b|written)|calls for) (?P<cond>{_ANY}+)$"),
    ("requirement", rf"^(?P<lead>(?:an?|any|every|only|only an?|the) [\w-]+(?: [\w-]+)?) (?:who|that|which) (?P<cond>{_ANY}+?) "
                    rf"(?P<main>(?:may|can|is entitled|is eligible|are entitled|are eligible|qualif(?:y|ies)|has a right|have a right)\b{_ANY}+)$"),
    ("trigger", rf"^(?P<lead>(?:an?|any|every|the) [\w-]+(?: [\w-]+)?) (?:who|that|which|(?=whose)) (?P<cond>{_ANY}+?) "
                rf"(?P<main>(?:must|shall)\b{_ANY}+)$"),
    ("requirement", rf"^(?P<main>(?:an?|the) [\w -]+? (?:is|means) (?:an?|any)(?: [\w-]+)+?) (?:who|that|which) (?P<cond>{_ANY}+)$"),
)  # fmt: skip
_READ = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
_TAIL_EXCEPTION = re.compile(
    r",? (?:unless|except (?:when|where|if|in case of|in the case of|in|for|with|during|after)) (?P<cond>[^;]+)$", re.I
)
_LISTED = re.compile(
    r"^(?:[-*•–]|\(?(?:\d{1,3}(?:\.\d+)*|[a-z])[.)])\s+|^(?:section|clause|rule|article|§)\s?[\d.]+[:.,]?\s+(?=[A-Z])",
    re.I,
)
_ALTERNATIVE = re.compile(
    r",? or (?=(?:if |when |where |the |an? |has |have |is |are |was |were |he |she |they |it )?\w)", re.IGNORECASE
)
_INCLUDES = re.compile(r"^(?P<what>[A-Za-z][\w -]{2,40}?) (?:includes?|covers?|means|consists? of) (?P<list>[^;:]+)$")
OF_WHOM = re.compile(
    r"\b(?:no|nothing|nobody|none)\b[^,;]*\b(?:an?|any|those|anybody|anyone) (?:[\w-]+ )?(?:who|which|that|whose)\b",
    re.IGNORECASE,
)
"""Such a "before" or "without" says of whom a rule speaks, not what must come first."""
_TIMED = re.compile(r"\b(?:before|until|after|without|during|while)\s*$", re.IGNORECASE)
_OPENS = re.compile(r"\b(?:if|when|where|whenever|unless|in case|provided that)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|does|do|[a-z]+(?:ed|es|s))\b")
_HOLDS = re.compile(r"^(?:the [\w ]+|it) (?:holds?|adds?|finds?|rules?|held|ruled) that ", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Condition:
    """One condition of a rule.

    Attributes:
        rule: The sentence that states it.
        kind: What it is: what must be the case, what sets the rule going, what takes a case out of it.
        text: The condition in the words of the rule.
        main: What the rule says where it is met (or is not, of an exception), in its words.
    """

    rule: Statement
    kind: ConditionKind
    text: str
    main: str


def conditions(rule: Statement) -> Iterator[Condition]:
    """The conditions and exceptions that a sentence states.

    Args:
        rule: A sentence that states a rule.
    """
    text = _HOLDS.sub("", _LISTED.sub("", " ".join(rule.text.split()).strip().rstrip(".")))
    tail = _TAIL_EXCEPTION.search(text)
    if tail is not None and len(text[: tail.start()].split()) >= 4:
        yield Condition(rule, "exception", tail["cond"], text[: tail.start()])
        text = text[: tail.start()]
    for kind, pattern in _READ:
        match = pattern.match(text)
        if match is not None and kind == "requirement" and in_a_clause(text, match):
            continue
        if match is not None and not (kind == "requirement" and OF_WHOM.search(match["main"])):
            main = match["main"] if "lead" not in match.groupdict() else f"{match['lead']} {match['main']}"
            if kind == "trigger" and not _VERB.search(match["cond"]) and first_verb(match["cond"]) is None:
                return
            for part in _joined(match["cond"]):
                yield Condition(rule, kind, part, main.strip(" ,"))
            return


def in_a_clause(text: str, match: re.Match[str]) -> bool:
    """Whether a "before" or the like belongs to a clause that an "if" opens: then the whole clause is the condition.

    "No grant is payable if the works have begun before the application is decided".

    Args:
        text: The rule.
        match: Its main part and its condition.
    """
    first, last = match.span("main"), match.span("cond")
    link = text[first[1] : last[0]]
    return first[1] <= last[0] and bool(_TIMED.search(link)) and bool(_OPENS.search(match["main"]))


def principal(rule: Statement) -> str:
    """What a rule says apart from its conditions and exceptions.

    Args:
        rule: A sentence that states a rule.
    """
    found = list(conditions(rule))
    bare = _HOLDS.sub("", _LISTED.sub("", " ".join(rule.text.split()).strip().rstrip(".")))
    return found[-1].main if found else bare


def alternatives(text: str) -> list[str]:
    """The alternatives of a condition ("is ill or has moved"); the condition itself where there is one only.

    Args:
        text: A condition.
    """
    parts = [part.strip(" ,") for part in _ALTERNATIVE.split(text)]
    if len(parts) > 1 and all(len(part.split()) >= 3 and _VERB.search(part) for part in parts):
        return parts
    return [text]


def counted_as(rule: str, condition: str) -> list[str]:
    """What a rule counts as the thing that a condition asks for ("good cause includes a hospital stay, …").

    Args:
        rule: A sentence that states a rule.
        condition: A condition.
    """
    match = _INCLUDES.match(rule.strip().rstrip("."))
    if match is None:
        return []
    named = [word.key for word in words(match["what"]) if not word.function]
    asked = [word.key for word in words(condition) if not word.function and not light(word.key)]
    if not named or not asked or set(named) != set(asked):
        return []
    return [part.strip() for part in re.split(r", (?:and |or )?| and | or ", match["list"]) if part.strip()]


def _joined(text: str) -> list[str]:
    """Conditions that must be met together ("is a member and has paid"), each with a verb of its own."""
    parts = [part.strip(" ,") for part in re.split(r",? and (?:if |that |when )?", text)]
    if len(parts) > 1 and all(len(part.split()) >= 3 and _VERB.search(part) for part in parts):
        return parts
    return [text.strip(" ,")]
