"""Verbs by which a body decides, in any form: which are one verb, and which decide the contrary."""

from __future__ import annotations

from typing import Final

from foam_graph.findings.language.kinship import root

_UPHOLD: Final = ("uphold", "confirm", "affirm", "sustain", "maintain")
_REVERSE: Final = ("reverse", "overturn", "annul", "quash", "rescind", "vacate", "set aside", "strike down")
_GRANT: Final = ("grant", "allow", "approve", "accept", "award", "pay", "permit", "authorise", "authorize")
_REFUSE: Final = ("refuse", "reject", "dismiss", "deny", "disallow", "decline", "turn down")
_PAIRS: Final = ((_UPHOLD, _REVERSE), (_GRANT, _REFUSE))


def same_verb(one: str, other: str) -> bool:
    """Whether two forms are of one verb ("uphold", "upheld"; "reverse", "reversed"; "set aside").

    Args:
        one: A form, with its particle.
        other: Another one.
    """
    return _key(one) == _key(other)


def of_decisions(verb: str) -> bool:
    """Whether a verb says what becomes of a decision or of a request, so that its object may be called otherwise elsewhere.

    Args:
        verb: A form, with its particle.
    """
    return _is_of(verb, (*_UPHOLD, *_REVERSE))


def contrary(one: str, other: str) -> bool:
    """Whether who does the one does not do the other: to uphold and to reverse, to grant and to refuse.

    Args:
        one: A form, with its particle.
        other: Another one.
    """
    return any(
        (_is_of(one, left) and _is_of(other, right)) or (_is_of(one, right) and _is_of(other, left))
        for left, right in _PAIRS
    )


def _is_of(verb: str, among: tuple[str, ...]) -> bool:
    return any(same_verb(verb, each) for each in among)


def _key(verb: str) -> tuple[str, ...]:
    head, *particles = verb.lower().split() or [""]
    return (root(head), *particles)
