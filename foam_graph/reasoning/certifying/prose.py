"""The prose check: a synthesis may say only what its claims say (protocol 3.6)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)(?<![\"“'(])\b[A-Z][\w’'-]{2,}")
_TELLING_NAME = re.compile(r"\D*[^\W\d_]{4}")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+[\"“'(]?|[\"“'(])([A-Z][\w’'-]*)")


@dataclass(frozen=True)
class Stated:
    """One sentence of a synthesis with the claims it carries."""

    text: str
    claims: tuple[str, ...]


def prose_faults(
    sentences: Sequence[Stated],
    texts: Mapping[str, str],
    conditions: Mapping[str, str],
    question: str,
    branches: Mapping[str, str] | None = None,
) -> list[str]:
    """What is wrong with a synthesis.

    Args:
        sentences: Its sentences.
        texts: Text of every claim that may be stated: core and conditional ones.
        conditions: Condition in words of the conditional ones.
        question: The question, whose names and numbers may be repeated.
        branches: Name of the branch that each claim fills; a sentence may name it, whatever numbers it has.

    Returns:
        Faults in words; empty where there is none.
    """
    faults = [] if sentences else ["the synthesis has no sentence"]
    for n, sentence in enumerate(sentences, 1):
        names = {(branches or {}).get(claim, "") for claim in sentence.claims} - {""}
        faults += [f"sentence {n}: {fault}" for fault in _faults(sentence, texts, conditions, question, names)]
    return faults


def _faults(
    sentence: Stated, texts: Mapping[str, str], conditions: Mapping[str, str], question: str, names: Collection[str]
) -> list[str]:
    if not sentence.claims:
        return ["carries no claim"]
    faults = [
        f"states {claim}, which is neither core nor conditional" for claim in sentence.claims if claim not in texts
    ]
    lost = [c for c in sentence.claims if c in conditions and conditions[c].casefold() not in sentence.text.casefold()]
    faults += [f"drops the condition of {claim}: {conditions[claim]}" for claim in lost]
    said = " ".join([question, *(texts.get(c, "") + " " + conditions.get(c, "") for c in sentence.claims)])
    own = _without_names(sentence.text, names)
    faults += [f"says {number}, which its claims do not" for number in _new(_NUMBER, own, _numbers(said))]
    known = {word.casefold() for word in re.findall(r"[\w’'-]+", said)}
    faults += [f"names {name}, which its claims do not" for name in _new(_NAME, own, known)]
    return faults


def _without_names(text: str, names: Collection[str]) -> str:
    """The sentence without the names of the branches that its claims fill.

    A name such as *Option 2 by 2030* is no statement wherever it stands. One that could pass for a part of a statement
    (*5 percent*, *by 2030*) is a name only at the head of the sentence or in quotation marks.
    """
    for name in sorted(names, key=len, reverse=True):
        # Letters and digits around it belong to another word or number: "Option 2" is not in "Option 20" or "Option 2.5".
        body = rf"(?<![\w.,-])(?:{re.escape(name.strip())})(?![\w-]|[.,:/]\d|\s?%)"
        if not _TELLING_NAME.match(name):
            body = rf"(?:(?<=[\"“‘']){body}(?=[\"”’'])|^(?:\w+\s)?{body}(?=:))"
        text = re.sub(body, "this", text, flags=re.IGNORECASE)
    return text


def _numbers(text: str) -> set[str]:
    return {number.casefold() for number in _NUMBER.findall(text)}


def _new(pattern: re.Pattern[str], text: str, known: Collection[str]) -> list[str]:
    starts = set(_SENTENCE_START.findall(text)) if pattern is _NAME else set()
    return [
        found for found in dict.fromkeys(pattern.findall(text)) if found.casefold() not in known and found not in starts
    ]
