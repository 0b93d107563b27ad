"""People of every role with accounts, a second case beside the hostile one, and a server for each way in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from foam_graph.config import Settings
from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from foam_graph.web.access.roles import ROLE_NAMES
from tests.support.web_site import UNENCRYPTED, served

OTHER_CORPUS = "other-case"
FENCED = "fenced"
"""Somebody who was granted the other corpus alone, with every role."""
ONE_RUN = "one run"
"""Somebody who was granted one run of the hostile corpus alone."""


NAME = "https://foam.example"
"""Under which address people know the server with tokens."""


@dataclass(frozen=True)
class Other:
    """The other case: its run, a claim of that, a challenge to the claim, and the one document.

    Attributes:
        run: The run.
        claim: A claim of its position.
        contest: A challenge to that.
        document: The document of the corpus.
    """

    run: str
    claim: str
    contest: str
    document: str


@dataclass(frozen=True)
class Way:
    """A server with accounts.

    Attributes:
        address: Its address, without a slash at the end.
        tokens: The token of each person, by name; a person of one role alone is named as that.
        file: The file of accounts.
        log: The file of who read what.
    """

    address: str
    tokens: Mapping[str, str]
    file: Path
    log: Path

    def program(self, name: str) -> httpx.Client:
        """A program that sends somebody's token."""
        headers = {"Authorization": f"Bearer {self.tokens[name]}"} if name else {}
        return httpx.Client(base_url=self.address, timeout=300, headers=headers, verify=UNENCRYPTED)

    def browser(self) -> httpx.Client:
        """A browser of its own that follows nothing by itself."""
        return httpx.Client(base_url=self.address, timeout=300, verify=UNENCRYPTED)


def write_people(path: Path, run: str, with_tokens: bool = True) -> dict[str, str]:
    """Writes a file of accounts; returns the tokens by name."""
    people = [Account(name=role, roles=(role,)) for role in ROLE_NAMES]
    people.append(Account(name=FENCED, roles=ROLE_NAMES, corpora=(OTHER_CORPUS,)))
    people.append(Account(name=ONE_RUN, roles=("contester",), runs=(run,)))
    return {one.name: account_file.add(path, one, with_tokens) for one in people}


@contextmanager
def with_tokens(settings: Settings, folder: Path, run: str, *more: str) -> Iterator[Way]:
    """A server whose people come in with tokens."""
    file, log = folder / "accounts.yaml", folder / "readings.jsonl"
    tokens = write_people(file, run)
    with served(settings, "serve", "--tokens", str(file), "--access-log", str(log), *more) as address:
        yield Way(address, tokens, file, log)
