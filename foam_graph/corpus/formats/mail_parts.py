"""The parts of a message: the texts that its reader sees in it, and the names of what is left out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import Message
from typing import Final

from foam_graph.corpus.formats.html_text import read_html
from foam_graph.errors import CorpusError

_DEEPEST: Final = 100
"""Most levels of parts within parts. Mail programs make five or so, and Python's parser reads some hundreds."""
_PLAIN: Final = "text/plain"
_HTML: Final = "text/html"
_WORDS: Final = re.compile(r"[^\W_]+|[$€£¥%]")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
"""Characters of no width, which mail programs put into HTML."""


_BREAK: Final = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")
_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that turn the direction of what follows; a tab is a blank."""


@dataclass(frozen=True)
class Parts:
    """What came of a part and of all in it.

    Attributes:
        texts: The texts in their order; none is blank.
        left_out: What was not read, each by its name.
    """

    texts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def nested_too_deep() -> CorpusError:
    """What a message is refused with that holds parts within parts without end."""
    return CorpusError("nested deeper than can be read", "Export the message again, or leave the file out.")


def with_signs(text: str) -> str:
    """A name or line of a head on one line: what breaks a line or controls a screen is shown by a sign, so that it does neither.

    Args:
        text: The decoded value of a header, or the name of a file.
    """
    return " ".join(_CONTROL.sub(_sign, _BREAK.sub(" \u2424 ", text)).split())


def _sign(found: re.Match[str]) -> str:
    code = ord(found.group())
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def read_parts(mail: Message, subject: str) -> Parts:
    """The texts of a message and what is left out of it.

    Text is read wherever it is shown in the message, plain or HTML. Of several versions of one text the plain one is read; another is
    told of where it has words that the plain one has not.

    Args:
        mail: The message.
        subject: Its subject, which HTML repeats as its title.

    Raises:
        CorpusError: It is nested too deep, or a text is damaged or not in the encoding that it states.
    """
    level: list[Message] = [mail]
    for _ in range(_DEEPEST):
        level = [inner for part in level for inner in _inner(part)]
        if not level:
            return _read(mail, subject, leads=True)
    raise nested_too_deep()


def _inner(part: Message) -> list[Message]:
    held = part.get_payload()
    return [one for one in held if isinstance(one, Message)] if isinstance(held, list) else []


def _read(part: Message, subject: str, leads: bool) -> Parts:
    """What came of a part; of a text with a file name only one that ``leads`` the message is its text."""
    inner = [] if _attached(part) else _inner(part)
    if inner and part.get_content_type() == "multipart/alternative":
        return _one_of(inner, subject, leads)
    if inner and part.get_content_type() == "multipart/related":
        root = _root(part, inner)
        return _joined(
            _read(one, subject, leads) if one is root else Parts(left_out=(_called(one),))
            for one in sorted(inner, key=lambda one: one is not root)
        )
    if inner and part.get_content_maintype() == "multipart":
        return _joined(_read(one, subject, leads and place == 0) for place, one in enumerate(inner))
    if not _attached(part) and part.get_content_type() in (_PLAIN, _HTML) and (leads or not part.get_filename()):
        text = _text(part) if part.get_content_type() == _PLAIN else _of_html(_text(part))
        return Parts((text.strip("\n"),) if text.strip() else ())
    return Parts(left_out=(_called(part),))


def _joined(parts: Iterable[Parts]) -> Parts:
    read = list(parts)
    return Parts(
        tuple(text for one in read for text in one.texts), tuple(name for one in read for name in one.left_out)
    )


def _root(part: Message, inner: list[Message]) -> Message:
    """The part that the others belong to (RFC 2387, 3.2)."""
    start = part.get_param("start")
    return next((one for one in inner if start and one["Content-ID"] == start), inner[0])


def _one_of(versions: list[Message], subject: str, leads: bool) -> Parts:
    """The plain one of several versions, or else the first that has text, and what is to be told of the others."""
    # Each is read once, so that versions within versions take no longer than they are long.
    chosen: tuple[str, ...] = ()
    left_out: list[str] = []
    for version in sorted(versions, key=lambda one: not _has_plain(one)):
        if chosen:
            left_out.extend(_other(version, chosen, subject, leads))
            continue
        read = _read(version, subject, leads)
        chosen = read.texts
        left_out.extend(read.left_out)
    return Parts(chosen, tuple(left_out))


def _has_plain(part: Message) -> bool:
    return not _attached(part) and (part.get_content_type() == _PLAIN or any(map(_has_plain, _inner(part))))


def _other(version: Message, chosen: tuple[str, ...], subject: str, leads: bool) -> tuple[str, ...]:
    """What is to be told of a version that was not chosen: what it holds beside its text, and its text where that differs."""
    try:
        found = _read(version, subject, leads)
    except CorpusError:
        # Nothing is taken from it, so its damage does not stop the message.
        return (_called(version),)
    known = iter(_words((subject, *chosen)))
    if all(word in known for word in _words(found.texts)):
        return found.left_out
    kind = "a plain" if _has_plain(version) else "an HTML"
    return (f"{kind} version of its text, whose words differ from the one that was read", *found.left_out)


def _words(texts: Iterable[str]) -> list[str]:
    """Words, figures and signs of money in their order; each must be met again, in this order, by what says the same."""
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", "\n".join(texts)))
    return _WORDS.findall(seen.casefold())


def _attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment"


def _called(part: Message) -> str:
    kind = part.get_content_type()
    payload = part.get_payload(decode=True)
    size = f", {len(payload):,} bytes" if isinstance(payload, bytes) else ""
    return f"{with_signs(part.get_filename() or '') or 'a part without a name'} ({kind}{size})"


def _of_html(text: str) -> str:
    return read_html(text.encode("utf-8", "replace")).text if text.strip() else ""


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
