"""Grounded labelling of an attack graph in linear time (Dung 1995; Caminada 2006)."""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

Label = Literal["in", "out", "undecided"]
"""A label of Caminada's labellings; the words of ``model.kinds.LABELS``."""


@contextmanager
def collecting_paused() -> Iterator[None]:
    """Keeps the collector of cycles from going through a framework again and again while it grows.

    Nothing that is made here is a cycle, and half of the time would go into looking for one.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def grounded(
    count: int,
    attacks: Iterable[tuple[int, int]],
    fallen: Collection[int] = (),
    accepted: Collection[int] = (),
) -> list[Label]:
    """Labels every argument by the least complete labelling.

    An argument is in when all its attackers are out, out when one attacker is in, else undecided. Self-attacks and
    repeated attacks are legal. Time and memory are linear in arguments plus attacks; there is no recursion.

    Args:
        count: Number of arguments; they are ``range(count)``.
        attacks: Pairs (attacker, target).
        fallen: Arguments that are out by assumption.
        accepted: Arguments that are in by assumption; an argument in both is fallen.

    Returns:
        One label an argument.
    """
    return AttackGraph(count, attacks).label(fallen, accepted)


class AttackGraph:
    """Attacks between arguments, laid out once to be labelled under many assumptions.

    Args:
        count: Number of arguments; they are ``range(count)``.
        attacks: Pairs (attacker, target).
    """

    def __init__(self, count: int, attacks: Iterable[tuple[int, int]]) -> None:
        self._targets: list[list[int]] = [[] for _ in range(count)]
        self._attackers = [0] * count
        for attacker, target in attacks:
            self._targets[attacker].append(target)
            self._attackers[target] += 1
        self._free = [n for n in range(count) if not self._attackers[n]]

    def and_also(self, attacks: Iterable[tuple[int, int]]) -> AttackGraph:
        """The same with further attacks, sharing what it can with this one."""
        made = AttackGraph(0, ())
        made._targets, made._attackers = self._targets.copy(), self._attackers.copy()
        struck: set[int] = set()
        for attacker, target in attacks:
            made._targets[attacker] = [*made._targets[attacker], target]
            made._attackers[target] += 1
            struck.add(target)
        made._free = [n for n in self._free if n not in struck]
        return made

    def label(self, fallen: Collection[int] = (), accepted: Collection[int] = ()) -> list[Label]:
        """Labels every argument; see ``grounded``."""
        targets, pending = self._targets, self._attackers.copy()
        labels: list[Label] = ["undecided"] * len(targets)
        ready: list[int] = []
        for n in accepted:
            labels[n] = "in"
        for n in fallen:
            labels[n] = "out"
        for n in dict.fromkeys(fallen):
            _release(n, targets, pending, labels, ready)
        ready += [n for n in accepted if labels[n] == "in"]
        ready += [n for n in self._free if labels[n] == "undecided"]
        while ready:
            attacker = ready.pop()
            labels[attacker] = "in"
            for target in targets[attacker]:
                if labels[target] == "undecided":
                    labels[target] = "out"
                    _release(target, targets, pending, labels, ready)
        return labels


def _release(out: int, targets: list[list[int]], pending: list[int], labels: list[Label], ready: list[int]) -> None:
    """Takes the attacks of an argument that is out off the count of those it attacks."""
    for target in targets[out]:
        pending[target] -= 1
        if not pending[target] and labels[target] == "undecided":
            ready.append(target)
