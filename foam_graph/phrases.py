"""Turns of phrase that everything which speaks to people shares: numbers with their nouns, lists, and a sentence's first letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_HEAD: Final = re.compile(
    r"^(?P<head>[^\",:(]+?)(?= (?:of|from|by|to|for|on|about|with|at|in|between|dated|against)\b|[,:(]|$)"
)
_ONE: Final = re.compile(r"(?:ss|us|is|news|series|gas|lens|canvas)$", re.IGNORECASE)
_OF_MANY: Final = {"has": "have", "is": "are", "was": "were", "does": "do"}


def opened(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Texts as they are listed in a sentence, by commas and a last "and"; empty for none."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 issue``, ``2 issues``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def acting(name: str, verb: str) -> str:
    """A name at the beginning of a sentence with its verb: ``The invoices give``, but ``"Invoices" gives``: a title is one.

    Args:
        name: What something is called.
        verb: The verb as it is said of one, e.g. ``gives``.
    """
    match = _HEAD.match(name)
    head = match["head"] if match is not None else ""
    many = " and " in head or (head.endswith("s") and _ONE.search(head) is None)
    return f"{opened(name)} {_OF_MANY.get(verb, verb.removesuffix('s')) if many else verb}"
