"""FOAM Graph: positions that can be challenged piece by piece, kept in one Neo4j graph.

The front door for Python::

    import foam_graph as fg

    with fg.open() as foam:
        foam.load("documents", corpus="case")
        run = foam.ask("…", corpus="case", template="benefits-appeal", perspectives=["applicant", "caseworker"])
        for claim in run.claims:
            print(claim.standing, claim.text, claim.evidence[0].quotation)

What stands in ``__all__`` follows semantic versioning; whatever else the package holds may change with any release.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from foam_graph.version import __version__

if TYPE_CHECKING:
    from foam_graph.app.answering import Answer as Answer
    from foam_graph.app.answering import AnswerParts as AnswerParts
    from foam_graph.app.auditing import Rows as Rows
    from foam_graph.app.case_sheet import Sheet as Sheet
    from foam_graph.app.case_sheet import SheetCount as SheetCount
    from foam_graph.app.case_sheet import SheetCounts as SheetCounts
    from foam_graph.app.case_sheet import SheetDocument as SheetDocument
    from foam_graph.app.case_sheet import SheetDoubt as SheetDoubt
    from foam_graph.app.case_sheet import SheetFinding as SheetFinding
    from foam_graph.app.case_sheet import SheetSentence as SheetSentence
    from foam_graph.app.compared import PositionsDiff as PositionsDiff
    from foam_graph.app.compared import RunsDiff as RunsDiff
    from foam_graph.app.contest_forms import Contest as Contest
    from foam_graph.app.contest_status import ChallengeList as ChallengeList
    from foam_graph.app.contest_status import ChallengeRow as ChallengeRow
    from foam_graph.app.contest_status import ChallengeStatus as ChallengeStatus
    from foam_graph.app.debate_comparing import DebateDiff as DebateDiff
    from foam_graph.app.debate_comparing import TurnChange as TurnChange
    from foam_graph.app.debated import Debate as Debate
    from foam_graph.app.debated import DebateBallot as DebateBallot
    from foam_graph.app.debated import DebateSentence as DebateSentence
    from foam_graph.app.debated import DebateUtterance as DebateUtterance
    from foam_graph.app.exporting import Exported as Exported
    from foam_graph.app.foam import Foam as Foam
    from foam_graph.app.handles import Corpus as Corpus
    from foam_graph.app.handles import Memory as Memory
    from foam_graph.app.handles import Run as Run
    from foam_graph.app.importing import ImportedMap as ImportedMap
    from foam_graph.app.importing import MapsReport as MapsReport
    from foam_graph.app.loading import DocumentRow as DocumentRow
    from foam_graph.app.loading import LoadReport as LoadReport
    from foam_graph.app.opening import open_foam as open  # noqa: A004 - fg.open(), as in gzip and tarfile
    from foam_graph.app.position import Check as Check
    from foam_graph.app.position import Claim as Claim
    from foam_graph.app.position import EmptySlot as EmptySlot
    from foam_graph.app.position import Evidence as Evidence
    from foam_graph.app.position import Objection as Objection
    from foam_graph.app.position import Position as Position
    from foam_graph.app.position import Sentence as Sentence
    from foam_graph.app.prov_exporting import ProvExport as ProvExport
    from foam_graph.app.querying import NamedQuery as NamedQuery
    from foam_graph.app.remembering import MemoryReport as MemoryReport
    from foam_graph.app.result import Listing as Listing
    from foam_graph.app.result import Result as Result
    from foam_graph.app.retrieving import Hit as Hit
    from foam_graph.app.retrieving import Hits as Hits
    from foam_graph.app.run_parameters import RunParameters as RunParameters
    from foam_graph.app.showing import Coverage as Coverage
    from foam_graph.app.showing import Shown as Shown
    from foam_graph.app.taking import Refusal as Refusal
    from foam_graph.app.taking import Remark as Remark
    from foam_graph.app.tracing import Why as Why
    from foam_graph.app.verifying import Verification as Verification
    from foam_graph.config import Settings as Settings
    from foam_graph.corpus.documents import SOURCE_CLASSES as SOURCE_CLASSES
    from foam_graph.corpus.documents import Mark as Mark
    from foam_graph.corpus.given import NewCard as NewCard
    from foam_graph.corpus.given import NewDocument as NewDocument
    from foam_graph.corpus.given import Section as Section
    from foam_graph.errors import AmbiguousId as AmbiguousId
    from foam_graph.errors import BadAnswer as BadAnswer
    from foam_graph.errors import BudgetSpent as BudgetSpent
    from foam_graph.errors import ContestError as ContestError
    from foam_graph.errors import CorpusError as CorpusError
    from foam_graph.errors import DataFileError as DataFileError
    from foam_graph.errors import EnvironmentFault as EnvironmentFault
    from foam_graph.errors import FetchFault as FetchFault
    from foam_graph.errors import FoamError as FoamError
    from foam_graph.errors import KeyReused as KeyReused
    from foam_graph.errors import LlmError as LlmError
    from foam_graph.errors import ModelViolation as ModelViolation
    from foam_graph.errors import NewerForm as NewerForm
    from foam_graph.errors import ReasoningError as ReasoningError
    from foam_graph.errors import Refused as Refused
    from foam_graph.errors import RoleViolation as RoleViolation
    from foam_graph.errors import ServerFault as ServerFault
    from foam_graph.errors import Stopped as Stopped
    from foam_graph.errors import StoreDenied as StoreDenied
    from foam_graph.errors import StoreFault as StoreFault
    from foam_graph.errors import StoreUnreachable as StoreUnreachable
    from foam_graph.errors import UnknownId as UnknownId
    from foam_graph.errors import UsageError as UsageError
    from foam_graph.errors import VerifyError as VerifyError
    from foam_graph.model.kinds import CHALLENGE_KINDS as CHALLENGE_KINDS
    from foam_graph.reasoning.turns import Limits as Limits
    from foam_graph.store.auditing.free_cypher import Bounds as Bounds

_HOMES = {
    "app.answering": ("Answer", "AnswerParts"),
    "app.auditing": ("Rows",),
    "app.case_sheet": ("Sheet", "SheetCount", "SheetCounts", "SheetDocument", "SheetDoubt", "SheetFinding", "SheetSentence"),
    "app.compared": ("PositionsDiff", "RunsDiff"),
    "app.contest_status": ("ChallengeList", "ChallengeRow", "ChallengeStatus"),
    "app.contest_forms": ("Contest",),
    "app.debate_comparing": ("DebateDiff", "TurnChange"),
    "app.debated": ("Debate", "DebateBallot", "DebateSentence", "DebateUtterance"),
    "app.exporting": ("Exported",),
    "app.foam": ("Foam",),
    "app.handles": ("Corpus", "Memory", "Run"),
    "app.importing": ("ImportedMap", "MapsReport"),
    "app.loading": ("DocumentRow", "LoadReport"),
    "app.opening": ("open",),
    "app.position": ("Check", "Claim", "EmptySlot", "Evidence", "Objection", "Position", "Sentence"),
    "app.prov_exporting": ("ProvExport",),
    "app.querying": ("NamedQuery",),
    "app.remembering": ("MemoryReport",),
    "app.result": ("Listing", "Result"),
    "app.retrieving": ("Hit", "Hits"),
    "app.run_parameters": ("RunParameters",),
    "app.showing": ("Coverage", "Shown"),
    "app.taking": ("Refusal", "Remark"),
    "app.tracing": ("Why",),
    "app.verifying": ("Verification",),
    "config": ("Settings",),
    "corpus.documents": ("Mark", "SOURCE_CLASSES"),
    "corpus.given": ("NewCard", "NewDocument", "Section"),
    "errors": (
        "AmbiguousId", "BadAnswer", "BudgetSpent", "ContestError", "CorpusError", "DataFileError", "EnvironmentFault",
        "FetchFault", "FoamError", "KeyReused", "LlmError", "ModelViolation", "NewerForm", "ReasoningError", "Refused", "RoleViolation",
        "ServerFault", "Stopped", "StoreDenied", "StoreFault", "StoreUnreachable", "UnknownId", "UsageError", "VerifyError",
    ),
    "model.kinds": ("CHALLENGE_KINDS",),
    "reasoning.turns": ("Limits",),
    "store.auditing.free_cypher": ("Bounds",),
}  # fmt: skip
"""Module to names: a module is imported when one of its names is first asked for, so that ``import foam_graph`` is cheap."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_OTHER_NAMES = {"open": "open_foam"}
"""Names that are called otherwise at home, where they would hide a builtin."""

