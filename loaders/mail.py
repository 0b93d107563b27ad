"""Mail: one document a message, its headers as the citation."""

from __future__ import annotations

import mailbox
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import parsedate_to_datetime
from pathlib import Path

from foam_graph import CorpusError, Foam, LoadReport, NewDocument, Refusal, Remark, Section

from .folders import FoundFile, found_files, read_bytes

SUFFIXES = (".eml", ".mbox", ".mbx")
HEADERS = ("From", "Date", "Subject", "Message-ID")
"""A message without any of these is something else."""
MOST_BYTES = 1_000_000_000
"""Of one mailbox: no load may be larger."""
BROKEN = (ValueError, LookupError, AttributeError, TypeError)
"""What Python's ``email`` raises on messages that are not built as they should be, UnicodeError among them."""


def load(foam: Foam, path: Path, *, corpus: str, source_class: str = "correspondence") -> LoadReport:
    """Mail: .eml files, .mbox mailboxes and folders of these, one document a message.

    Subject, From and Date become the title, author and date. The text of a message is read as plain text, or as HTML where
    it has no other. Not read: attachments and messages inside a message (each is told of by name), encrypted messages,
    Outlook's .msg and .pst, Maildir folders. A message whose text is not in the encoding that it states is refused.

    Args:
        foam: The graph.
        path: An .eml or .mbox file, or a folder of them.
        corpus: Name of the corpus.
        source_class: Class of the documents.

    Raises:
        CorpusError: No message could be read. Nothing was loaded.
    """
    return foam.corpus(corpus).add(documents(path, source_class), by_loader="mail")


def documents(path: Path, source_class: str = "correspondence") -> Iterator[NewDocument | Refusal | Remark]:
    """The messages at or below a path, and what cannot be one."""
    for file in found_files(path, SUFFIXES):
        if isinstance(file, Refusal):
            yield file
            continue
        for name, content in _messages(file):
            if isinstance(content, Refusal):
                yield content
                continue
            try:
                yield from _message(name, content, source_class)
            except CorpusError as fault:
                yield Refusal(name, fault.message)
            except BROKEN as fault:
                yield Refusal(name, f"damaged: {type(fault).__name__}: {str(fault)[:200]}")


def _messages(file: FoundFile) -> Iterator[tuple[str, bytes | Refusal]]:
    """The messages of a file, unread, each with its name."""
    try:
        if file.path.suffix.lower() == ".eml":
            yield file.name, read_bytes(file.path)
            return
        if file.path.stat().st_size > MOST_BYTES:
            raise CorpusError(f"larger than {MOST_BYTES / 1e9:.0f} GB: divide it")
        with file.path.open("rb") as opened:
            head = opened.read(5)
        if head != b"From ":
            raise CorpusError("not a mailbox: it does not begin with 'From '" if head else "empty")
        box = mailbox.mbox(file.path, create=False)
        try:
            for number, key in enumerate(box.iterkeys(), 1):
                yield f"{file.name}/{number}.eml", box.get_bytes(key)
        finally:
            box.close()
    except CorpusError as fault:
        yield file.name, Refusal(file.name, fault.message)
    except OSError as fault:
        yield file.name, Refusal(file.name, f"cannot be read: {fault.strerror or fault}")


def _message(name: str, content: bytes, source_class: str) -> Iterator[NewDocument | Remark]:
    """A message as a document, after what is left out of it.

    Raises:
        CorpusError: It is no message, or has no text that can be read.
    """
    # The policy has its own factory, which types do not tell.
    mail = message_from_bytes(content, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not any(mail[header] for header in HEADERS):
        raise CorpusError(f"not a mail: none of the headers {', '.join(HEADERS)}")
    body = mail.get_body(("plain", "html"))
    if body is None:
        raise CorpusError("no text in it, only attachments" if mail.is_multipart() else "no text in it")
    more: list[str] = []
    for part in mail.iter_attachments() if mail.is_multipart() else ():
        if _is_text(part) and body.get_content_type() == "text/plain":
            more.append(_text(part))
        else:
            yield Remark(name, f"left out: {_called(part)}")
    html = _text(body).encode() if body.get_content_type() == "text/html" else b""
    sections = () if html else tuple(Section(text) for text in (_text(body), *more) if text.strip())
    if not html.strip() and not sections:
        raise CorpusError("no text in it")
    yield NewDocument(
        name=f"{name}.html" if html else f"{name}.txt",
        sections=sections,
        content=html,
        title=_header(mail, "Subject") or "(no subject)",
        author=_header(mail, "From"),
        date=_date(mail),
        source_class=source_class,
    )


def _is_text(part: Message) -> bool:
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


def _header(mail: EmailMessage, name: str) -> str:
    return " ".join(str(mail[name] or "").split())


def _date(mail: EmailMessage) -> str:
    """Day of the message, as its sender's clock had it; empty where its header is no date (RFC 5322, 3.3)."""
    try:
        return parsedate_to_datetime(str(mail["Date"])).date().isoformat()
    except BROKEN:
        return ""
