"""What servers tell of errors to whoever asks them: what can be done on a page, and nothing of the machine that they run on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from foam_graph.advice import CONTEST, Action, Advice, NextStep, Part, Subject, parts_of

_PATH = re.compile(r"(?<![\w:/.<])(?:[A-Za-z]:\\|~?/)[^\s'\"<>|:;,]*[/\\][^\s'\"<>|:;,]*")
"""What looks like a path of the machine: two parts or more, beginning at a root."""
_ADDRESS = re.compile(r"\b(?:bolt|neo4j)(?:\+s(?:sc)?)?://\S+")
_NODE = re.compile(r"\b[a-z][\w.]*-\d+-\d+\b")

OPERATOR = "Ask whoever runs this server: it is done on a terminal."
"""What a page says of a step that no page does."""
_CORPUS = "See the page of the corpus."
_DOWN = "Tell it to whoever runs this server."
PAGES: Mapping[Action, str] = MappingProxyType(
    {
        Action.START_STORE: _DOWN,
        Action.RESTART_STORE: _DOWN,
        Action.STOP_STORE: OPERATOR,
        Action.LIST_RUNS: "See the list of runs and debates.",
        Action.SHOW: "Follow a link to it, or correct the id.",
        Action.EXPLAIN: "See its page.",
        Action.COMPARE: "Compare the two.",
        Action.ASK: "{lead}: “Ask”.",
        Action.RESUME: "{lead}: “Take it up where it stands”.",
        Action.CHALLENGE: "{lead}: ⚑ beside it.",
        Action.APPEAL: "A ruling is appealed on its own page.",
        Action.LOAD: "Upload documents.",
        Action.LOAD_AGAIN: "Upload the document again.",
        Action.INGEST: OPERATOR,
        Action.LIST_DOCUMENTS: _CORPUS,
        Action.MAKE_SHEET: OPERATOR,
        Action.NAME_ENCODER: OPERATOR,
        Action.LIST_PERSPECTIVES: "{lead}; the form names them all.",
        Action.SHOW_PERSPECTIVE: "Name one of its values; its page has them.",
        Action.BUILD_MEMORY: "{lead} from transcripts.",
        Action.ADD_DEBATES: "{lead} from transcripts.",
        Action.SHOW_MEMORY: "See the page of the memory.",
        Action.MAKE_FORM: "See the list of forms about debates.",
        Action.LIST_QUERIES: "See the list of questions.",
        Action.VERIFY: "See the ledger: it verifies everything.",
        Action.CHECKPOINT: OPERATOR,
        Action.PROVE: OPERATOR,
        Action.EXPORT_PACK: "{lead} the page “Take it along”.",
        Action.EXPORT_JOURNAL: OPERATOR,
        Action.EXPORT_PROV: "{lead} the page “Take it along”.",
        Action.EXPORT_EVERYTHING: OPERATOR,
        Action.EXPORT_AIF: "{lead} the page “Take it along”.",
        Action.EXPORT_DOSSIER: "Take its dossier.",
        Action.CHECK_PROV: OPERATOR,
        Action.IMPORT_MAP: "Import it as a map.",
        Action.LIST_LOADERS: OPERATOR,
        Action.LIST_WEBHOOKS: "See the page of the webhooks.",
        Action.LIST_DEAD_DELIVERIES: "See the page of the webhooks.",
        Action.ADD_ACCOUNT: OPERATOR,
        Action.LIST_ACCOUNTS: OPERATOR,
        Action.SEE_PERMISSIONS: "See what you may do.",
        Action.SERVE: OPERATOR,
    }
)
"""What is said of each step on a page: what to press or to read there, after what it is good for where that is needed."""


def part_on_page(part: Part) -> str:
    """One part of an advice for people on a page."""
    if not isinstance(part, NextStep):
        return told(part)
    return PAGES[part.action].format_map(Subject(part.subject) | {"lead": part.lead})


def on_page(advice: Advice) -> str:
    """An advice for people on a page: it names what they can press there; what two steps share is said once."""
    return " ".join(dict.fromkeys(part_on_page(part) for part in parts_of(advice)))


def statement_on_page(statement: str, contestable: bool = True) -> str:
    """The statement of a position, whose last sentence is the graph's word for a terminal, as a page says it.

    Args:
        statement: The statement.
        contestable: Whether who reads the page may challenge what stands on it; else the sentence is left out.
    """
    return told(statement.replace(str(CONTEST), part_on_page(CONTEST) if contestable else "")).strip()


def without_ids(text: str) -> str:
    """A message for people on the page of what it is about: that stands there, so that its id says nothing more."""
    return _NODE.sub("this part", told(text))


def told(text: str) -> str:
    """A message without paths and addresses of the machine that the server runs on."""
    return _PATH.sub("(a file of this machine)", _ADDRESS.sub("the database", text))
