"""A small file with a fault that rules see and others that only a reader sees, and what a reader may say of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

QUESTION = "Is the appeal of the stallholder to be heard?"
DOCUMENTS = {
    "1-rules": "Whoever wants to appeal has to do so within 14 days of the notice.\n",
    "2-file": "The notice was handed over on 2 March 2026. The appeal reached the office on 19 March 2026.\n",
    "3-costs": "Wages of $380 and rent of $390 come to $780.\n",
    "4-clerk": "The clerk heard from a neighbour that the office was closed.\n",
}


def _operand(value: str, unit: str, sentence: str) -> dict[str, Any]:
    return {"value": value, "unit": unit, "sentence": sentence, "step": "", "constant": None}


def _counted(
    operator: str, operands: list[dict[str, Any]], comparator: str, limit: dict[str, Any], result: str, unit: str
) -> dict[str, Any]:
    made = {"value": "", "unit": "", "sentence": None, "step": "made", "constant": None}
    return {
        "name": "count", "steps": [{"name": "made", "operator": operator, "operands": operands, "unit": ""}],
        "rounding": {"mode": "none", "decimals": 0, "sentence": None},
        "comparison": {"left": made, "comparator": comparator, "threshold": limit, "holds": False},
        "result": result, "unit": unit, "shows": "It is counted.",
    }  # fmt: skip


LATE: dict[str, Any] = {
    "kind": "timeline", "verdict": "beyond",
    "text": "The appeal came 17 days after the notice of 2 March 2026, 3 more than the 14 that were allowed.",
    "sentences": [{"sentence": "2.2", "role": "claimed"}, {"sentence": "1.1", "role": "held_against"}],
    "calculation": _counted("days_between", [_operand("2026-03-02", "", "2.1"), _operand("2026-03-19", "", "2.2")], "<=",
                            _operand("14", "day", "1.1"), "17", "day"),
}  # fmt: skip
"""Right, and the program finds the sentence of the notice by itself."""
GOOD: dict[str, Any] = {
    "kind": "sum", "verdict": "wrong", "text": "$380 and $390 come to $770, not $780.",
    "sentences": [{"sentence": "3.1", "role": "claimed"}],
    "calculation": _counted("sum", [_operand("380", "USD", "3.1"), _operand("390", "USD", "3.1")], "=",
                            _operand("780", "USD", "3.1"), "770", "USD"),
}  # fmt: skip
"""Right, and the rules have it."""
FREE: dict[str, Any] = {
    "kind": "leaning", "verdict": None, "text": "That the office was closed the clerk has from a neighbour alone.",
    "sentences": [{"sentence": "4.1", "role": "claimed"}], "calculation": None,
}  # fmt: skip
OTHERS = [FREE]
DOUBT = {"finding": "F3", "why": "It is beside the matter."}


def write_read_world(folder: Path) -> Path:
    """Writes the documents as files and returns their folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in DOCUMENTS.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder
