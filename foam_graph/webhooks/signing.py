"""Signatures of deliveries: HMAC-SHA-256 over a time and the body, so that neither can be changed or sent again later.

The header is ``Foam-Signature: t=SECONDS,v1=HEX``. The time is signed with the body: ``SECONDS.BODY``.
"""

from __future__ import annotations

import hmac
from hashlib import sha256

HEADER = "Foam-Signature"
TOLERANCE = 300
"""Seconds by which the time of a delivery may differ from the receiver's clock."""


def signature(secret: str, body: bytes, now: int) -> str:
    """The header's value.

    Args:
        secret: What sender and receiver share.
        body: The body.
        now: Seconds since 1970.
    """
    digest = hmac.new(secret.encode(), f"{now}.".encode() + body, sha256).hexdigest()
    return f"t={now},v1={digest}"


def holds(secret: str, body: bytes, header: str, now: int) -> bool:
    """Whether a delivery comes from who knows the secret, unchanged, and just now: what a receiver checks.

    Args:
        secret: What sender and receiver share.
        body: The body as it came.
        header: The header's value.
        now: The receiver's clock, seconds since 1970.
    """
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    stamp = parts.get("t", "")
    if not (stamp.isascii() and stamp.isdecimal()) or abs(now - int(stamp[:18])) > TOLERANCE:
        return False
    expected = signature(secret, body, int(stamp)).partition("v1=")[2]
    return hmac.compare_digest(parts.get("v1", "").encode(), expected.encode())
