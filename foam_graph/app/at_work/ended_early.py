"""Why a run ended early, for whoever looks at it after its server was started anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from foam_graph.advice import Action, NextStep, Part, steps_of
from foam_graph.app.result import JsonValue
from foam_graph.config import Settings
from foam_graph.errors import FoamError
from foam_graph.files.atomic import write_atomically

_LONGEST = 2_000
"""Characters of a message."""


def note_end(settings: Settings, run: str, fault: FoamError) -> None:
    """Notes why a run ended early; where that cannot be written, it is known until the process ends."""
    path = _path(settings, run)
    at = datetime.now(UTC).isoformat()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        said = {"at": at, "message": fault.message[:_LONGEST], "advice": [_noted(part) for part in fault.advice]}
        write_atomically(path, json.dumps(said).encode())


def forget_end(settings: Settings, run: str) -> None:
    """Forgets why a run ended early: somebody goes on with it."""
    with suppress(OSError):
        _path(settings, run).unlink(missing_ok=True)


def noted_end(settings: Settings, run: str, last: str) -> FoamError | None:
    """Why a run ended early; None where nobody noted it, or something was written since.

    Args:
        settings: The settings.
        run: Its id.
        last: When its last activity was committed, ISO 8601; empty for none.
    """
    try:
        said = json.loads(_path(settings, run).read_bytes())
        since = bool(last) and datetime.fromisoformat(last) > datetime.fromisoformat(said["at"])
        return None if since else FoamError(str(said["message"]), tuple(map(_read, said.get("advice", ()))))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def actions_of(fault: FoamError | None) -> tuple[Mapping[str, JsonValue], ...]:
    """The steps that an error advises, as data; none of no error."""
    return tuple(step.as_json() for step in steps_of(fault.advice)) if fault is not None else ()


def _noted(part: Part) -> JsonValue:
    return part.as_json() | {"lead": part.lead} if isinstance(part, NextStep) else part[:_LONGEST]


def _read(noted: object) -> Part:
    if not isinstance(noted, dict):
        return str(noted)
    subject = {str(name): str(value) for name, value in noted["subject"].items()}
    return NextStep(Action(noted["action"]), str(noted["lead"]), subject)


def _path(settings: Settings, run: str) -> Path:
    return settings.home / "ended" / f"{Path(run).name}.json"
