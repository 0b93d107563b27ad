"""What stands of the build of a memory in the home folder: what was sent, what was asked for, how far it is."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from foam_graph.app.remembering import Plan
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.config import Settings
from foam_graph.errors import UnknownId
from foam_graph.files.atomic import write_atomically

Stage = Literal["sent", "foretold", "begun", "finished"]
KEPT_DAYS = 7
"""Days after which what was sent and not taken is thrown away."""
_NAME = re.compile(r"m[0-9a-f]{24}")


@dataclass(frozen=True)
class BuildForm:
    """A memory as a form asks for it.

    Attributes:
        memory: Its name; a new one is made.
        agents: Who reads for schemes: ``offline`` or ``llm``.
        keep_free: Whether free debate is remembered too.
        pseudonyms: Whether speakers are given other names.
    """

    memory: str
    agents: str = "offline"
    keep_free: bool = False
    pseudonyms: bool = False

    @property
    def plan(self) -> Plan:
        """What goes into the memory."""
        return Plan(self.memory, self.keep_free, self.pseudonyms)


@dataclass(frozen=True)
class KeptBuild:
    """What stands of a build in its folder.

    Attributes:
        build: What it is found by.
        form: What was asked for.
        files: How many files were sent.
        refused: Those that were not kept, with the reason.
        sent: When they were.
        stage: How far it is.
        begun: When the memory was begun; empty before that.
        foretold: What it would take; None before that is known.
        report: What came of it; None before its end.
    """

    build: str
    form: BuildForm
    files: int
    refused: tuple[tuple[str, str], ...]
    sent: str
    stage: Stage = "sent"
    begun: str = ""
    foretold: JsonObject | None = None
    report: JsonObject | None = None


def folder_of(settings: Settings, name: str) -> Path:
    """The folder of a build."""
    return settings.home / "builds" / name


def files_of_build(settings: Settings, name: str) -> Path:
    """The folder of what was sent for a build."""
    return folder_of(settings, name) / "files"


def kept_build(settings: Settings, name: str) -> KeptBuild:
    """What stands of a build.

    Raises:
        UnknownId: There is none of that name.
    """
    try:
        # A name that is none of ours could lead to another folder.
        own = name if _NAME.fullmatch(name) else "none"
        found = json.loads((folder_of(settings, own) / "build.json").read_bytes())
        refused = tuple((str(path), str(reason)) for path, reason in found["refused"])
        return KeptBuild(**{**found, "form": BuildForm(**found["form"]), "refused": refused})
    except (OSError, ValueError, KeyError, TypeError):
        raise UnknownId(
            "there is no build of that name", "It was thrown away, or never sent; see the memories."
        ) from None


def write_build(settings: Settings, kept: KeptBuild) -> None:
    """Keeps how far a build is."""
    path = folder_of(settings, kept.build) / "build.json"
    write_atomically(path, json.dumps(plain_json(asdict(kept))).encode())


def forget_builds(settings: Settings, busy: Collection[str]) -> None:
    """Throws away what was sent long ago and nobody wanted any more, but not builds that are at work."""
    home = settings.home / "builds"
    for old in home.iterdir() if home.is_dir() else ():
        path = old / "build.json"
        if old.name not in busy and path.is_file() and time.time() - path.stat().st_mtime > KEPT_DAYS * 86_400:
            shutil.rmtree(old, ignore_errors=True)


def kept_names(settings: Settings) -> list[str]:
    """Every build that there is."""
    home = settings.home / "builds"
    found = home.iterdir() if home.is_dir() else ()
    return [one.name for one in found if _NAME.fullmatch(one.name) and (one / "build.json").is_file()]
