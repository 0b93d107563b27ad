"""PROV documents against PROV-CONSTRAINTS: what ``foam prov check`` gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from foam_graph.app.failures import ReadFailure, read_failure
from foam_graph.app.result import OPTIONAL, Result
from foam_graph.errors import FoamError
from foam_graph.prov import CONSTRAINTS, Report, Rules, Violation, check, read_file


@dataclass(frozen=True)
class ProvViolation(Result):
    """A constraint that a document breaks.

    Attributes:
        constraint: Its number in PROV-CONSTRAINTS, or a name for what stands elsewhere.
        name: What it is called there.
        grade: A warning does not make a document invalid.
        nodes: IRIs (or ``_:`` names) of what is involved, each once.
        message: One sentence, with the lines where they are known.
        bundle: IRI of the bundle that it is in; None for the top level.
    """

    constraint: str
    name: str
    grade: Literal["error", "warning"]
    nodes: tuple[str, ...]
    message: str
    bundle: str | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class CheckedDocument(Result):
    """A PROV document against the constraints.

    Attributes:
        path: As it was given.
        valid: None where it could not be read.
        statements: How many were checked.
        violations: In the order of the constraints, then of the document.
        error: Why it could not be read; None where it could.
    """

    path: str
    valid: bool | None
    statements: int
    violations: tuple[ProvViolation, ...]
    error: ReadFailure | None = field(default=None, metadata=OPTIONAL)


def check_files(files: Sequence[Path], syntax: str = "", w3c: bool = False) -> list[CheckedDocument]:
    """Checks files one by one; a file that cannot be read stops no other.

    Args:
        files: The files.
        syntax: One of ``foam_graph.prov.SYNTAXES`` for all of them; detected for each if empty.
        w3c: Only what PROV-CONSTRAINTS asks, without findings of our own.
    """
    rules = Rules(own=not w3c)
    return [_checked(file, syntax, rules) for file in files]


def _checked(file: Path, syntax: str, rules: Rules) -> CheckedDocument:
    try:
        report = check(read_file(file, syntax), rules)
    except FoamError as fault:
        return CheckedDocument(str(file), None, 0, (), read_failure(fault))
    return CheckedDocument(str(file), report.valid, report.statements, violations_of(report))


def violations_of(report: Report) -> tuple[ProvViolation, ...]:
    """The violations of a report, as results."""
    return tuple(_violation(violation) for violation in report.violations)


def _violation(violation: Violation) -> ProvViolation:
    return ProvViolation(
        violation.constraint,
        CONSTRAINTS[violation.constraint],
        violation.grade,
        violation.nodes,
        violation.message,
        violation.bundle or None,
    )


def exit_code(documents: Sequence[CheckedDocument]) -> int:
    """The highest of what the files ask for: 0 valid, 1 invalid, 2 or 3 unreadable."""
    return max((d.error.exit_code if d.error else int(not d.valid) for d in documents), default=0)
