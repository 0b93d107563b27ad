"""The head of a mail: its lines, who wrote it, and when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from foam_graph.findings.language.dates import NumericOrder, find_dates

HEAD_LINE = re.compile(
    r"^(?P<field>from|to|cc|bcc|date|sent|dated|subject|re|reply-to|attachments?)\s?:\s*(?P<value>.*)$", re.IGNORECASE
)
"""A line in the head of a mail."""
_DAY_FIELDS = ("date", "sent", "dated")
_ADDRESS = re.compile(r"[<(\[][^<>()\[\]]*@[^<>()\[\]]*[>)\]]|\S+@\S+")
_NO_NAME = re.compile("[:;|\u2400-\u2424\ufffd]")
"""What a name has not: marks of a sentence, and signs for line breaks and control characters."""


def head_lines(text: str) -> Iterator[tuple[str, str]] | None:
    """The fields of a head that a text is, each with its value, as they stand; None where a line of it is none of a head.

    Args:
        text: A sentence: a line of the head, or several.
    """
    lines = [line.replace("*", "").strip("_# ") for line in text.splitlines() if line.strip()]
    found = [match for line in lines if (match := HEAD_LINE.match(line)) is not None]
    if not found or len(found) < len(lines):
        return None
    return ((match["field"].lower(), match["value"].strip()) for match in found)


def writer_in(fields: Mapping[str, str]) -> str:
    """Who wrote the mail that a head is of, an address left out; empty where it does not say.

    Args:
        fields: The head.
    """
    return without_address(fields.get("from", ""))


def without_address(who: str) -> str:
    """The name of a person without the address beside it; empty where it is an address alone.

    Args:
        who: The person, as a head or a paper names it.
    """
    return _ADDRESS.sub("", who).strip(" ,;\"'")


def in_marks(who: str) -> str:
    """A writer as findings name him: in quotation marks what is no name, since it may say something of its own ("Eve Said by: Judge").

    Args:
        who: The writer, as his mails name him.
    """
    return f'"{who}"' if _NO_NAME.search(who) else who


def day_in(fields: Mapping[str, str], orders: Mapping[str, NumericOrder]) -> date | None:
    """The day that a head gives; None where it gives none.

    Args:
        fields: The head.
        orders: What stands first in numeric dates, by mark.
    """
    return next((day for name in _DAY_FIELDS if (day := only_day(fields.get(name, ""), orders)) is not None), None)


def only_day(text: str, orders: Mapping[str, NumericOrder]) -> date | None:
    """The one day that a text names; None where it names none, or nothing shows which part of it is the day.

    Args:
        text: The text.
        orders: What stands first in numeric dates, by mark.
    """
    found = find_dates(text)
    return found[0].sure_day(orders) if len(found) == 1 else None
