"""Little corpora with and without planted faults, seeded; two disjoint sets of topics, one to tune on, one to assert on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from foam_graph.findings.passages import Passage
from foam_graph.resources import load_yaml

Split = Literal["tune", "held"]
FACT_KINDS = ("number", "negation", "date", "scope")


class Figures(BaseModel):
    values: list[str | int | float]
    patterns: list[str]


class Proposition(BaseModel):
    affirm: list[str]
    deny: list[str]


class Reach(BaseModel):
    wide: list[str]
    narrow: list[str]


class Topic(BaseModel):
    name: str
    numbers: list[Figures]
    propositions: list[Proposition]
    dates: list[Figures]
    scopes: list[Reach]
    distractors: list[str]


class Topics(BaseModel):
    topics: list[Topic]


@dataclass(frozen=True)
class Corpus:
    """Passages and the planted faults: (kind, id of the target, id of the sentence against it)."""

    passages: tuple[Passage, ...]
    faults: frozenset[tuple[str, str, str]]


def topics(split: Split) -> list[Topic]:
    """The topics of one split."""
    return load_yaml(Path(__file__).with_name(f"planted_{split}.yaml"), Topics).topics


def corpus(split: Split, seed: int, fault: bool = True) -> Corpus:
    """A corpus over all topics of a split; each fact is stated twice, with a fault in about half of the pairs."""
    rng = random.Random(seed)  # noqa: S311
    passages: list[Passage] = []
    faults: set[tuple[str, str, str]] = set()

    def add(document: str, text: str) -> str:
        name = f"{document}#{len(passages) + 1}"
        text = text[0].upper() + text[1:]
        passages.append(Passage(name, document, document.replace("-", " "), text))
        return name

    for topic in topics(split):
        main, rival, rest = (f"{topic.name}-{part}" for part in ("report", "minutes", "notes"))
        for kind, one, other, bad in _pairs(topic, rng, fault):
            target, against = add(main, one), add(rival, other)
            if bad:
                faults.add((kind, target, against))
        for text in rng.sample(topic.distractors, k=len(topic.distractors) - 1):
            add(rest, text)
    rng.shuffle(passages)
    return Corpus(tuple(passages), frozenset(faults))


def _pairs(topic: Topic, rng: random.Random, fault: bool) -> list[tuple[str, str, str, bool]]:
    """One pair of sentences for each fact: kind, target, other, whether the pair is faulty."""
    made: list[tuple[str, str, str, bool]] = []
    for kind, figures in [*(("number", one) for one in topic.numbers), *(("date", one) for one in topic.dates)]:
        bad = fault and rng.random() < 0.6
        value, other = rng.sample(figures.values, 2)
        one, two = rng.sample(figures.patterns, 2)
        made.append((kind, one.format(n=value), two.format(n=other if bad else value), bad))
    for proposition in topic.propositions:
        bad = fault and rng.random() < 0.6
        same = list(rng.choice((proposition.affirm, proposition.deny)))
        one, two = rng.sample(same, 2)
        if bad:
            one, two = rng.choice(proposition.affirm), rng.choice(proposition.deny)
            if rng.random() < 0.5:
                one, two = two, one
        made.append(("negation", one, two, bad))
    for reach in topic.scopes:
        bad = fault and rng.random() < 0.6
        one, two = rng.sample(reach.wide, 2)
        made.append(("scope", one, rng.choice(reach.narrow) if bad else two, bad))
    return made
