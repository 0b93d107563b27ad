"""Columns and rows whose figures are no parts of a sum: limits and balances stand beside the parts, and are not added up."""

from __future__ import annotations

import re

_HEADING = re.compile(
    r"\b(?:max(?:imum)?|min(?:imum)?|limit|ceiling|cap|threshold|target|running|cumulative|cum|balance|ages?|readings?|meter|temp(?:erature)?"
    r"|degrees|percentile|rank|out of|opening|closing|(?:carried|brought) forward|b/f|c/f|book value|written down value|nbv|wdv)\b"
    r"|^\W*(?:previous|week|month|room|plot|page|folio|code|ref|reference|id|position|place|version|from|to|until|start|end|hour|time|day)\W*$",
    re.IGNORECASE,
)
"""Headers of columns of limits, of states, of names: what stands below as a total may be of something else."""
_WHOLE = re.compile(
    r"^\W*(?:the )?(?:(?:total |agreed |approved |annual |original |overall )*(?:budget|limit|max(?:imum)?|ceiling|cap|allowance|allocation|quota)"
    r"|(?:opening |closing |running |previous |bank )?balance|brought forward|carried forward|b/f|c/f|opening|closing|last year"
    r"|previous(?:ly)?|available|remaining|remainder|left|of which|contract (?:sum|price|value)|gross|net|net(?:to)?)\b",
    re.IGNORECASE,
)
"""Labels of rows that may be the whole, or what is left of it, and not a part of what stands below."""
_OPEN = re.compile(
    r"\b(?:optional|option|if (?:required|needed|wanted|ordered)|not included|excluded|excl|provisional|waived|free of charge|on request"
    r"|incl|included|including|of which|thereof|memo|for information|already paid|times|doubled|tripled|multiplied|of (?:the )?above)\b"
    r"|\d ?(?:%|per ?cent) of\b",
    re.IGNORECASE,
)
"""What a row says of itself that leaves open whether it is added up: it is in another row, or is made from one."""


def no_parts(heading: str) -> bool:
    """Whether the figures of a column are by its header no parts of a sum.

    Args:
        heading: The header of the column.
    """
    return _HEADING.search(heading) is not None


def may_stand_beside(label: str) -> bool:
    """Whether a row may stand beside the parts that are added up: the whole, what is left of it, or what is told only.

    Args:
        label: The label of the row.
    """
    return _WHOLE.match(label) is not None or _OPEN.search(label) is not None
