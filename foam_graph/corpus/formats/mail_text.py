"""Mail to text: its head as its reader sees it and what it says; what is left out of it is told by name."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from typing import Final

from foam_graph.corpus.formats.citations import Fields
from foam_graph.corpus.formats.extracted import LEFT_OUT, Extracted
from foam_graph.corpus.formats.mail_parts import nested_too_deep, read_parts, with_signs
from foam_graph.errors import CorpusError

READER: Final = "mail 2"
HEAD: Final = ("From", "To", "Cc", "Date", "Subject")
"""The headers that a reader of the message sees, in the order in which they are read."""
_ANY: Final = ("From", "Date", "Subject", "Message-ID")
"""A message without any of these is something else."""
_BROKEN = (ValueError, LookupError, AttributeError, TypeError)
"""What Python's ``email`` raises on messages that are not built as they should be, UnicodeError among them."""


def read_mail(content: bytes) -> Extracted:
    """The text of a message: the lines of its head, then what it says.

    Every text that is shown in it is read, plain or HTML; of versions of one text the plain one. Attachments and messages inside the message
    are left out, and each is told of by name, as is a version with other words. Sender, subject and day are its author, title and date.

    Raises:
        CorpusError: It is no message, it is nested too deep, its text is damaged or not in the encoding that it states, or it has none.
    """
    try:
        return _read(content)
    except RecursionError:
        # Python's parser calls itself for each part within a part, and for each comment within a comment of a header.
        raise nested_too_deep() from None
    except _BROKEN as fault:
        raise CorpusError(f"damaged: {type(fault).__name__}: {str(fault)[:200]}", "Export the message again.") from None


def _read(content: bytes) -> Extracted:
    # The policy has its own factory, which types do not tell.
    mail = message_from_bytes(content, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not any(_header(mail, header) for header in _ANY):
        raise CorpusError(f"not a mail: none of the headers {', '.join(_ANY)}", "Leave the file out.")
    parts = read_parts(mail, _header(mail, "Subject"))
    if not parts.texts:
        told = "no text in it, only attachments" if parts.left_out and mail.is_multipart() else "no text in it"
        raise CorpusError(told, "Leave the file out.")
    values = {name: value for name in HEAD if (value := _header(mail, name))}
    signed = [name for name, value in values.items() if value != " ".join(_value(mail, name).split())]
    notes = [f"{LEFT_OUT}{name}." for name in parts.left_out]
    if signed:
        notes.append(f"Line breaks and control characters inside of {', '.join(signed)} are shown as signs (\u2424).")
    return Extracted(
        text="\n\n".join(("\n".join(f"{name}: {value}" for name, value in values.items()), *parts.texts)) + "\n",
        reader=READER,
        suggested=_citation(mail),
        notes=tuple(notes),
    )


def _citation(mail: EmailMessage) -> Fields:
    """What the head says of the message; its day as its sender's clock had it (RFC 5322, 3.3)."""
    found = {
        "title": _header(mail, "Subject") or "(no subject)",
        "author": _header(mail, "From"),
        "date": _day(mail),
        "source_class": "correspondence",
    }
    return {key: (value, 1) for key, value in found.items() if value}


def _day(mail: EmailMessage) -> str:
    try:
        return parsedate_to_datetime(str(mail["Date"])).date().isoformat()
    except _BROKEN:
        return ""


def _header(mail: EmailMessage, name: str) -> str:
    return with_signs(_value(mail, name))


def _value(mail: EmailMessage, name: str) -> str:
    """The decoded value of a header, with the line breaks and control characters that were written in code."""
    raw = next((str(value) for key, value in mail.raw_items() if key.lower() == name.lower()), "")
    try:
        value = str(make_header(decode_header("".join(raw.splitlines()))))
    except (MessageError, *_BROKEN):
        value = raw
    if with_signs(value) == " ".join(value.split()):
        return str(mail[name] or "")
    # Of an address with such a character Python makes less than there is, and of one with a line break nothing.
    return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
