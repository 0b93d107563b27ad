"""Mail alone: the messages of a folder that holds other files as well."""

from __future__ import annotations

from pathlib import Path

from foam_graph import Foam, LoadReport

SUFFIXES = (".eml", ".mbox", ".mbx")


def load(foam: Foam, path: Path, *, corpus: str) -> LoadReport:
    """Mail alone: .eml files, .mbox mailboxes and folders of these, one document a message.

    A message is read as foam load reads it: its head and what it says, with Subject, From and Date as title, author and date, and of the
    class correspondence. Not read: attachments and messages inside a message (each is told of by name), encrypted messages, Outlook's
    .msg and .pst, Maildir folders. A message whose text is not in the encoding that it states is refused, and so is all that is
    no mail.

    Args:
        foam: The graph.
        path: An .eml or .mbox file, a folder or an archive of them.
        corpus: Name of the corpus.

    Raises:
        CorpusError: No message could be read. Nothing was loaded.
        UsageError: More than 1 GB. Nothing was loaded.
    """
    return foam.corpus(corpus).load(path, by_loader="mail", refuse=_refuse)


def _refuse(name: str, _: bytes) -> str:
    """Why a file is none of mails."""
    return "" if name.lower().endswith(SUFFIXES) else f"not one of {', '.join(SUFFIXES)}"
