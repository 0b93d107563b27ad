"""Mail to text: its head as its reader sees it and what it says; what is left out of it is told by name."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import parsedate_to_datetime
from typing import Final

from foam_graph.corpus.formats.citations import Fields
from foam_graph.corpus.formats.extracted import LEFT_OUT, Extracted
from foam_graph.corpus.formats.html_text import read_html
from foam_graph.errors import CorpusError

READER: Final = "mail 1"
HEAD: Final = ("From", "To", "Cc", "Date", "Subject")
"""The headers that a reader of the message sees, in the order in which they are read."""
_ANY: Final = ("From", "Date", "Subject", "Message-ID")
"""A message without any of these is something else."""
_BROKEN = (ValueError, LookupError, AttributeError, TypeError)
"""What Python's ``email`` raises on messages that are not built as they should be, UnicodeError among them."""


def read_mail(content: bytes) -> Extracted:
    """The text of a message: the lines of its head, then what it says.

    Its plain text is read, or its HTML where it has no other. Attachments and messages inside the message are left out, and
    each is told of by name. Sender, subject and day are its author, title and date.

    Raises:
        CorpusError: It is no message, its text is damaged or not in the encoding that it states, or it has none.
    """
    try:
        return _read(content)
    except _BROKEN as fault:
        raise CorpusError(f"damaged: {type(fault).__name__}: {str(fault)[:200]}", "Export the message again.") from None


def _read(content: bytes) -> Extracted:
    # The policy has its own factory, which types do not tell.
    mail = message_from_bytes(content, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not any(mail[header] for header in _ANY):
        raise CorpusError(f"not a mail: none of the headers {', '.join(_ANY)}", "Leave the file out.")
    body = mail.get_body(("plain", "html"))
    if body is None:
        told = "no text in it, only attachments" if mail.is_multipart() else "no text in it"
        raise CorpusError(told, "Leave the file out.")
    plain = body.get_content_type() == "text/plain"
    more: list[str] = []
    notes: list[str] = []
    for part in mail.iter_attachments() if mail.is_multipart() else ():
        if plain and _is_seen(part):
            more.append(_text(part))
        else:
            notes.append(f"{LEFT_OUT}{_called(part)}.")
    said = [_text(body), *more] if plain else [_of_html(_text(body))]
    said = [one.strip("\n") for one in said if one.strip()]
    if not said:
        raise CorpusError("no text in it", "Leave the file out.")
    head = "\n".join(f"{name}: {value}" for name in HEAD if (value := _header(mail, name)))
    return Extracted(
        text="\n\n".join((head, *said)) + "\n", reader=READER, suggested=_citation(mail), notes=tuple(notes)
    )


def _of_html(text: str) -> str:
    return read_html(text.encode("utf-8", "replace")).text if text.strip() else ""


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
    return " ".join(str(mail[name] or "").split())


def _is_seen(part: Message) -> bool:
    """Whether a part is text that its reader sees in the message itself."""
    inline = part.get_content_disposition() != "attachment" and not part.get_filename()
    return inline and part.get_content_type() == "text/plain"


def _called(part: Message) -> str:
    kind = part.get_content_type()
    payload = part.get_payload(decode=True)
    size = f", {len(payload):,} bytes" if isinstance(payload, bytes) else ""
    return f"{part.get_filename() or 'a part without a name'} ({kind}{size})"


def _text(part: Message) -> str:
    """The text of a part in the encoding that it states.

    Raises:
        CorpusError: It is damaged, not in that encoding, or there is no such encoding.
    """
    payload = part.get_payload(decode=True)
    if part.defects:
        raise CorpusError(f"its text is damaged: {type(part.defects[0]).__name__}")
    if not isinstance(payload, bytes):
        raise CorpusError("its text is damaged: parts where text should be")
    # ASCII is what nothing says; mail programs put UTF-8 there.
    stated = part.get_content_charset("utf-8")
    charset = "utf-8" if stated == "us-ascii" else stated
    try:
        return payload.decode(charset).replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        raise CorpusError(f"its text is not {charset.upper()} at byte {fault.start}") from None
    except LookupError:
        raise CorpusError(f"its text is in an unknown encoding, {charset[:40]!r}") from None
