"""Terms and their unification (PROV-CONSTRAINTS 4.2): constants, existential variables, and the absent ``-``.

A variable is an ``int``, any other value is a constant, ``None`` is the placeholder that stands for nothing: it is
equal to itself only.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

Term: TypeAlias = Hashable
"""A variable (``int``), a constant, or ``None``."""


class Terms:
    """A union-find over variables; constants are always roots.

    Attributes:
        bound: Variables that stopped being roots since the list was last emptied.
    """

    def __init__(self) -> None:
        self._parents: list[Term] = []
        self.bound: list[int] = []

    def fresh(self) -> int:
        """A new variable."""
        variable = len(self._parents)
        self._parents.append(variable)
        return variable

    def find(self, term: Term) -> Term:
        """What a term stands for: its constant, or the variable that represents all that are equal to it."""
        parents = self._parents
        path = []
        while isinstance(term, int):
            parent = parents[term]
            if parent == term:
                break
            path.append(term)
            term = parent
        for passed in path[:-1]:
            parents[passed] = term
        return term

    def clash(self, one: Term, two: Term) -> bool:
        """Whether two terms cannot be the same: two constants, or nothing and something."""
        one, two = self.find(one), self.find(two)
        if one == two:
            return False
        if one is None or two is None:
            return True
        return not isinstance(one, int) and not isinstance(two, int)

    def unite(self, one: Term, two: Term) -> None:
        """Makes two terms the same; they must not clash."""
        one, two = self.find(one), self.find(two)
        if one == two:
            return
        if not isinstance(one, int):
            one, two = two, one
        if not isinstance(one, int):
            raise ValueError("two constants cannot be united")
        self._parents[one] = two
        self.bound.append(one)
