"""Everything that can go wrong, in one hierarchy.

Each error says what failed and on which input (its message) and what to do next (its advice). ``FoamError`` is the root::

    FoamError
    ├── UsageError            exit 2: the caller asked for something that cannot be asked
    │   ├── DataFileError     a data file (template, perspective, …) is wrong: names file, line and fault
    │   ├── UnknownId         no node, run, corpus or query of that name
    │   ├── AmbiguousId       a prefix that fits more than one
    │   └── KeyReused         the key of a write was used for another one
    ├── EnvironmentFault      exit 3: the machine, the network, the datastore
    │   ├── StoreUnreachable
    │   ├── StoreDenied       wrong password or user
    │   ├── FetchFault        a page or search service that cannot be had, or may not be
    │   └── ServerFault       the managed server did not start, a port is taken, the disk is full
    ├── ModelViolation        a delta that the model table does not allow
    │   └── RoleViolation     a role wrote a kind it may not write
    ├── StoreFault            exit 3: a transaction failed; nothing of it was written
    ├── CorpusError           exit 2: documents that cannot be read, segmented or found
    ├── LlmError              exit 3: a model call failed
    │   ├── BadAnswer         the answer never fitted its schema
    │   ├── BudgetSpent       the run's tokens or money are used up; resumable
    │   └── Refused           the endpoint refused (authentication, unknown model)
    ├── ReasoningError        a rule of the protocol cannot be applied to this input
    ├── ContestError          exit 2: a challenge that cannot be made
    ├── Stopped               a person stopped it between two steps; resumable
    └── VerifyError           exit 1: the ledger or a check does not hold
        └── NewerForm         it may well hold: a newer version wrote it in a form that this one does not know
"""

from __future__ import annotations

from foam_graph.advice import Advice, Part, on_terminal, parts_of


class FoamError(Exception):
    """Root of the hierarchy.

    Args:
        message: What failed, on which input.
        advice: What to do next: an imperative sentence, a step, or several of them.

    Attributes:
        advice: What to do next, part by part.
        run: The run that was under way and can be resumed; empty where there is none.
    """

    exit_code = 1
    run = ""

    def __init__(self, message: str, advice: Advice = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice: tuple[Part, ...] = parts_of(advice)

    @property
    def hint(self) -> str:
        """What to do next, as a terminal is told it."""
        return on_terminal(self.advice)

    def as_json(self) -> dict[str, str]:
        """The error as the CLI prints it under ``--json``."""
        told = {"error": type(self).__name__, "message": self.message, "hint": self.hint}
        return told | ({"run": self.run} if self.run else {})


class UsageError(FoamError):
    """The caller asked for something that cannot be asked."""

    exit_code = 2


class DataFileError(UsageError):
    """A data file is wrong.

    Args:
        path: The file.
        line: 1-based line of the fault, or 0 where the fault belongs to the whole file.
        fault: What is wrong there.
        advice: What to do next.
    """

    def __init__(self, path: str, line: int, fault: str, advice: Advice = "") -> None:
        where = f"{path}:{line}" if line else path
        super().__init__(f"{where}: {fault}", advice or "Correct the file and run the command again.")
        self.path = path
        self.line = line
        self.fault = fault


class UnknownId(UsageError):
    """Nothing has that id or name."""


class AmbiguousId(UsageError):
    """A prefix that fits more than one id."""


class KeyReused(UsageError):
    """A key that makes a write safe to repeat was used for another write before."""


class EnvironmentFault(FoamError):
    """The machine, the network or the datastore is not as needed."""

    exit_code = 3


class StoreUnreachable(EnvironmentFault):
    """Neo4j does not answer."""


class StoreDenied(EnvironmentFault):
    """Neo4j answers, but refuses the user or password."""


class FetchFault(EnvironmentFault):
    """A page or a search service cannot be had, or may not be: its robots.txt, its address, its size."""


class ServerFault(EnvironmentFault):
    """The managed Neo4j could not be resolved, started or stopped."""


class ModelViolation(FoamError):
    """A delta that the model table does not allow; nothing was written."""


class RoleViolation(ModelViolation):
    """A role tried to write a kind that the model table does not let it write."""


class StoreFault(FoamError):
    """A transaction failed; nothing of it was written."""

    exit_code = 3


class CorpusError(FoamError):
    """A document or corpus cannot be read, segmented or found."""

    exit_code = 2


class LlmError(FoamError):
    """A model call failed."""

    exit_code = 3


class BadAnswer(LlmError):
    """A model's answer did not fit its schema after all repairs."""


class BudgetSpent(LlmError):
    """The run's token or money budget is used up; what is committed stays and the run can be resumed."""


class Refused(LlmError):
    """The endpoint refused the call for good (authentication, unknown model, bad request)."""


class ReasoningError(FoamError):
    """A rule of the protocol cannot be applied to this input."""


class ContestError(FoamError):
    """A challenge that cannot be made."""

    exit_code = 2


class Stopped(FoamError):
    """A person stopped what was being done; what is committed stays, and it can be taken up."""


class VerifyError(FoamError):
    """The ledger, a quotation or a check does not hold."""


class NewerForm(VerifyError):
    """Rows are in a form of a newer version, so that this one cannot say whether they hold."""
