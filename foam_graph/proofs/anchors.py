"""Anchors: places that the writer of the ledger does not rule, each of which holds copies of its checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault
from foam_graph.proofs.git_history import Commit, GitFailed, GitHistory
from foam_graph.proofs.note import split
from foam_graph.proofs.note_file import NoteFile

_GIT_FILE = "checkpoints"
Answer = TypeVar("Answer")


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

    def find(self, note: str) -> Held | None:
        """Its copy of one checkpoint, the newest in most cases, without looking at all that it holds.

        Raises:
            EnvironmentFault: It cannot be asked.
            VerifyError: What it holds does not verify by its own proof.
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

    def find(self, note: str) -> Held | None:
        """Its copy of one checkpoint."""
        return next((copy for copy in self.held() if copy.note == note), None)

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
        self._history = GitHistory(path, _GIT_FILE)

    def publish(self, note: str) -> Held:
        """Commits a checkpoint: it is added to the file, and the commit's message holds it too."""
        try:
            if not self._exists():
                self._path.mkdir(parents=True, exist_ok=True)
                self._git("init", "--quiet")
            NoteFile(self._path / _GIT_FILE).add(note)
        except OSError as fault:
            raise _not_taken(self.name, fault.strerror or str(fault)) from None
        self._git("add", "--", _GIT_FILE)
        who = ("-c", "user.name=foam", "-c", "user.email=foam@localhost", "-c", "commit.gpgsign=false")
        size = note.split("\n")[1]
        # Verbatim: git would otherwise take lines out of the message.
        told = ("commit", "--quiet", "--cleanup=verbatim", "--file=-", "--", _GIT_FILE)
        self._git(*who, *told, given=f"Checkpoint of size {size}\n\n{note}")
        last = self._asked(self._history.last)[0]
        return Held(self.name, note, last.when, last.id)

    def find(self, note: str) -> Held | None:
        """Its copy of one checkpoint; for the newest one at most two processes, however many commits there are."""
        last = self._asked(self._history.last) if self._exists() else []
        if not last:
            return None
        stated = _stated(last[0]) or (self._asked(lambda: _notes(next(self._history.contents(last)))) or [""])[-1]
        if stated == note:
            return Held(self.name, note, last[0].when, last[0].id)
        return next((copy for copy in self.held() if copy.note == note), None)

    def held(self) -> list[Held]:
        """The checkpoints of every commit, one that a later commit took out of the file included.

        Three processes, however many commits there are. The newest file is read whole. Of another commit it is read
        where the message holds no checkpoint, or where the file did not grow by just the one that it holds.
        """
        return self._asked(self._held) if self._exists() else []

    def _held(self) -> list[Held]:
        commits = self._history.commits()
        if not commits:
            return []
        unread = _unlike_their_message(commits, self._history.sizes(commits))
        added = dict(zip(unread, _added(self._history.contents(unread)), strict=True))
        found: dict[str, Held] = {}
        for commit in commits:
            for note in (_stated(commit), *added.get(commit, ())):
                if note:
                    found.setdefault(note, Held(self.name, note, commit.when, commit.id))
        return list(found.values())

    def _exists(self) -> bool:
        return (self._path / ".git").exists()

    def _git(self, *args: str, given: str = "") -> None:
        self._asked(lambda: self._history.run(*args, given=given))

    def _asked(self, ask: Callable[[], Answer]) -> Answer:
        try:
            return ask()
        except GitFailed as fault:
            raise _not_asked(self.name, str(fault)) from None


def _stated(commit: Commit) -> str:
    """The checkpoint that a commit's message holds; empty where it holds none, or more than one."""
    found = split(commit.body)
    return found[0] if len(found) == 1 and found[0].strip("\n") == commit.body.strip("\n") else ""


def _unlike_their_message(commits: Sequence[Commit], sizes: Sequence[int]) -> list[Commit]:
    """Commits whose file has to be read, the last one always."""
    unread, before = [], 0
    for commit, size in zip(commits, sizes, strict=True):
        stated = _stated(commit)
        if commit is commits[-1] or not stated or size != before + len(stated.encode()) + 1:
            unread.append(commit)
        before = size
    return unread


def _added(contents: Iterable[bytes]) -> Iterator[list[str]]:
    """The notes of each file; of one that goes on where the one before it ended, only those that it adds."""
    before = b""
    for content in contents:
        goes_on = content.startswith(before) and before.endswith(b"\n\n") and before.count(b"\n\n") % 2 == 0
        yield _notes(content[len(before) :] if goes_on else content)
        before = content


def _notes(content: bytes) -> list[str]:
    return split(content.decode("utf-8", "replace"))


def _not_taken(name: str, why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the anchor {name} did not take the checkpoint: {why}", ("Mend it.", NextStep(Action.CHECKPOINT, "Then run"))
    )


def _not_asked(name: str, why: str) -> EnvironmentFault:
    return EnvironmentFault(f"the anchor {name} cannot be asked: {why}", "Mend it, or take it out of the settings.")
