"""PROV documents against PROV-CONSTRAINTS: what ``foam prov check`` gives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam_graph.errors import EnvironmentFault, FoamError
from foam_graph.prov import Rules, check, read_file


def check_files(files: Sequence[Path], syntax: str = "", w3c: bool = False) -> list[dict[str, Any]]:
    """Checks files one by one; a file that cannot be read stops no other.

    Args:
        files: The files.
        syntax: One of ``foam_graph.prov.SYNTAXES`` for all of them; found out for each if empty.
        w3c: Only what PROV-CONSTRAINTS asks, without findings of our own.

    Returns:
        Per file ``path``, ``valid`` (None where it could not be read), ``statements``, ``violations``; where it could
        not be read also ``error`` as ``FoamError.as_json`` gives it, with the exit code.
    """
    rules = Rules(own=not w3c)
    rows = []
    for file in files:
        row: dict[str, Any] = {"path": str(file), "valid": None, "statements": 0, "violations": []}
        try:
            report = check(read_file(file, syntax), rules)
        except FoamError as fault:
            code = 3 if isinstance(fault, EnvironmentFault) else 2
            row["error"] = {**fault.as_json(), "exit_code": code}
        else:
            row |= {"valid": report.valid, "statements": report.statements}
            row["violations"] = [violation.as_json() for violation in report.violations]
        rows.append(row)
    return rows


def exit_code(rows: Sequence[dict[str, Any]]) -> int:
    """The highest of what the files ask for: 0 valid, 1 invalid, 2 or 3 unreadable."""
    return max((row["error"]["exit_code"] if "error" in row else int(not row["valid"]) for row in rows), default=0)
