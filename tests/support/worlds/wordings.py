"""Wordings of the case room's position: a good one, and ways to spoil it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

GOOD: dict[str, Any] = {
    "option": "renew",
    "answer": {
        "text": "The permit is renewed, because the form came in time and the noise stayed under the limit.",
        "rests_on": ["A1.conclusion", "A3.conclusion"],
    },
    "overview": [
        {"issue": "form", "finding": "The form came in time: the office was closed on 31 March."},
        {"issue": "noise", "finding": "The noise stayed under the limit.", "margin": "57 of 60 decibels"},
        {"issue": "hours", "finding": "Contested: both sides stand."},
    ],
    "why": [
        {"issue": "form", "sentences": [
            {"text": "Under the Market charter the form must arrive by 31 March.", "rests_on": ["A1.rule"]},
            {"text": "The Register of the office says “The office was closed on 30 and 31 March.”", "rests_on": ["A1.facts"]},
            {"text": "So the form was in time.", "rests_on": []},
        ]},
        {"issue": "noise", "sentences": [
            {"text": "The limit is 60 decibels, and the meter showed at most 57.", "rests_on": ["A3.rule", "A3.facts"]},
        ]},
        {"issue": "hours", "sentences": [
            {"text": "Both hours are argued, and nothing outweighs either.", "rests_on": ["G1"]},
        ]},
    ],
    "turns": [{"text": "If the form were late, the permit would be refused.", "rests_on": ["T1"], "issue": "form"}],
    "other_side": [{"text": "The stamp says 2 April, and the form was due by 31 March.", "rests_on": ["A7.facts", "A7.rule"]}],
    "order": [{"text": "Renew the permit.", "rests_on": ["A1.conclusion"]}],
    "lacks": [{"text": "The file does not say which hours weigh more.", "rests_on": ["G1"]}],
}  # fmt: skip
"""A wording without a fault."""


def spoiled(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The good wording with a change made to it."""
    made = copy.deepcopy(GOOD)
    change(made)
    return made


def first_of(made: dict[str, Any], part: str) -> dict[str, Any]:
    """The first sentence of a part."""
    found: Any = made["why"][0]["sentences"][0] if part == "why" else made[part]
    sentence: dict[str, Any] = found if isinstance(found, dict) else found[0]
    return sentence


def saying(part: str, text: str, *rests_on: str) -> dict[str, Any]:
    """The good wording with the first sentence of a part replaced."""
    return spoiled(lambda made: first_of(made, part).update(text=text, rests_on=list(rests_on)))


READ: dict[str, Any] = {"missed": [], "sentences": []}
"""A second reading that finds nothing."""
