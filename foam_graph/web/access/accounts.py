"""The file of accounts: names, roles, grants and hashes of tokens; who is in it decides nobody but its owner.

A token is 256 random bits, so that its SHA-256 can stand in the file: nobody finds a token for a hash by trying. The file
is read again when it changed, so that who is taken out of it is out at once.
"""

from __future__ import annotations

import os
import stat
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.resources import load_yaml
from foam_graph.web.access.person import Grants, Person
from foam_graph.web.access.roles import RoleName

MARK = "foam_"
"""What every token begins with, so that people and scanners of repositories know one when they see it."""
_LONGEST = 200
"""Characters of the longest token that is looked at, and of the longest name."""


def _plain_name(name: str) -> str:
    if not name.isprintable() or name != " ".join(name.split()):
        raise ValueError("must be printable, without spaces at its ends and double ones")
    return name


Name = Annotated[str, Field(min_length=1, max_length=_LONGEST), AfterValidator(_plain_name)]


class Account(BaseModel):
    """A person who may come in.

    Attributes:
        name: The name; no two accounts share one, whatever their case.
        roles: What the person may do.
        corpora: Corpora that the person may see; with ``runs`` all there is to see. Neither is given: everything.
        runs: Runs and debates that the person may see.
        token: SHA-256 of the person's token; None where another system says who comes.
        until: The last day on which the token holds; None for no end.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: Name
    roles: tuple[RoleName, ...] = Field(min_length=1)
    corpora: tuple[str, ...] | None = None
    runs: tuple[str, ...] | None = None
    token: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    until: date | None = None

    def person(self) -> Person:
        """The account as whoever asks."""
        everything = self.corpora is None and self.runs is None
        grants = Grants(everything, frozenset(self.corpora or ()), frozenset(self.runs or ()))
        return Person(self.name, self.roles, grants)

    @property
    def holds(self) -> bool:
        """Whether its token has not run out."""
        return self.until is None or datetime.now(UTC).date() <= self.until


class People(BaseModel):
    """What the file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    people: tuple[Account, ...] = ()

    @model_validator(mode="after")
    def _no_two_alike(self) -> People:
        names = [one.name.casefold() for one in self.people]
        tokens = [one.token for one in self.people if one.token]
        if len(set(names)) < len(names) or len(set(tokens)) < len(tokens):
            raise ValueError("two people share a name or a token")
        return self


class Accounts:
    """The accounts of a file, as it is now.

    Args:
        path: The file.

    Raises:
        UsageError: Others than its owner may read or write it, or it is no file of accounts.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._stamp: tuple[int, int, int] | None = None
        self._named: dict[str, Account] = {}
        self._held: dict[str, Account] = {}
        self._read()

    def of_token(self, token: str) -> Account | None:
        """The account whose token this is; None where it is nobody's, or has run out."""
        if not token.startswith(MARK) or len(token) > _LONGEST:
            return None
        self._read()
        found = self._held.get(hash_of(token))
        return found if found is not None and found.holds else None

    def named(self, name: str) -> Account | None:
        """The account of a name; None where there is none."""
        self._read()
        return self._named.get(name.casefold())

    def _read(self) -> None:
        with self._lock:
            found = must_be_private(self._path)
            stamp = (found.st_mtime_ns, found.st_size, found.st_ino)
            if stamp != self._stamp:
                people = load_yaml(self._path, People).people
                self._named = {one.name.casefold(): one for one in people}
                self._held = {one.token: one for one in people if one.token}
                self._stamp = stamp


def must_be_private(path: Path) -> os.stat_result:
    """What the system says of a file that its owner alone may read and write.

    Raises:
        UsageError: Others may, too.
        EnvironmentFault: It cannot be looked at.
    """
    try:
        found = path.stat()
    except OSError as fault:
        raise EnvironmentFault(
            f"the accounts in {path} cannot be read: {fault.strerror}",
            NextStep(Action.ADD_ACCOUNT, "Make one", {"file": str(path)}),
        ) from None
    if not stat.S_ISREG(found.st_mode):
        raise UsageError(f"{path} is no file", "Name the file of the accounts.")
    if found.st_mode & 0o077 or found.st_uid not in (os.getuid(), 0):
        raise UsageError(f"others may read or write {path}, or own it", f"Keep it to yourself: chmod 600 {path}")
    return found


def hash_of(token: str) -> str:
    """What the file holds of a token."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()
