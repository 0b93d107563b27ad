"""Anchors: places that the writer of the ledger does not rule, each of which holds copies of its checkpoints."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from foam_graph.errors import EnvironmentFault
from foam_graph.proofs.note import split
from foam_graph.proofs.note_file import NoteFile

_GIT_FILE = "checkpoints"
_TIMEOUT = 60.0


@dataclass(frozen=True)
class Held:
    """A checkpoint as an anchor holds it.

    Attributes:
        anchor: Name of the anchor.
        note: The signed note.
        when: When the anchor says that it got it; empty where it does not say.
        proof: Where the anchor's own proof is, e.g. a commit or a token; empty where it has none.
    """

    anchor: str
    note: str
    when: str = ""
    proof: str = ""


class Anchor(Protocol):
    """Somewhere that keeps checkpoints."""

    name: str

    def publish(self, note: str) -> Held:
        """Gives it a checkpoint.

        Raises:
            EnvironmentFault: It did not take it.
        """
        ...

    def held(self) -> list[Held]:
        """The checkpoints that it holds, the oldest first.

        Raises:
            EnvironmentFault: It cannot be asked.
            VerifyError: What it holds does not verify by its own proof.
        """
        ...


class FileAnchor:
    """A file on another disk or host that is only ever appended to.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.name = f"file:{path}"
        self._path = path

    def publish(self, note: str) -> Held:
        """Appends a checkpoint and forces it to disk."""
        try:
            NoteFile(self._path).add(note)
        except OSError as fault:
            raise _not_taken(self.name, fault.strerror or str(fault)) from None
        return Held(self.name, note)

    def held(self) -> list[Held]:
        """The checkpoints in the file."""
        try:
            return [Held(self.name, note) for note in NoteFile(self._path).notes()]
        except OSError as fault:
            raise _not_asked(self.name, fault.strerror or str(fault)) from None


class GitAnchor:
    """A git repository: every checkpoint is a commit. Push it to a host that others can read.

    Args:
        path: The repository's work tree; an empty folder becomes one.
    """

    def __init__(self, path: Path) -> None:
        self.name = f"git:{path}"
        self._path = path

    def publish(self, note: str) -> Held:
        """Commits a checkpoint."""
        try:
            if not (self._path / ".git").exists():
                self._path.mkdir(parents=True, exist_ok=True)
                self._git("init", "--quiet")
            NoteFile(self._path / _GIT_FILE).add(note)
        except OSError as fault:
            raise _not_taken(self.name, fault.strerror or str(fault)) from None
        self._git("add", "--", _GIT_FILE)
        who = ("-c", "user.name=foam", "-c", "user.email=foam@localhost", "-c", "commit.gpgsign=false")
        size = note.split("\n")[1]
        self._git(*who, "commit", "--quiet", "-m", f"Checkpoint of size {size}", "--", _GIT_FILE)
        return Held(self.name, note, *self._last())

    def held(self) -> list[Held]:
        """The checkpoints of every commit, one that a later commit took out of the file included."""
        if not (self._path / ".git").exists():
            return []
        found: dict[str, Held] = {}
        lines = self._git("log", "--reverse", "--format=%H %cI", "--", _GIT_FILE).splitlines()
        for commit, when in (line.split(" ", 1) for line in lines):
            for note in split(self._git("show", f"{commit}:{_GIT_FILE}")):
                found.setdefault(note, Held(self.name, note, when, commit))
        return list(found.values())

    def _last(self) -> tuple[str, str]:
        commit, when = self._git("log", "-1", "--format=%H %cI").strip().split(" ", 1)
        return when, commit

    def _git(self, *args: str) -> str:
        command = ["git", "-C", str(self._path), *args]
        try:
            done = subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise _not_asked(self.name, str(fault)) from None
        if done.returncode:
            raise _not_asked(self.name, done.stderr.decode("utf-8", "replace").strip()[:300])
        return done.stdout.decode("utf-8", "replace")


def _not_taken(name: str, why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the anchor {name} did not take the checkpoint: {why}", "Mend it and run `foam checkpoint`."
    )


def _not_asked(name: str, why: str) -> EnvironmentFault:
    return EnvironmentFault(f"the anchor {name} cannot be asked: {why}", "Mend it, or take it out of the settings.")
