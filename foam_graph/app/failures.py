"""Files that could not be read while others beside them could: what is said of each instead of stopping."""

from __future__ import annotations

from dataclasses import dataclass, field

from foam_graph.app.result import OPTIONAL, Result
from foam_graph.errors import EnvironmentFault, FoamError


@dataclass(frozen=True)
class Failure(Result):
    """Why an input could not be used, as ``FoamError.as_json`` says it.

    Attributes:
        error: Class of the error.
        message: What failed, on which input.
        hint: What to do next.
        run: A run that can be resumed; None where there is none.
    """

    error: str
    message: str
    hint: str
    run: str | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class ReadFailure(Failure):
    """Why a file could not be read, where scripts need to know whose matter it is.

    Attributes:
        exit_code: 2 where the file is wrong, 3 where the machine is.
    """

    exit_code: int = 2


def failure(fault: FoamError) -> Failure:
    """What an error says."""
    return Failure(type(fault).__name__, fault.message, fault.hint, fault.run or None)


def read_failure(fault: FoamError) -> ReadFailure:
    """What an error of reading says, with 2 or 3: a file that cannot be read is never a check that failed (1)."""
    code = 3 if isinstance(fault, EnvironmentFault) else 2
    return ReadFailure(type(fault).__name__, fault.message, fault.hint, fault.run or None, code)
