"""Which papers are under which rules: those of the same body, and all of a file that has one paper of rules only."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.sheet.governing.acts import laws_of, of_one_body
from foam_graph.findings.sheet.standing.statements import Statement, Statements


def governed(read: Statements) -> Callable[[Statement, CaseDocument], bool]:
    """Whether a rule is for what a paper tells of.

    Args:
        read: The statements of the file.
    """
    laws = laws_of(read)

    @lru_cache(maxsize=None)
    def under(rule: int, paper: int) -> bool:
        one = next(law for law in laws if law.number == rule)
        return len(laws) == 1 or of_one_body(one, papers[paper], laws)

    papers = {one.document.number: one.document for one in read}
    return lambda rule, document: under(rule.document.number, document.number)
