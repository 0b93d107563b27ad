"""Who wrote a paper, where its writer is not stated: by its head or its last line."""

from __future__ import annotations

import re
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument

_PERSON = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?(?:[A-Z][\w'’-]*\.? ){1,3}[A-Z][\w'’-]+"
_BY = re.compile(
    rf"^\W*(?:From|By|Author|Signed|Kept by|Prepared by|Drawn up by|Written by|Officer in charge)\W+(?P<who>{_PERSON})"
)
_SIGNATURE = re.compile(rf"^{_PERSON}(?:,|$)")


@lru_cache(maxsize=512)
def writer(document: CaseDocument) -> str:
    """Who wrote a document: its author, else who its head or its last line names; empty where it holds several letters.

    Args:
        document: The document.
    """
    if document.author:
        return document.author
    found = [match["who"] for one in document.sentences if (match := _BY.match(one.text.strip())) is not None]
    if len(set(found)) > 1:
        return ""
    last = document.sentences[-1].text.strip("*_ ") if document.sentences else ""
    return found[0] if found else last if _SIGNATURE.match(last) else ""
