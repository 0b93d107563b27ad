"""The flow of a debate as a table for spreadsheets: a column a speech, a row an argument with all that was said to it.

The rows of the side for the motion come first, then those of the other, as debaters keep two sheets. Every cell begins with
a name that the program gives, so that no text of a speech is ever read as a formula.
"""

from __future__ import annotations

import csv
import io

from foam_graph.findings.debate.spoken import SIDES
from foam_graph.reasoning.debating.flow import Argument, Flow

MARK = "\ufeff"
"""Byte order mark: without it spreadsheets take UTF-8 for something else."""
_SIDES = {"pro": "for", "con": "against"}


def flow_csv(flow: Flow) -> str:
    """A flow as CSV (RFC 4180).

    Args:
        flow: The flow.
    """
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    heads = [f"{one.turn}. {one.speaker} ({_SIDES[one.side]}, {one.stage})" for one in flow.speeches]
    rows.writerow(["Begun by", *heads])
    for side in SIDES:
        for line in flow.sheets[side]:
            cells = (line.cells.get(speech.turn, ()) for speech in flow.speeches)
            rows.writerow([_SIDES[side], *("\n".join(_told(flow.arguments[name]) for name in cell) for cell in cells)])
    return MARK + file.getvalue()


def _told(one: Argument) -> str:
    """An argument in a cell: its name, its words, what it answers or carries on, what became of it."""
    told = [
        f"answers {', '.join(one.answers)}" if one.answers else "",
        f"carries {', '.join(one.extends)} on" if one.extends else "",
        "DROPPED" if one.status == "dropped" and not one.extends else "",
    ]
    notes = "; ".join(filter(None, told))
    words = " ".join(each.text for each in one.sentences) or "(the text was erased)"
    return f"{one.name} {words}" + (f" [{notes}]" if notes else "")
