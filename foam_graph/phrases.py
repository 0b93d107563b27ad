"""Turns of phrase that everything which speaks to people shares: numbers with their nouns, lists, and a sentence's first letter."""

from __future__ import annotations

from collections.abc import Sequence


def opened(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Texts as they are listed in a sentence, by commas and a last "and"; empty for none."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 issue``, ``2 issues``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