__all__ = [
    "CHALLENGE_KINDS",
    "SOURCE_CLASSES",
    "AmbiguousId",
    "Answer",
    "AnswerParts",
    "BadAnswer",
    "Bounds",
    "BudgetSpent",
    "ChallengeList",
    "ChallengeRow",
    "ChallengeStatus",
    "Check",
    "Claim",
    "Contest",
    "ContestError",
    "Corpus",
    "CorpusError",
    "Coverage",
    "DataFileError",
    "Debate",
    "DebateBallot",
    "DebateDiff",
    "DebateSentence",
    "DebateUtterance",
    "DocumentRow",
    "EmptySlot",
    "EnvironmentFault",
    "Evidence",
    "Exported",
    "FetchFault",
    "Foam",
    "FoamError",
    "Hit",
    "Hits",
    "ImportedMap",
    "KeyReused",
    "Limits",
    "Listing",
    "LlmError",
    "LoadReport",
    "MapsReport",
    "Mark",
    "Memory",
    "MemoryReport",
    "ModelViolation",
    "NamedQuery",
    "NewCard",
    "NewDocument",
    "NewerForm",
    "Objection",
    "Position",
    "PositionsDiff",
    "ProvExport",
    "ReasoningError",
    "Refusal",
    "Refused",
    "Remark",
    "Result",
    "RoleViolation",
    "Rows",
    "Run",
    "RunParameters",
    "RunsDiff",
    "Section",
    "Sentence",
    "ServerFault",
    "Settings",
    "Sheet",
    "SheetCount",
    "SheetCounts",
    "SheetDocument",
    "SheetDoubt",
    "SheetFinding",
    "SheetSentence",
    "Shown",
    "Stopped",
    "StoreDenied",
    "StoreFault",
    "StoreUnreachable",
    "TurnChange",
    "UnknownId",
    "UsageError",
    "Verification",
    "VerifyError",
    "Why",
    "__version__",
    "open",
]


def __getattr__(name: str) -> object:
    """A public name, imported from its home."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{home}"), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
