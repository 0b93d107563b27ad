"""Whether a sentence counts what happened, or speaks of what is allowed, asked for or set."""

from __future__ import annotations

import re

from foam_graph.findings.language.clauses import clauses
from foam_graph.findings.language.quantities import Quantity

_SETS = re.compile(
    r"\b(?:limits?|maximum|minimum|at most|at least|up to|no more than|not more than|more than|less than|fewer than|under|over|above|below|within|exceed\w*"
    r"|allow(?:ed|s|ance)|permitted|permits?|requires?|required|needs?|needed|must|(?-i:may)|shall|can|cannot|rules?|clause|section|article|agreement|contract|policy|threshold"
    r"|enough|suffic\w+|entitled|quota|cap|ceiling|condition|as agreed|in line with|according to|standard|norm|provided|still|only|full"
    r"|fees?|prices?|rates?|charge[sd]?|costs?|fines?|deposits?|rent|wages?|doses?|paid|pay|billed|applied|used|set)\b",
    re.IGNORECASE,
)
"""What speaks of a figure that is set."""


def tells_count(text: str, old: Quantity) -> bool:
    """Whether a sentence counts things that happened, as many as a set figure was: that is no use of the figure.

    Args:
        text: The sentence.
        old: The figure.
    """
    if old.generic() or not old.unit or old.period or _SETS.search(text):
        return False
    return any(
        clause.past and any(q.value == old.value and q.unit in ("", old.unit) for q in clause.quantities)
        for clause in clauses(text)
    )
