"""A small case file, and findings that a model proposes of it: data as an answer holds it."""

from __future__ import annotations

from typing import Any

from foam_graph.casefile.case_file import CaseFile
from tests.support.case_files import document

FILE = CaseFile(
    (
        document(1, ["An appeal must be filed within 14 days of the notice.", "Wages may not exceed $800.", "Section 3 was repealed."]),
        document(2, ["The notice was posted on 2 March 2026.", "The appeal of Mara Holt came on 19 March 2026."], "2026-03-20"),
        document(
            3,
            [
                "Wages were $380 and $390, together $780.",
                "Two of 40 stalls were closed, that is 5 percent.",
                "The clerk says that “nobody told us”.",
                "The appeal came on 12 March 2026.",
                "Of the 96 pupils 31 pupils came, 32 percent.",
                "The clerk of stall F3 says so.",
            ],
        ),
    )
)  # fmt: skip
ADMITTED = frozenset(FILE.by_short)


def operand(value: str = "", unit: str = "", sentence: str | None = None, step: str = "") -> dict[str, Any]:
    return {"value": value, "unit": unit, "sentence": sentence, "step": step, "constant": None}


def calculation(
    operator: str,
    operands: list[dict[str, Any]],
    comparator: str,
    threshold: dict[str, Any],
    holds: bool,
    result: str,
    unit: str,
) -> dict[str, Any]:
    compared = {"left": operand(step="made"), "comparator": comparator, "threshold": threshold, "holds": holds}
    return {
        "name": "count", "steps": [{"name": "made", "operator": operator, "operands": operands, "unit": ""}],
        "rounding": {"mode": "none", "decimals": 0, "sentence": None}, "comparison": compared, "result": result, "unit": unit,
        "shows": "It is counted.",
    }  # fmt: skip


def finding(
    kind: str, verdict: str | None, text: str, claimed: list[str], held: list[str], **more: Any
) -> dict[str, Any]:
    cited = [{"sentence": one, "role": "claimed"} for one in claimed]
    cited += [{"sentence": one, "role": "held_against"} for one in held]
    return {"kind": kind, "verdict": verdict, "text": text, "sentences": cited, "calculation": None} | more


WAGES = calculation(
    "sum", [operand("380", "USD", "3.1"), operand("390", "USD", "3.1")], "=", operand("780", "USD", "3.1"), False, "770", "USD"
)  # fmt: skip
DAYS = calculation(
    "days_between", [operand("2026-03-02", "", "2.1"), operand("2026-03-19", "", "2.2")], "<=", operand("14", "day", "1.1"), False,
    "17", "day",
)  # fmt: skip
SUM = finding("sum", "wrong", "Wages of $380 and $390 come to $770, not $780.", ["3.1"], [], calculation=WAGES)
LATE = finding(
    "timeline", "beyond", "The appeal came 17 days after the notice of 2 March 2026; 14 days were allowed.", ["2.2", "2.1"], ["1.1"],
    calculation=DAYS,
)  # fmt: skip
