"""Words by which earlier debates are found: what the motion names and what the last turns turn on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.agents.tasks.debate_memory import MOST_KEYWORDS, KeywordsIn, KeywordsOut
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.words import words
from foam_graph.resources import load_yaml, package_file

KEYWORD_FILE = "keywords.yaml"
_LAST = 2
"""Turns whose words count beside the motion's."""
_FROM_TURNS = 5
_LONGEST = 60


class IdleWords(BaseModel):
    """Schema of ``keywords.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    debating: str
    idle: str


def debate_keywords(asked: KeywordsIn) -> KeywordsOut:
    """The motion's topic words in their order, then those that the last turns repeat most."""
    chosen = list(dict.fromkeys(_topics(asked.motion)))[: MOST_KEYWORDS - _FROM_TURNS]
    counted = Counter(one for turn in asked.history[-_LAST:] for one in _topics(turn.text))
    # A word that is said once may be about anything; the order of equals is that of their first use.
    repeated = [one for one, count in counted.most_common() if count > 1 and one not in chosen]
    return KeywordsOut(keywords=[*chosen, *repeated[:_FROM_TURNS]])


def _topics(text: str) -> Iterator[str]:
    """Words of a text that can tell topics apart, lower case; of Chinese, its pairs of characters."""
    for word in words(text):
        plain = word.lower.replace("_", " ")
        topical = not word.function and not light(word.key) and plain not in _debating()
        if topical and word.text.isascii() and 3 < len(plain) <= _LONGEST:
            yield plain
    for run in _chinese().findall(text):
        # Most Chinese words have two characters: a stretch without particles is cut from its start.
        yield from (run[n : n + 2] for n in range(0, len(run) - 1, 2))


@lru_cache(maxsize=1)
def _idle_words() -> IdleWords:
    return load_yaml(KEYWORD_FILE, IdleWords, package_file(__package__, KEYWORD_FILE))


@lru_cache(maxsize=1)
def _debating() -> frozenset[str]:
    return frozenset(_idle_words().debating.split())


@lru_cache(maxsize=1)
def _chinese() -> re.Pattern[str]:
    return re.compile(rf"(?:(?![{re.escape(_idle_words().idle)}])[\u4e00-\u9fff]){{2,}}")
