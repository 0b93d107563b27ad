"""Receipts of challenges: a code that names one challenge and that nobody can make up, for people without an account.

A code is the challenge's id and a tag: the beginning of an HMAC-SHA-256 of the id under a key that lies in the home
folder. Nothing about a person is kept for it. Whoever has the code can follow the challenge; it gives no other right.
"""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path

from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault, UnknownId

_KEY = "receipts.key"
_TAG = 8
"""Characters of a tag: 40 bits, so that guessing one would take more tries than a server answers in years."""


def receipt_of(session: Session, challenge: str) -> str:
    """The code of a challenge.

    Raises:
        EnvironmentFault: The key cannot be read or made.
    """
    return f"{challenge}-{_tag(session.settings.home, challenge)}"


def challenge_of(session: Session, receipt: str) -> str:
    """Id of the challenge that a receipt is for.

    Raises:
        UnknownId: It is no receipt of this installation.
        EnvironmentFault: The key cannot be read or made.
    """
    text = "".join(receipt.split())
    challenge, _, tag = text.rpartition("-")
    expected = _tag(session.settings.home, challenge)
    if not challenge or not hmac.compare_digest(tag.casefold().encode(), expected.encode()):
        raise UnknownId("this is no receipt of a challenge made here", "Copy the whole code as it was given.")
    return str(session.store.find(challenge, ("Challenge",))["id"])


def _tag(home: Path, challenge: str) -> str:
    digest = hmac.digest(_key(home), challenge.encode(errors="surrogatepass"), sha256)
    return base64.b32encode(digest).decode().casefold()[:_TAG]


def _key(home: Path) -> bytes:
    path = home / _KEY
    try:
        if not path.exists():
            home.mkdir(parents=True, exist_ok=True)
            # Made under another name first: nobody reads half a key, and of two who make one the first wins.
            fresh = path.with_name(f".{_KEY}.{secrets.token_hex(8)}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
            try:
                os.link(fresh, path)
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        return path.read_bytes()
    except OSError as fault:
        raise EnvironmentFault(
            f"the key of the receipts cannot be read or made: {fault.strerror}",
            "Look at the rights of the home folder.",
        ) from None
