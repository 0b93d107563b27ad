"""How far a sentence reaches: everything and always, or a part, a place, a sample, a time."""

from __future__ import annotations

import re
from functools import lru_cache

_PERIOD = (
    r"(?:hour|day|night|week|month|quarter|term|season|year|morning|evening|afternoon|weekday|weekend|time|\d+)s?\b"
)
_WIDE = re.compile(
    rf"\b(?:every(?! {_PERIOD}| other)|each and every|everyone|everybody|everywhere|always|invariably|universally"
    r"|(?<!after )(?<!above )all(?=\s\w)(?! (?:day|night|year|week|month|but|that|along|right|in all|round))"
    r"|never|nobody|no one|nationwide|countrywide|statewide|country-wide|county-wide|city-wide|citywide|countywide"
    r"|worldwide|without exception|(?:in|on) every|across the (?:country|nation|state|county|region|city|board|world)"
    r"|(?:the )?(?:entire|whole) (?:\w+ )?(?:country|county|nation|region|district|city|town|state|population|network"
    r"|system|area|coast|sector|fleet|year|workforce)|throughout the (?:\w+ )?(?:country|county"
    r"|nation|region|district"
    r"|city|town|state|network|year)|entirely|100 percent|hundred percent|100 per cent|100%|no exceptions?)",
    re.IGNORECASE,
)
_NARROW = re.compile(
    r"\b(?:some(?! (?:\d|dollars))|a few|(?<!no )few(?!er)|several|most(?! of all)|many|a number of"
    r"|a handful of|a majority of"
    r"|a minority of|half(?: of)?(?! (?:past|an? (?:hour|mile|year|day|dozen)))|part of|parts of|partly|partially|sometimes|often|usually|occasionally|generally"
    r"|typically|mostly|mainly|largely|not (?:all|every|everyone|always|everywhere)|pilot|pilots"
    r"|sampled?(?! (?:of|from))|(?<!blood )(?<!water )(?<!soil )(?<!the )samples(?! (?:of|from|was|were))"
    r"|certain|selected|limited to|restricted to|confined to|except|apart from|other than|only"
    r"|a third of|a quarter of"
    r"|two[- ]thirds of|three[- ]quarters of|(?:about |nearly )?one in (?:two|three|four|five|six|eight|ten|\d+)"
    r"|(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:out )?of (?:the |its |our |their )?"
    r"(?!(?:january|february|march|april|may|june|july)\b)\w+"
    r"|(?:in|at|for|by) (?:just |only )?(?:one|a single|two|three|four) (?:of the )?(?:\w+ )?"
    r"(?:county|counties|town|towns|district|districts|city|cities|village|villages|region|regions"
    r"|school|schools|clinic"
    r"|clinics|site|sites|ward|wards|state|states|neighbourhoods?|neighborhoods?|areas?|locations?|branch|branches"
    r"|stations?|harbours?|harbors?|ports?|estates?|blocks?|classes|class|places?|province|provinces|hospitals?"
    r"|lines?|routes?|plants?|buildings?|lakes?|rivers?|bays?)"
    r"|(?:\d{1,2}(?:\.\d+)?) ?(?:percent|per cent|%) of)\b",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"\b(?:between (?:1[5-9]|20)\d\d and (?:1[5-9]|20)\d\d|from (?:1[5-9]|20)\d\d to (?:1[5-9]|20)\d\d"
    r"|(?:during|in) the (?:trial|test|experiment|study|winter|summer|first (?:week|month|year))"
    r"|(?:during|in) (?:1[5-9]|20)\d\d|respondents|participants|volunteers|surveyed|interviewed|trial)\b",
    re.IGNORECASE,
)
_TENTATIVE = re.compile(
    r"\b(?:may|might|could|suggests?|suggested|appears?|seems?|possibly|perhaps|likely|probably|preliminary|tentative"
    r"|indicates?)\b",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except|provided that|notwithstanding|does not apply|do not apply)\b", re.IGNORECASE
)
_CERTAIN = re.compile(r"\b(?:proves?|proven|certainly|definitely|undoubtedly|guarantees?|conclusively|clearly)\b", re.I)


@lru_cache(maxsize=16384)
def wide_words(text: str) -> tuple[str, ...]:
    """Words that make a sentence speak of everything ("all", "never", "nationwide").

    Args:
        text: A sentence.

    Returns:
        The words in order; empty where the sentence narrows itself as well.
    """
    if _NARROW.search(text):
        return ()
    return tuple(match.group() for match in _WIDE.finditer(text))


@lru_cache(maxsize=16384)
def narrow_words(text: str) -> tuple[str, ...]:
    """Words that limit a sentence to a part, a place or a sample ("some", "in one county", "pilot").

    Args:
        text: A sentence.
    """
    return tuple(match.group() for match in _NARROW.finditer(text))


@lru_cache(maxsize=16384)
def bounded_words(text: str) -> tuple[str, ...]:
    """Words that limit a sentence in time or to those who were asked, the narrow words included.

    Args:
        text: A sentence.
    """
    return narrow_words(text) + tuple(match.group() for match in _SPAN.finditer(text))


def limits_beyond(text: str, claim: str) -> list[str]:
    """Words of a text that limit it or open an exception, and that a claim does not have."""
    found = [*bounded_words(text), *(match.group() for match in _EXCEPTION.finditer(text))]
    return [one for one in found if one.casefold() not in claim.casefold()]


def tentative(text: str) -> bool:
    """Whether a sentence holds something to be possible only."""
    return bool(_TENTATIVE.search(text))


def certain(text: str) -> bool:
    """Whether a sentence claims more than ordinary certainty ("proves", "guarantees")."""
    return bool(_CERTAIN.search(text))
