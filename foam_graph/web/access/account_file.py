"""Changing the file of accounts: whole or not at all, one at a time, and never to be read by others."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import yaml

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.files.atomic import write_atomically
from foam_graph.files.locking import locked
from foam_graph.resources import load_yaml
from foam_graph.web.access.accounts import MARK, Account, People, hash_of, must_be_private

_HEAD = "# Accounts of foam serve. Made by: foam account add. Hashes only: a token that is lost is made anew.\n"


def add(path: Path, account: Account, with_token: bool = True) -> str:
    """Adds an account, or gives one a new token and new roles; returns the token, which is kept nowhere.

    Args:
        path: The file.
        account: The account.
        with_token: Whether to make a token; without, another system says who comes, and nothing is returned.

    Raises:
        UsageError: Others may read or write the file, or it is no file of accounts.
        EnvironmentFault: It cannot be written.
    """
    token = MARK + secrets.token_urlsafe(32) if with_token else ""
    with _changing(path):
        others = [one for one in listed(path) if one.name.casefold() != account.name.casefold()]
        _write(path, [*others, account.model_copy(update={"token": hash_of(token) if token else None})])
    return token


def remove(path: Path, name: str) -> None:
    """Takes an account out; what it is signed in for ends with it.

    Raises:
        UsageError: There is no such account, or others may read or write the file.
        EnvironmentFault: The file cannot be written.
    """
    with _changing(path):
        must_be_private(path)
        people = listed(path)
        others = [one for one in people if one.name.casefold() != name.casefold()]
        if len(others) == len(people):
            raise UsageError(
                f"{path} has no account {name!r}",
                NextStep(Action.LIST_ACCOUNTS, "See who is in it", {"file": str(path)}),
            )
        _write(path, others)


def listed(path: Path) -> list[Account]:
    """The accounts of a file; none where there is no file.

    Raises:
        UsageError: Others may read or write it, or it is no file of accounts.
    """
    if not path.exists():
        return []
    must_be_private(path)
    return list(load_yaml(path, People).people)


@contextmanager
def _changing(path: Path) -> Iterator[None]:
    with locked(path.with_name(f".{path.name}.lock"), f"the accounts in {path}"):
        yield


def _write(path: Path, people: Sequence[Account]) -> None:
    data = {"people": [one.model_dump(mode="json", exclude_none=True) for one in people]}
    text = _HEAD + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    try:
        write_atomically(path, text.encode(), 0o600)
    except OSError as fault:
        raise EnvironmentFault(
            f"the accounts in {path} cannot be written: {fault.strerror}", "Look at the rights of its folder."
        ) from None
