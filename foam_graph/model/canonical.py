"""Canonical JSON, row digests and salted commitments: the bytes under the ledger (protocol 8.3).

Canonical JSON is RFC 8785. ``rfc8785`` is the reference; the quick path writes the same bytes with ``orjson`` after
fixing the numbers on which the two differ (tests hold it to the reference).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import orjson
import rfc8785

from foam_graph.model.kinds import Field

GENESIS = "0" * 64
"""``prev_hash`` of the first activity of a chain."""
SALT_BYTES = 16
_LISTED = b"\xff"
_EXACT = 2**53
_AS_IT_IS = frozenset({str, bool, int, type(None)})
# An integer beyond 2**53 is refused by the encoder.
_SORTED = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def canonical(value: Any) -> bytes:
    """RFC 8785 canonical JSON of plain data (dict with ASCII keys, list, str, int, float, bool).

    Raises:
        ValueError: NaN, an infinity, an integer of 2**53 or more, a lone surrogate, or a type JSON does not have.
    """
    try:
        return orjson.dumps(_plain(value), option=_SORTED)
    except (TypeError, rfc8785.CanonicalizationError) as fault:
        raise ValueError(str(fault)) from None


def _plain(value: Any) -> Any:
    """The value with its floats as the reference writes them; what holds none is given back as it is."""
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is float:
        return _number(value)
    if kind is dict or isinstance(value, Mapping):
        # Nearly all rows hold nothing else; asking for the types together saves a call for each of their values.
        if kind is dict and _holds_as_it_is(value):
            return value
        return {key: item if type(item) is str else _plain(item) for key, item in value.items()}
    if kind is list or isinstance(value, list | tuple):
        if _AS_IT_IS.issuperset(map(type, value)):
            return value
        return [_plain(item) for item in value]
    raise ValueError(f"{kind.__name__} has no canonical form")


def _holds_as_it_is(value: dict[str, Any]) -> bool:
    """Whether nothing in it is written otherwise, down to the rows that a hashed form holds."""
    for item in value.values():
        kind = type(item)
        if kind not in _AS_IT_IS and not (kind is dict and _AS_IT_IS.issuperset(map(type, item.values()))):
            return False
    return True


def _number(value: float) -> Any:
    size = abs(value)
    if value.is_integer() and size < _EXACT:
        return int(value)
    # ECMAScript and orjson choose different notations outside this range; the reference decides there.
    if 1e-5 <= size < _EXACT:
        return value
    return orjson.Fragment(rfc8785.dumps(value))


def sha256(data: bytes) -> str:
    """SHA-256, hex."""
    return hashlib.sha256(data).hexdigest()


def digest(value: Any) -> str:
    """SHA-256 (hex) of the canonical JSON of a value."""
    return sha256(canonical(value))


def commitment(salt: str, text: str | list[str]) -> str:
    """Salted commitment to a text, of the first row form: SHA-256(salt bytes + UTF-8 text), hex.

    Of a list of texts: SHA-256(salt bytes + FF + canonical JSON). No UTF-8 text holds the byte FF, so that no text has the
    commitment of a list.

    Args:
        salt: Salt in hex, from the operating system's randomness.
        text: The text or list of texts, which can later be erased without breaking the chain.
    """
    return sha256(bytes.fromhex(salt) + value_bytes(text))


def value_bytes(value: str | list[str]) -> bytes:
    """The bytes of a personal value that are committed to: UTF-8 of a text; of a list FF and its canonical JSON.

    Raises:
        ValueError: A lone surrogate.
    """
    return value.encode("utf-8") if isinstance(value, str) else _LISTED + canonical(value)


def hashed_form(stored: Mapping[str, Any], personal: frozenset[str]) -> dict[str, Any]:
    """The properties that enter the hash of a row of the first form: commitments in place of personal texts and their salts.

    A text without a commitment is hashed as it is: so older versions wrote what is personal now. Whoever takes the
    commitment away, or puts one there, changes the hash.
    """
    shown = dict(stored)
    for name, salt, committed in _parts(personal):
        if committed in shown:
            shown.pop(name, None)
            shown.pop(salt, None)
    return shown


@lru_cache(maxsize=512)
def _parts(personal: frozenset[str]) -> tuple[tuple[str, str, str], ...]:
    """Personal fields in order, each with the names of its salt and commitment."""
    return tuple((name, f"{name}_salt", f"{name}_commitment") for name in sorted(personal))


def personal_of(fields: Iterable[Field]) -> frozenset[str]:
    """Names of the personal fields."""
    return frozenset(field.name for field in fields if field.personal)


def body_hash(row_hashes: Iterable[str]) -> str:
    """Hash of a delta: SHA-256 over the digests of its rows in order, nodes first."""
    whole = hashlib.sha256()
    for row in row_hashes:
        whole.update(bytes.fromhex(row))
    return whole.hexdigest()


def chain_hash(header: Mapping[str, Any], body: str, prev_hash: str) -> str:
    """Hash of an activity: its header (id, run, seq, at and every own field), its delta, and the chain before it."""
    return digest({"activity": header, "body": body, "prev": prev_hash})
