"""The checker against PROV-CONSTRAINTS word by word, on W3C's cases and on documents made wrong."""

from __future__ import annotations

import os
import random

from foam_graph.prov import Rules, check, read_file
from tests.support.prov.prov_cases import cases, documents
from tests.support.prov.prov_chase import valid
from tests.support.prov.prov_mutation import Mutator
from tests.support.prov.prov_writing import provn

SIZE = int(os.environ.get("FOAM_PROV_CHASES") or 1000)
MOST = 11
"""Statements; the second opinion writes everything out and compares all pairs."""


def test_the_second_opinion_knows_the_cases_itself() -> None:
    assert [c.title for c in cases(".provn") if valid(read_file(c.path).top.statements) != c.valid] == []


def test_both_say_the_same_of_documents_made_wrong() -> None:
    mutator = Mutator(random.Random("word by word"))  # noqa: S311 - repeatable, nothing secret
    chance = random.Random("which")  # noqa: S311 - repeatable, nothing secret
    counts = {True: 0, False: 0}
    for _ in range(SIZE):
        if chance.random() < 0.6:
            document = mutator.mutated(chance.choice(documents()), chance.randint(1, 4))
        else:
            document = mutator.mutated(mutator.grown(chance.randint(4, 9), chance.randint(3, 6)), 1)
        if len(document) > MOST:
            continue
        found = check(document, Rules(own=False))
        assert found.valid == valid(document.top.statements), provn(document)
        counts[found.valid] += 1
    assert min(counts.values()) > SIZE // 4
