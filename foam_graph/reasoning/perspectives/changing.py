"""A perspective as it would be with other weights, another scope or fewer classes of source. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.advice import Action, NextStep
from foam_graph.corpus.documents import SOURCE_CLASSES
from foam_graph.errors import UsageError
from foam_graph.reasoning.perspectives.library import Perspective, build
from foam_graph.reasoning.perspectives.space import known_value

_EXACT = 6
SCOPES = ("jurisdiction", "time_horizon")


def weighting(text: str, names: Sequence[str]) -> tuple[str, str, float]:
    """A reweighting as given, ``VALUE=WEIGHT`` or ``PERSPECTIVE:VALUE=WEIGHT``: perspective (or empty), value, weight.

    Raises:
        UsageError: It is none, or names an unknown perspective or value.
    """
    place, mark, number = text.partition("=")
    name, _, value = place.rpartition(":")
    if not mark or not value or (name and name not in names):
        raise UsageError(f"{text!r} is no reweighting", f"Give VALUE=WEIGHT or one of {', '.join(names)}:VALUE=WEIGHT.")
    try:
        known_value(value)
    except ValueError as fault:
        raise UsageError(str(fault), NextStep(Action.SHOW_PERSPECTIVE, "Name one of its values; see")) from None
    try:
        weight = float(number)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise UsageError(f"{number!r} is no weight", "Give a number from 0 to 1.")
    return name, value, weight


def reweighted(perspective: Perspective, value: str, weight: float) -> Perspective:
    """A perspective that gives one value this weight; the others share the rest as they did before.

    Raises:
        UsageError: Nothing else is weighed, so that the rest has no share to go to.
    """
    others = {name: w for name, w in perspective.value_priorities.items() if name != value and w > 0}
    total = sum(others.values())
    if not total and weight < 1:
        told = f"{perspective.stance_id} weighs nothing but {value}"
        raise UsageError(told, "Give a second value a weight first, or leave it at 1.")
    shares = {name: round(w / total * (1 - weight), _EXACT) for name, w in others.items()}
    rest = round(1 - weight - sum(shares.values()), _EXACT)
    if shares:
        largest = max(shares, key=lambda name: (shares[name], name))
        shares[largest] = round(shares[largest] + rest, _EXACT)
    return build(perspective.model_dump(mode="json") | {"value_priorities": {value: weight, **shares}})


def without_classes(perspective: Perspective, barred: Sequence[str]) -> Perspective:
    """A perspective whose evidence policy admits none of these source classes.

    Raises:
        UsageError: An unknown class, or nothing would be left to admit.
    """
    whole = perspective.model_dump(mode="json")
    policy = whole["evidence_policy"]
    known = sorted(SOURCE_CLASSES)
    for name in barred:
        if name not in known:
            raise UsageError(f"there is no source class {name!r}", f"Use one of {', '.join(known)}.")
    left = [name for name in (policy["source_classes"] or known) if name not in barred]
    if not left:
        raise UsageError(f"{perspective.stance_id} would admit no source at all", "Bar fewer classes.")
    return build(whole | {"evidence_policy": policy | {"source_classes": left}})


def rescoped(perspective: Perspective, text: str) -> Perspective:
    """A perspective with another scope, given as ``jurisdiction=TEXT`` or ``time_horizon=TEXT``.

    Raises:
        UsageError: It is no such text.
    """
    name, mark, words = (part.strip() for part in text.partition("="))
    if not mark or name not in SCOPES or not words:
        raise UsageError(f"{text!r} is no scope", f"Give one of {', '.join(f'{one}=TEXT' for one in SCOPES)}.")
    whole = perspective.model_dump(mode="json")
    return build(whole | {"scope_limits": whole["scope_limits"] | {name: words}})
