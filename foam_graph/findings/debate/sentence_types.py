"""What a sentence of a speech does, read from its form alone: tells a fact, values, concludes, asks or calls, or leads on."""

from __future__ import annotations

import re
from typing import Literal

from foam_graph.findings.debate.sourcing import checkable, quotes
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.words import words

SentenceType = Literal["factual", "valuing", "reasoning", "rhetorical", "procedural"]
_LEADS = re.compile(
    r"^(?:(?:first|second|third|next|finally|lastly|thank you|ladies and gentlemen|the motion (?:is|reads)|i (?:speak|turn|begin|end|close|come|rest)"
    r"|we (?:turn|begin|end|close)|let (?:me|us)|my rules|as a set of rules|i find nothing|i leave|(?:we|i) ask))\b",
    re.IGNORECASE,
)
_VALUES = re.compile(
    r"\b(?:should|ought|must|deserves?|better|worse|best|worst|worth|right|wrong|fair|unfair|just|unjust|matters? (?:more|most)|important"
    r"|outweighs?|prefer|duty|responsib\w+|dignity|justice|we value|i value)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|so|because|since|it follows|follows that|means that|implies|if|then|unless|does not follow|counts? (?:for|against)"
    r"|speaks? (?:for|against)|i read|i take|i count|weighs?)\b",
    re.IGNORECASE,
)
_CAUSES = re.compile(r"\b(?:because|due to|as a result of|owing to|thanks to)\b", re.IGNORECASE)
"""What brings about what can be checked, whatever is concluded from it."""
_LIKENS = re.compile(r"\b(?:is|was|are) (?:like|as if)\b", re.IGNORECASE)
_CALLS = re.compile(
    r"^(?:let us|let['’]s|vote|choose|do not|don['’]t|never|always|remember|imagine|ask yourself|think of|stand (?:up|with)|say (?:yes|no)"
    r"|reject|support|adopt|keep|give|join|enough)\b",
    re.IGNORECASE,
)
_SHORT = 5
"""Words up to which a sentence without a verb only leads on."""
_CALL = 16
"""Words up to which an order is an appeal, and not an argument in its form."""


def type_of(text: str) -> SentenceType:
    """The type of a sentence; a quantity, date or quotation in it makes it factual, whatever else it does.

    Args:
        text: One sentence.
    """
    if text.startswith("The motion ") and quotes(text):
        return "procedural"
    if checkable(text):
        return "factual"
    if text.rstrip(" ”\"'’)").endswith("?"):
        return "rhetorical"
    if _LEADS.search(text):
        return "procedural"
    if _CALLS.search(text) and len(text.split()) <= _CALL:
        return "rhetorical"
    if _CAUSES.search(text) and not _VALUES.search(text) and not _CALLS.search(text) and not _LIKENS.search(text):
        return "factual"
    if _CONCLUDES.search(text):
        return "reasoning"
    if _VALUES.search(text):
        return "valuing"
    states = first_verb(text) is not None or len(text.split()) > _SHORT
    return "factual" if states or any(word.name for word in words(text)) else "procedural"
