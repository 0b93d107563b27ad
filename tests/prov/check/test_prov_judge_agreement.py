"""No disagreement with ProvToolbox on documents made wrong (FOAM_PROV_MUTATIONS of them; 10,000 at night).

Each verdict is compared with that of the whole of PROV-CONSTRAINTS. Where they differ, the judge's must be the one that
its own set of rules gives (``prov_judge_rules``), or one that it gives up when the statements stand in another order;
what PROV-CONSTRAINTS says, word by word, must then be what we say. What it does not answer, because it throws, is not
counted.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from foam_graph.prov import Document, Instance, Rules, check
from tests.support.prov.prov_cases import documents
from tests.support.prov.prov_chase import valid
from tests.support.prov.prov_judge import judged
from tests.support.prov.prov_judge_rules import JUDGE, hands_down_members
from tests.support.prov.prov_mutation import Mutator
from tests.support.prov.prov_writing import provn

SIZE = int(os.environ.get("FOAM_PROV_MUTATIONS") or 300)
SEED = os.environ.get("FOAM_PROV_SEED") or "mutations"
ORDERS = 24


def made(count: int) -> list[Document]:
    """Documents: most are changed cases of W3C, some are grown from nothing."""
    chance = random.Random(SEED)  # noqa: S311 - repeatable, nothing secret
    mutator = Mutator(chance)
    found = []
    for _ in range(count):
        if chance.random() < 0.7:
            found.append(mutator.mutated(chance.choice(documents()), chance.randint(1, 4)))
        else:
            found.append(mutator.mutated(mutator.grown(chance.randint(6, 20), chance.randint(3, 8)), 1))
    return found


def written(document: Document, path: Path) -> Path:
    path.write_text(provn(document), encoding="utf-8")
    return path


@pytest.mark.timeout(3600)
def test_no_disagreement_with_the_judge(tmp_path: Path) -> None:
    # About one in twenty has no answer: a tenth more than asked for leaves as many answers as asked for.
    asked = {written(d, tmp_path / f"m{n}.provn"): d for n, d in enumerate(made(SIZE + SIZE // 10))}
    verdicts = judged(list(asked))
    counts: Counter[str] = Counter()
    open_: list[Document] = []
    for path, document in asked.items():
        verdict, ours = verdicts.get(path), check(document, Rules(own=False)).valid
        if verdict is None:
            counts["no answer"] += 1
            continue
        if ours == verdict:
            counts[f"both {'valid' if ours else 'invalid'}"] += 1
            continue
        assert ours == valid(document.top.statements), provn(document)
        if verdict and any(check(document, rules).valid for rules in JUDGE):
            counts["a rule that the judge lacks"] += 1
        elif not verdict and hands_down_members(document):
            counts["a rule that only the judge has"] += 1
        else:
            open_.append(document)
    undecided = [d for d in open_ if judge_contradicts_itself(d, tmp_path)]
    counts["the judge contradicts itself"] = len(undecided)
    print(f"\n{SIZE} documents, seed {SEED!r}: {dict(counts)}")
    assert [provn(d) for d in open_ if d not in undecided] == []
    assert min(counts["both valid"], counts["both invalid"]) > SIZE // 4
    assert counts.total() - counts["no answer"] >= SIZE


def judge_contradicts_itself(document: Document, folder: Path) -> bool:
    """Whether the judge's verdict changes with the order of the statements, which says nothing in PROV."""
    chance = random.Random("orders")  # noqa: S311 - repeatable, nothing secret
    files = []
    for n in range(ORDERS):
        rows = chance.sample(document.top.statements, len(document))
        files.append(written(Document(Instance("", rows), [], document.prefixes), folder / f"order{n}.provn"))
    return {True, False} <= set(judged(files).values())
