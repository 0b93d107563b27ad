"""The flow of a debate as a workbook, as debaters keep it: a sheet a side, a column a speech, answers beside what they answer.

Every cell of a sheet begins with a name that the program gives and is written as text, so that nothing that was said is
ever read as a formula.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter

from foam_graph.findings.debate.spoken import SIDES
from foam_graph.reasoning.debating.flow import Argument, Flow, FlowSpeech, Line

LONGEST = 32_000
"""Longest text of a cell in characters: spreadsheets hold 32,767."""
DROPPED = "DROPPED"
_SIDES = {"pro": "for", "con": "against"}
_INK = {"pro": "1F3A93", "con": "9A3412"}
"""Colours of the two sides, as debaters write with two pens."""
_HEAD = PatternFill("solid", fgColor="E7E5E4")
_LOST = PatternFill("solid", fgColor="FECACA")
_THIN = Border(*(Side("thin", color="D6D3D1"),) * 4)
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDTH = 42


def flow_xlsx(flow: Flow, motion: str, ballot: str = "") -> bytes:
    """A flow as the bytes of an .xlsx workbook.

    Args:
        flow: The flow.
        motion: The motion.
        ballot: Who won, in words; empty where nobody decided.
    """
    book: Any = Workbook()
    sheet = book.active
    for side in SIDES:
        sheet.title = f"Begun {_SIDES[side]}"
        _heads(sheet, flow.speeches)
        for row, line in enumerate(flow.sheets[side], 2):
            _line(sheet, row, flow, line)
        _print(sheet)
        sheet = book.create_sheet()
    sheet.title = "About"
    _about(sheet, flow, motion, ballot)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _heads(sheet: Any, speeches: Sequence[FlowSpeech]) -> None:
    for column, one in enumerate(speeches, 1):
        cell = _text(sheet, 1, column, f"{one.turn}. {one.speaker} ({_SIDES[one.side]}, {one.stage})")
        cell.font, cell.fill = Font(bold=True, color=_INK[one.side]), _HEAD
        sheet.column_dimensions[get_column_letter(column)].width = _WIDTH
    sheet.freeze_panes = "A2"


def _line(sheet: Any, row: int, flow: Flow, line: Line) -> None:
    for column, speech in enumerate(flow.speeches, 1):
        found = [flow.arguments[name] for name in line.cells.get(speech.turn, ())]
        if not found:
            continue
        cell = _text(sheet, row, column, "\n".join(_told(one) for one in found))
        lost = any(_dropped(one) for one in found)
        cell.font = Font(color=_INK[speech.side], bold=lost)
        if lost:
            cell.fill = _LOST


def _told(one: Argument) -> str:
    """An argument in a cell: its name, its words, what it answers or carries on, whether it was dropped."""
    words = " ".join(each.text for each in one.sentences) or "(the text was erased)"
    notes = [f"answers {', '.join(one.answers)}"] if one.answers else []
    notes += [f"carries {', '.join(one.extends)} on"] if one.extends else []
    notes += [DROPPED] if _dropped(one) else []
    return f"{one.name} {words}" + (f" [{'; '.join(notes)}]" if notes else "")


def _dropped(one: Argument) -> bool:
    return one.status == "dropped" and not one.extends


def _about(sheet: Any, flow: Flow, motion: str, ballot: str) -> None:
    dropped = {side: len(flow.dropped(side)) for side in SIDES}
    rows = (
        ("Motion", motion),
        ("Ballot", ballot or "Nobody has decided it."),
        ("Dropped, for", f"{dropped['pro']} arguments of the side for the motion were never answered."),
        ("Dropped, against", f"{dropped['con']} arguments of the side against it were never answered."),
        ("How to read it", "A column is a speech, a row an argument; what was said to it later stands beside it in the same row."),
        ("", f"{DROPPED}, on red: the other side spoke again and answered it nowhere. What only leads on is left out."),
    )  # fmt: skip
    for row, (name, text) in enumerate(rows, 1):
        _text(sheet, row, 1, name).font = Font(bold=True)
        _text(sheet, row, 2, text)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = 18, 100


def _text(sheet: Any, row: int, column: int, text: str) -> Any:
    clean = _FORBIDDEN.sub("\ufffd", text)
    cell = sheet.cell(row, column)
    cell.value = clean if len(clean) <= LONGEST else f"{clean[:LONGEST]} … [cut; the transcript has the rest]"
    cell.data_type = "s"
    cell.alignment, cell.border = Alignment(wrap_text=True, vertical="top"), _THIN
    return cell


def _print(sheet: Any) -> None:
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_A4
    sheet.page_setup.fitToHeight, sheet.sheet_properties.pageSetUpPr.fitToPage = 0, True
    sheet.print_title_rows = "1:1"
