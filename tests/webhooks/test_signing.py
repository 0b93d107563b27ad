"""A delivery is believed by who shares its secret, unchanged, and only for minutes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.webhooks.signing import TOLERANCE, holds, signature

NOW = 1_800_000_000


@given(st.text(min_size=1), st.binary(), st.integers(-TOLERANCE, TOLERANCE))
def test_what_was_signed_holds_for_a_while(secret: str, body: bytes, later: int) -> None:
    secret = secret.encode("utf-8", "replace").decode()
    assert holds(secret, body, signature(secret, body, NOW), NOW + later)


@given(st.binary(), st.binary(min_size=1))
def test_what_was_changed_does_not(body: bytes, more: bytes) -> None:
    header = signature("secret", body, NOW)
    assert not holds("secret", body + more, header, NOW)
    assert not holds("another", body, header, NOW)
    assert not holds("secret", body, header, NOW + TOLERANCE + 1)
    assert not holds("secret", body, header.replace(str(NOW), str(NOW + 1)), NOW)


@given(st.text())
def test_no_header_is_believed_or_breaks_the_receiver(header: str) -> None:
    assert not holds("secret", b"{}", header, NOW)
