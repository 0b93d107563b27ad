"""Sentences that say when an option is to be chosen by the grounds: "must uphold … when at least one ground …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.agents.rules.case.question import Choice
from foam_graph.casefile.case_file import CaseFile, CaseSentence

Amount = Literal["any", "all"]
_RULES = frozenset({"law", "policy_manual", "ruling"})
_DUTY = re.compile(
    r"\b(?:must|shall|is to|are to|has to|have to|will|may only|may)\s+(?:be\s+)?(?P<verb>[a-z]+(?: aside)?)\b"
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
    option = next((one.name for one in options if one.verb and _does(duty["verb"], one.verb)), "")
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


def _does(verb: str, doing: str) -> bool:
    """Whether what is to be done by a rule is that of an option ("set aside", "set it aside"; "uphold", "uphold the refusal")."""
    told = [word for word in doing.split() if word not in ("it", "them")]
    return bool(told) and same_verb(verb, " ".join(told[: len(verb.split())]))


_IRREGULAR = {"upheld": "uphold", "set aside": "set aside", "overturned": "overturn", "sent back": "send back"}


def same_verb(one: str, other: str) -> bool:
    """Whether two forms are of one verb ("uphold", "upheld"; "reverse", "reversed")."""
    a, b = (_IRREGULAR.get(v.lower().strip(), v.lower().strip()) for v in (one, other))
    if a == b:
        return True
    roots = [{_root(v), v} for v in (a, b)]
    return bool(roots[0] & roots[1])


def _root(verb: str) -> str:
    for ending in ("ied", "ed", "es", "ing", "d", "s"):
        if verb.endswith(ending) and len(verb) - len(ending) >= 3:
            stem = verb[: -len(ending)]
            return (stem + "y" if ending == "ied" else stem).rstrip("e")
    return verb.rstrip("e")
