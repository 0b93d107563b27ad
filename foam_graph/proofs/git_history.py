"""The history of one file in a git repository, read by a number of processes that does not grow with its commits."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Timer
from typing import IO, NamedTuple, cast

_TIMEOUT = 60.0
_PER_OBJECT = 0.1
"""Seconds more for each file that is read: a repository of many commits may take minutes, and never hours."""
_UTF8 = ("-c", "i18n.commitEncoding=UTF-8", "-c", "i18n.logOutputEncoding=UTF-8")
_NO_COMMIT = ("unknown revision", "bad revision")


class GitFailed(Exception):
    """Git did not do what it was asked; the text says why, in English."""


class Commit(NamedTuple):
    """A commit that changed the file.

    Attributes:
        id: Its hash.
        when: When it was made, as it says.
        body: Its message after the subject and the empty line that follows it.
    """

    id: str
    when: str
    body: str


class GitHistory:
    """One file of a repository, in all its commits.

    Args:
        path: The work tree.
        file: Name of the file.
    """

    def __init__(self, path: Path, file: str) -> None:
        self._path = path
        self._file = file

    def run(self, *args: str, given: str = "") -> str:
        """What git prints.

        Args:
            args: What it is told.
            given: What it reads on its standard input.

        Raises:
            GitFailed: It cannot be called, fails, or takes too long.
        """
        try:
            done = subprocess.run(
                self._line(*args),
                input=given.encode(),
                capture_output=True,
                timeout=_TIMEOUT,
                check=False,
                env=_environment(),
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            raise GitFailed(str(fault)) from None
        if done.returncode:
            raise GitFailed(done.stderr.decode("utf-8", "replace").strip()[:300])
        return done.stdout.decode("utf-8", "replace")

    def last(self) -> list[Commit]:
        """The newest commit that changed the file, if there is one; the history is not walked any further.

        Raises:
            GitFailed: As ``run``.
        """
        return self._listed("--max-count=1")

    def commits(self) -> list[Commit]:
        """The commits that changed the file, the oldest first, those of branches that were merged away included.

        Raises:
            GitFailed: As ``run``.
        """
        return self._listed("--topo-order", "--reverse", "--full-history")

    def _listed(self, *order: str) -> list[Commit]:
        try:
            # Unlike log, rev-list heeds no settings of whoever runs it.
            text = self.run("rev-list", *order, "--format=%x00%H%x00%cI%x00%B%x00", "HEAD", "--", self._file)
        except GitFailed as fault:
            if any(told in str(fault) for told in _NO_COMMIT):
                return []
            raise
        parts = text.split("\0")
        rows = zip(parts[1::4], parts[2::4], parts[3::4], strict=False)
        return [Commit(id_, when, message.partition("\n\n")[2]) for id_, when, message in rows]

    def sizes(self, commits: Sequence[Commit]) -> list[int]:
        """Bytes of the file in each commit; 0 where it is not there.

        Raises:
            GitFailed: As ``run``.
        """
        asked = self.run("cat-file", "--batch-check=%(objectsize)", given=self._names(commits))
        return [int(line) if line.isdecimal() else 0 for line in asked.splitlines()]

    def contents(self, commits: Sequence[Commit]) -> Iterator[bytes]:
        """The file in each commit; empty where it is not there.

        Raises:
            GitFailed: As ``run``.
        """
        with tempfile.TemporaryFile() as names:
            names.write(self._names(commits).encode())
            names.seek(0)
            try:
                process = subprocess.Popen(
                    self._line("cat-file", "--batch"),
                    stdin=names,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            except OSError as fault:
                raise GitFailed(str(fault)) from None
            with process:
                watch = Timer(_TIMEOUT + _PER_OBJECT * len(commits), process.kill)
                watch.start()
                try:
                    answer = cast("IO[bytes]", process.stdout)
                    yield from (_object(answer) for _ in commits)
                finally:
                    watch.cancel()
                    process.kill()

    def _names(self, commits: Sequence[Commit]) -> str:
        return "".join(f"{commit.id}:{self._file}\n" for commit in commits)

    def _line(self, *args: str) -> list[str]:
        return ["git", "-C", str(self._path), *_UTF8, *args]


def _object(answer: IO[bytes]) -> bytes:
    """The next object of ``git cat-file --batch``: a line with its size, then its bytes and a line end."""
    head = answer.readline()
    if head.endswith(b" missing\n"):
        return b""
    size = int(head.rpartition(b" ")[2]) if head.endswith(b"\n") else -1
    content = answer.read(size + 1) if size >= 0 else b""
    if len(content) != size + 1:
        raise GitFailed("git cat-file ended early")
    return content[:-1]


def _environment() -> dict[str, str]:
    """Git's messages are told to people and looked at here: in one language."""
    return {**os.environ, "LC_ALL": "C", "LANGUAGE": ""}
