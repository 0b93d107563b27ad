"""How findings call documents and quote sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_graph.findings.language.wording import bare, source_name, unmarked
from foam_graph.findings.sheet.mails.mail_head import in_marks
from foam_graph.findings.sheet.mails.quoted_mail import without_marks
from foam_graph.findings.sheet.standing.statements import Statement
from foam_graph.findings.sheet.standing.tables import cells, is_row
from foam_graph.phrases import listed, opened

_QUOTATION = re.compile(r'["“]([^"“”]+)["”]')
__all__ = ["called", "listed", "names", "opened", "quote", "says"]


def called(one: Statement) -> str:
    """How a document is called: its title in plain words, with its date where it has one; of several mails in it by the mail's writer and day."""
    if one.mail is not None:
        return f"the mail of {in_marks(one.mail.writer)} ({one.date})"
    name = source_name(one.passage)
    title = one.document.title
    if not one.document.called and re.search(r"\d", title) and name.split(" ", 1)[-1] not in title:
        name = f'"{one.document.title}"'  # a name without its numbers may say nothing, or something else
    return f"{name} ({one.date})" if one.date else name


def quote(one: Statement) -> str:
    """A sentence in quotation marks, without marks of lists, of emphasis and of what a mail quotes, and its full stop; of a row its cells."""
    told = without_marks(one.text) if one.mail is not None else one.text
    if is_row(told):
        told = ", ".join(bare(cell) for cell in cells(told) if cell.strip("-: "))  # the bars of a table are no words
    text = re.sub(r"^(?:[-*•–]|\(?\d{1,3}[.)])\s+", "", bare(unmarked(told))).strip()
    # What is a quotation from its first word to its last has its marks already.
    own = _QUOTATION.fullmatch(text)
    return f'"{bare(own[1])}"' if own else f'"{text}"'


def says(one: Statement) -> str:
    """Who says a sentence, with the sentence."""
    return f"{opened(called(one))}: {quote(one)}"


def names(found: Sequence[Statement]) -> str:
    """The documents of some statements, each once, as a list in words."""
    return listed(list(dict.fromkeys(called(one) for one in found)))
