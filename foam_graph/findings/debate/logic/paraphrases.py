"""Reasons that say their claim again in other words: judgements for which the language has several names."""

from __future__ import annotations

import re

from foam_graph.findings.debate.logic.standing import keys_of, shared, stems
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities

_SENSES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:need(?:s|ed|ful)?|necessary|necessity|indispensable|essential|vital|required?|(?:can|could)(?:not|['’]t| not) (?:do|be|live|manage) without)\b",
        r"\b(?:popular|loved?|liked?|likes|well-liked|in favou?r with|favourite|approv(?:e|es|ed) of)\b",
        r"\b(?:trust(?:s|ed|worthy)?|reliable|rel(?:y|ied) (?:up)?on|dependable|depend(?:ed)? on|believe[ds]?|credible|honest)\b",
        r"\b(?:(?:un)?just|(?:un)?fair(?:ness)?|(?:in)?justice|in?equitable|right|wrong|wrongful|immoral|moral)\b",
        r"\b(?:true|truth|correct|accurate|right)\b",
        r"\b(?:effective|works?|working|succeeds?|successful|success|does its job)\b",
        r"\b(?:safe(?:ty)?|harmless|without danger|(?:no|not) danger(?:ous)?|dangerous|unsafe|hazardous|danger)\b",
        r"\b(?:sensible|makes? (?:\w+ )?sense|reasonable|rational)\b",
        r"\b(?:(?:have|has|had) (?:a|the|every) right|entitled|entitlement)\b",
        r"\b(?:important|matters?|significant|weighty|of importance)\b",
        r"\b(?:illegal|unlawful|forbidden|prohibited|against the law|not (?:to |be |to be )?(?:allowed|permitted)|banned)\b",
        r"\b(?:better|best|superior|preferable|beats|outdoes)\b",
        r"\b(?:useful|helpful|of use|helps?|beneficial|benefits?|of benefit|does good|good)\b",
        r"\b(?:expensive|dear|costly|costs? (?:a lot|too much|much))\b",
        r"\b(?:will (?:fail|not work)|fails?|failure|doomed|cannot succeed|no success)\b",
        r"\b(?:everybody|everyone|most people|the majority) (?:\w+ ){0,2}(?:wants?|supports?|agrees?|likes?)\b|\bwidely (?:wanted|supported|accepted)\b",
    )
)
_BEARERS = keys_of(
    "people person persons man woman men women everybody everyone anybody anyone town city country community society world thing"
    " things way all one us whole say says said think thinks hold holds find finds consider considered very simply really so fact policy"
    " do does be is are something put puts many"
)


def paraphrases(reason: str, claim: str) -> bool:
    """Whether a reason makes the judgement of its claim again, and adds nothing to it.

    Args:
        reason: What is given as a reason.
        claim: What it is given for.
    """
    if find_quantities(reason) or find_dates(reason) or "?" in reason:
        return False
    for sense in _SENSES:
        if not sense.search(reason) or not sense.search(claim):
            continue
        mine = {key for key in stems(sense.sub(" ", reason)) if key not in _BEARERS}
        theirs = {key for key in stems(sense.sub(" ", claim)) if key not in _BEARERS}
        new = [key for key in mine if key not in shared(mine, theirs)]
        if not new and _one_way(sense, reason) == _one_way(sense, claim):
            return True
    return False


def _one_way(sense: re.Pattern[str], text: str) -> bool:
    """Whether a judgement is made of something, rather than denied, read from its words and those around them."""
    denied = len(negations(sense.sub(" ", text)))
    against = re.compile(r"^(?:un|in(?=just|equit)|wrong|immoral|danger|hazard|illegal)", re.IGNORECASE)
    own = sum(bool(against.search(found[0])) for found in sense.finditer(text))
    return (denied + own) % 2 == 0
