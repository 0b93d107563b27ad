"""The offline ``f_infer``: how one side's claims hang together, told from its predicates in order and without taking part.

Who reads the chain has the predicates beside it, so that what only states, counts or dates is not told again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from foam_graph.findings.debate.predicates import Predicate

MOST = 120
"""Steps that are told; of a longer history the first and the last."""
_TOLD = {
    "Supports": "gives as a reason for “{1}”: “{0}”",
    "Cause": "holds that “{0}” brings about “{1}”",
    "Prevent": "holds that “{0}” prevents “{1}”",
    "Contrast": "sets “{0}” against “{1}”",
    "Concede": "grants “{0}”, and holds “{1}” in spite of it",
    "Necessary": "holds that without “{0}” there is no “{1}”",
    "If": "holds that where “{0}”, “{1}” follows",
    "Either": "leaves the choice between “{0}” and “{1}”",
    "Define": "uses “{0}” in the sense of “{1}”",
    "Ought": "holds that it should be so: “{0}”",
}
_ORDER = list(_TOLD)
_NAME = re.compile(r"[0-9]+\.[0-9]+")


def chain_of(predicates: Sequence[Predicate]) -> str:
    """The chain of one side, one step a line, and how many sentences only assert; empty where it asserts nothing.

    Args:
        predicates: What the side asserts.
    """
    steps: list[str] = []
    for sentence, group in groupby((one for one in predicates if one.relation in _TOLD), key=lambda one: one.sentence):
        told = min(group, key=lambda one: _ORDER.index(one.relation))
        terms = [f"what {term} says" if _NAME.fullmatch(term) else term for term in told.terms]
        steps.append(f"{sentence}: the side {_TOLD[told.relation].format(*terms)}.")
    if len(steps) > MOST:
        left = len(steps) - MOST
        steps = [*steps[: MOST // 2], f"({left} steps between these are left out.)", *steps[-MOST // 2 :]]
    joined = {one.sentence for one in predicates if one.relation in _TOLD}
    bare = {one.sentence for one in predicates if one.relation != "Ask"} - joined
    if bare:
        steps.append(f"{_counted(len(bare))} without a reason, a consequence or a contrast of its own.")
    return "\n".join(steps)


def _counted(count: int) -> str:
    return "One sentence asserts something" if count == 1 else f"{count} sentences assert something, each"
