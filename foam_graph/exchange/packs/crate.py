"""The metadata that makes a pack an RO-Crate 1.2 of the Process Run Crate profile 0.5."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

METADATA: Final = "ro-crate-metadata.json"
_CRATE, _PROFILE = "https://w3id.org/ro/crate/1.2", "https://w3id.org/ro/wfrun/process/0.5"
_RUN_TERMS = "https://w3id.org/ro/terms/workflow-run/context"
_TYPES = {".jsonl": "application/jsonl", ".ttl": "text/turtle", ".md": "text/markdown", ".sig": "text/plain"}
_SOFTWARE, _OPERATOR, _LICENCE = "#foam-graph", "#operator", "#licence"


@dataclass(frozen=True)
class Described:
    """A file of the pack as the crate tells of it.

    Attributes:
        path: Its path.
        name: What it is, in a few words.
        description: A sentence on it.
        result: Whether the run made it; else it was there before, or it is about the pack.
        source: Whether the run used it.
        size: Bytes; 0 where they are not known yet.
    """

    path: str
    name: str
    description: str
    result: bool = False
    source: bool = False
    size: int = 0


@dataclass(frozen=True)
class RunFacts:
    """What the crate tells of the run.

    Attributes:
        run: Id.
        question: The question; empty where it was erased.
        operator: Who runs the installation.
        software: Name and version.
        models: Models that were called.
        started: First activity, ISO 8601.
        ended: Last activity, ISO 8601.
        published: When the pack was made, ISO 8601.
        licence: URL of the licence; empty where none is stated.
    """

    run: str
    question: str
    operator: str
    software: str
    models: tuple[str, ...]
    started: str
    ended: str
    published: str
    licence: str = ""


def crate(facts: RunFacts, files: Iterable[Described]) -> dict[str, Any]:
    """The content of ``ro-crate-metadata.json``.

    Args:
        facts: What is known of the run.
        files: The files of the pack, this one left out.
    """
    described = list(files)
    return {
        "@context": [f"{_CRATE}/context", _RUN_TERMS],
        "@graph": [
            {
                "@id": METADATA,
                "@type": "CreativeWork",
                "about": {"@id": "./"},
                # The profile is written for 1.1; what 1.2 asks beyond that holds as well.
                "conformsTo": [{"@id": _CRATE}, {"@id": "https://w3id.org/ro/crate/1.1"}],
            },
            _root(facts, described),
            {"@id": _PROFILE, "@type": ["CreativeWork", "Profile"], "name": "Process Run Crate", "version": "0.5"},
            *_agents(facts),
            _action(facts, described),
            *map(_file, described),
        ],
    }


def _root(facts: RunFacts, files: list[Described]) -> dict[str, Any]:
    question = facts.question or "the question was erased"
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": f"Governance pack of run {facts.run}",
        "description": f"Reasons, log and proofs of a position on: {question}",
        "datePublished": facts.published,
        "license": {"@id": facts.licence or _LICENCE},
        "publisher": {"@id": _OPERATOR},
        "conformsTo": {"@id": _PROFILE},
        "hasPart": [{"@id": one.path} for one in files],
        "mentions": [{"@id": f"#{facts.run}"}],
    }


def _agents(facts: RunFacts) -> list[dict[str, Any]]:
    name, _, version = facts.software.partition(" ")
    stated = bool(facts.licence)
    text = "Licence named by the operator" if stated else "The operator states no licence for this pack."
    return [
        {
            "@id": _SOFTWARE,
            "@type": "SoftwareApplication",
            "name": name,
            "version": version or "not stated",
            "url": {"@id": "https://w3id.org/foam-graph"},
        },
        *(
            {"@id": f"#model-{n}", "@type": "SoftwareApplication", "name": model, "version": "not stated"}
            for n, model in enumerate(facts.models, 1)
        ),
        {"@id": _OPERATOR, "@type": "Organization", "name": facts.operator or "not stated"},
        {"@id": facts.licence or _LICENCE, "@type": "CreativeWork", "name": "Licence", "description": text},
    ]


def _action(facts: RunFacts, files: list[Described]) -> dict[str, Any]:
    tools = [_SOFTWARE, *(f"#model-{n}" for n in range(1, len(facts.models) + 1))]
    return {
        "@id": f"#{facts.run}",
        "@type": "CreateAction",
        "name": f"Run {facts.run}",
        "description": "Agents with declared perspectives argued the question under a protocol; people may have ruled.",
        "instrument": [{"@id": one} for one in tools] if len(tools) > 1 else {"@id": _SOFTWARE},
        "agent": {"@id": _OPERATOR},
        "object": [{"@id": one.path} for one in files if one.source],
        "result": [{"@id": one.path} for one in files if one.result],
        "startTime": f"{facts.started[:19]}Z",
        "endTime": f"{facts.ended[:19]}Z",
        "actionStatus": {"@id": "http://schema.org/CompletedActionStatus"},
    }


def _file(one: Described) -> dict[str, Any]:
    ending = one.path[one.path.rfind(".") :]
    form = _TYPES.get(ending) or mimetypes.guess_type(one.path)[0] or "application/octet-stream"
    kinds = ["File", "SoftwareSourceCode"] if ending == ".py" else "File"
    return {
        "@id": one.path,
        "@type": kinds,
        "name": one.name,
        "description": one.description,
        "encodingFormat": form,
        **({"contentSize": str(one.size)} if one.size else {}),
        **({"version": "1"} if ending == ".py" else {}),
    }
