"""Sentences that say when an option is to be chosen by the grounds: "must uphold … when at least one ground …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.agents.rules.case.question import Choice
from foam_graph.agents.rules.case.ruling_verbs import contrary, of_decisions, same_verb
from foam_graph.casefile.case_file import CaseFile, CaseSentence
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.words import words

Amount = Literal["any", "all"]
_RULES = frozenset({"law", "policy_manual", "ruling"})
_DUTY = re.compile(
    r"(?P<subject>[^,;:.]{0,80}?)\b(?:must|shall|is to|are to|has to|have to|will|may only|may)\s+(?P<be>be\s+)?(?P<verb>[a-z]+(?: (?:aside|down))?)\b"
    r"(?P<object>[^,;]{0,80}?),?\s+(?P<link>only if|only when|only where|if|when|where|unless|whenever|as long as)\s+"
    r"(?P<rest>[^;]{3,200})",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\b(?P<many>at least one|any one|any|one or more|one|some|a single|each|every|all|no|none)\b"
    r"(?: of)?(?: the| its| these| those)? (?:\w+ )?(?:ground|reason|basis|bases)s?\b(?P<after>[^;]*)",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:lawful|proved|proven|stands?|holds?|made out|established|sustained|correct|valid|justified|well founded)\b",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"\b(?:fails?|falls?|unlawful|unproved|unproven|unfounded|wrong|rejected|defeated|invalid)\b"
    r"|\b(?:not|no longer|never|nor|n['’]t)\b[^,;]{0,20}?"
    r"(?:lawful|proved|proven|stands?|holds?|made out|established|sustained|correct|valid|justified|well founded)\b",
    re.IGNORECASE,
)

_REQUEST = re.compile(
    r"\b(?:appeals?|complaints?|objections?|grievances?|challenges?|motions?|petitions?|applications?|requests?|claims?)\b",
    re.IGNORECASE,
)
_OF_A_PART = re.compile(r"\b(?:grounds?|reasons?|parts?|half|portions?|points?|conditions?|some|only)\b", re.IGNORECASE)
_IN_PART = re.compile(
    r"\b(?:in (?:full|part|whole)|partly|partially|wholly|fully|only|until|within|subject to|provided|on (?:the|any|that|this) \w+ ?grounds?"
    r"|for (?:an?|one|two|three|four|five|six|\d+) (?:\w+ )?(?:days?|weeks?|months?|years?)$)\b",
    re.IGNORECASE,
)
"""An option that goes less far than a rule on the whole, which does not say whether it is to be chosen."""
_PARTICLES = frozenset({"aside", "down"})


@dataclass(frozen=True)
class Connective:
    """What a sentence says of an option and the grounds.

    Attributes:
        option: Name of the option.
        amount: Whether any ground is enough, or all are needed.
        stands: Whether the grounds have to stand for it, or to fail.
        sentence: The sentence.
    """

    option: str
    amount: Amount
    stands: bool
    sentence: CaseSentence


def connective(file: CaseFile, options: Sequence[Choice]) -> Connective | None:
    """The first rule of the file that ties one of the options to the grounds.

    Args:
        file: The case file.
        options: What the question asks to choose between.
    """
    for document in file.documents:
        if document.source_class in _RULES:
            for sentence in document.sentences:
                found = _read(sentence, options)
                if found is not None:
                    return found
    return None


def _read(sentence: CaseSentence, options: Sequence[Choice]) -> Connective | None:
    duty = _DUTY.search(sentence.text)
    counted = _COUNTED.search(duty["rest"]) if duty is not None else None
    if duty is None or counted is None:
        return None
    option = next((one.name for one in options if _named_by(duty, one)), "")
    many = counted["many"].lower()
    fails, holds = _FAILS.search(counted["after"]), _HOLDS.search(counted["after"])
    if not option or not (fails or holds):
        return None
    stands = not fails
    if many in ("no", "none"):
        amount: Amount = "all"
        stands = not stands
    else:
        amount = "all" if many in ("each", "every", "all") else "any"
    link = duty["link"].lower()
    if link == "unless":
        # "must uphold unless all grounds fail": it is chosen where that is not so.
        amount, stands = ("any" if amount == "all" else "all"), not stands
    return Connective(option, amount, stands, sentence)


def _named_by(duty: re.Match[str], option: Choice) -> bool:
    """Whether a rule says of an option that it is to be chosen: by its own verb, or of "not to uphold" by "to reverse"."""
    if not option.verb or _OF_A_PART.search(_head(option.matter)) or _IN_PART.search(option.verb):
        return False
    about = duty["subject"] if duty["be"] else duty["object"]
    if not _of_one_kind(about, option.matter):
        return False
    verb = duty["verb"] if " " in duty["verb"] or duty["be"] else _verb_in(duty["verb"] + duty["object"])
    if not option.of_one_deed:
        return same_verb(verb, _verb_in(option.verb))
    if not _about_one_thing(verb, about, option.matter):
        return False
    if option.negated:
        return contrary(verb, _verb_in(option.verb))
    return same_verb(verb, _verb_in(option.verb))


def _verb_in(doing: str) -> str:
    """The verb of a doing, with the particle that belongs to it: "set it aside", "turn down the claim", "turn the claim down"."""
    verb, *others = doing.lower().split() or [""]
    told = [word for word in others if word not in ("it", "them")]
    particle = next((word for word in (*told[:1], *told[-1:]) if word in _PARTICLES), "")
    return f"{verb} {particle}".strip()


def _of_one_kind(about: str, matter: str) -> bool:
    """Whether both are requests or neither: who upholds an appeal does not uphold the decision that it is brought against."""
    return bool(_REQUEST.search(_head(about))) == bool(_REQUEST.search(_head(matter))) or _unnamed(about, matter)


def _about_one_thing(verb: str, about: str, matter: str) -> bool:
    """Whether a rule speaks of what was asked about: a decision under any name, everything else under a name that both have."""
    if of_decisions(verb) or _unnamed(about, matter):
        return True
    return not _roots(about).isdisjoint(_roots(matter))


def _head(text: str) -> str:
    """What a thing is, without what it is of: "denial" of "the denial of her appeal"."""
    return re.split(r"\b(?:of|for|against|to|from|on|by|in|under|that|which)\b", text, maxsplit=1)[0]


def _unnamed(*told: str) -> bool:
    """Whether one of them names nothing."""
    return any(text.strip().lower() in ("", "it", "them", "this") for text in told)


def _roots(text: str) -> frozenset[str]:
    return frozenset(root(word.lower) for word in words(text) if not word.function and not light(word.key))
