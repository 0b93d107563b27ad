r"""Row form 2: one salt and one commitment a row, from which any field can be erased alone (decision 0016).

Of every personal field of a row::

    key  = HMAC-SHA256(salt, name)                          RFC 2104; the salt is 16 random bytes of this row
    leaf = SHA-256(key, value)                              a text as UTF-8; a list as the byte FF and its canonical JSON
    root = SHA-256("foam-graph/row/2\n", of each name in order: its length in two bytes, the name, the leaf)

The row keeps ``salt`` and ``commitment`` (``form,text,values:`` and the root), and only the commitment enters its hash, in
place of the personal fields. Who erases one field leaves its leaf, and of the others the keys, from which the salt cannot be
had; the salt goes. A row whose fields are all erased keeps the commitment alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from foam_graph.model.canonical import SALT_BYTES, canonical, value_bytes

FIRST_FORM = 1
"""A salt and a commitment for each personal field; its activities do not name a form."""
ROW_FORM = 2
"""What is written now."""
FORM = "row_form"
"""Field of an activity that names the form of its own row and of all that it wrote."""
SALT, COMMITMENT, PARTLY = "salt", "commitment", "partly_erased"
BESIDE = frozenset({SALT, COMMITMENT, PARTLY})
"""What stands on a row beside its fields."""

_DOMAIN = b"foam-graph/row/2\n"
# HMAC of short names under a fresh key is slow through ``hmac``: two plain hashes do the same in half the time.
_BLOCK = 64
_KEY_BYTES = hashlib.sha256().digest_size
_INNER, _OUTER = bytes(n ^ 0x36 for n in range(256)), bytes(n ^ 0x5C for n in range(256))
_SALT_FORM = re.compile(rf"[0-9a-f]{{{2 * SALT_BYTES}}}\Z")
_HASH_FORM = re.compile(r"[0-9a-f]{64}\Z")
_NAMES_FORM = re.compile(r"[a-z_][a-z0-9_]*(?:,[a-z_][a-z0-9_]*)*:[0-9a-f]{64}\Z")


class Opened(NamedTuple):
    """A row's commitment with what is left to open it.

    Attributes:
        names: Personal fields that it covers, in order.
        keys: Key of each field that is there.
        leaves: Leaf of each field that was erased while others stayed; of a row erased whole there is none.
    """

    names: tuple[str, ...]
    keys: Mapping[str, bytes]
    leaves: Mapping[str, bytes]


class _Plan(NamedTuple):
    """What is the same for every row with the same fields: names, each with its bytes, alone and as the root has them."""

    text: str
    names: tuple[tuple[str, bytes, bytes], ...]


@lru_cache(maxsize=4096)
def _plan(fields: tuple[str, ...], personal: frozenset[str]) -> _Plan:
    names = sorted(personal.intersection(fields))
    return _Plan(",".join(names) + ":", tuple((name, name.encode(), _before_leaf(name)) for name in names))


@lru_cache(maxsize=4096)
def _before_leaf(name: str) -> bytes:
    own = name.encode()
    return len(own).to_bytes(2, "big") + own


def _pads(salt: bytes) -> tuple[bytes, bytes]:
    block = salt.ljust(_BLOCK, b"\0")
    return block.translate(_INNER), block.translate(_OUTER)


def _keys(salt: bytes, names: Collection[str]) -> dict[str, bytes]:
    inner, outer = _pads(salt)
    sha = hashlib.sha256
    return {name: sha(outer + sha(inner + name.encode()).digest()).digest() for name in names}


def leaf_of(key: bytes, value: str | list[str]) -> bytes:
    """Leaf of a field.

    Args:
        key: Its key, 32 bytes: with another length the border between key and value could be moved.
        value: The text or list of texts.

    Raises:
        ValueError: The key has another length, or the value no canonical form.
    """
    if len(key) != _KEY_BYTES:
        raise ValueError(f"the key has {len(key)} bytes")
    return hashlib.sha256(key + value_bytes(value)).digest()


def commitment_of(leaves: Mapping[str, bytes]) -> str:
    """The commitment over the leaves of a row's personal fields."""
    names = sorted(leaves)
    whole = hashlib.sha256(_DOMAIN + b"".join(_before_leaf(name) + leaves[name] for name in names))
    return f"{','.join(names)}:{whole.hexdigest()}"


def committed(fields: Mapping[str, Any], personal: frozenset[str], salts: Iterator[str]) -> dict[str, Any]:
    """Adds salt and commitment to a row that has personal fields.

    Args:
        fields: Properties as given.
        personal: Names of the personal fields of its kind.
        salts: Fresh salts in hex; one is taken where there is a personal field.
    """
    plan = _plan(tuple(fields), personal)
    if not plan.names:
        return dict(fields)
    salt, sha = next(salts), hashlib.sha256
    inner, outer = _pads(bytes.fromhex(salt))
    parts = [_DOMAIN]
    # What ``leaf_of`` and ``commitment_of`` do, in one go: every row that is written comes through here.
    for name, own, before in plan.names:
        value = fields[name]
        said = value.encode() if type(value) is str else value_bytes(value)
        parts += (before, sha(sha(outer + sha(inner + own).digest()).digest() + said).digest())
    return {**fields, SALT: salt, COMMITMENT: plan.text + sha(b"".join(parts)).hexdigest()}


def names_in(commitment: Any) -> tuple[str, ...]:
    """The fields that a commitment covers, in order.

    Raises:
        ValueError: It is no commitment of this form.
    """
    if type(commitment) is not str or not _NAMES_FORM.match(commitment):
        raise ValueError("commitment is not in the form NAMES:HASH")
    return _in_order(commitment.partition(":")[0])


@lru_cache(maxsize=4096)
def _in_order(names: str) -> tuple[str, ...]:
    found = tuple(names.split(","))
    if list(found) != sorted(set(found)):
        raise ValueError("commitment has its names out of order, or twice")
    return found


def hashed_row(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that enter the hash: the commitment in place of the fields that it covers.

    A personal text that no commitment covers is hashed as it is, so that putting one there changes the hash.
    """
    committed_ = stored.get(COMMITMENT)
    if type(committed_) is not str:
        return dict(stored)
    shown = dict(stored)
    for name in _hidden(committed_.partition(":")[0]):
        shown.pop(name, None)
    return shown


@lru_cache(maxsize=4096)
def _hidden(names: str) -> tuple[str, ...]:
    """What a commitment over these fields stands for."""
    return (*names.split(","), SALT, PARTLY)


def opened(stored: Mapping[str, Any]) -> Opened:
    """What is left to open a row's commitment; the row itself is not looked at.

    Args:
        stored: A row that has a commitment.

    Raises:
        ValueError: Commitment, salt or keys and leaves are not in their form, or do not fit together.
    """
    names = names_in(stored.get(COMMITMENT))
    salt, partly = stored.get(SALT), stored.get(PARTLY)
    if partly is not None:
        if salt is not None:
            raise ValueError(f"has {SALT} and {PARTLY} at once")
        return Opened(names, *_parts(partly, names))
    if salt is None:
        return Opened(names, {}, {})
    if type(salt) is not str or not _SALT_FORM.match(salt):
        # HMAC fills a short key up with zeros, so that of two lengths two salts would open the same.
        raise ValueError(f"{SALT} is not {2 * SALT_BYTES} hexadecimal digits")
    return Opened(names, _keys(bytes.fromhex(salt), names), {})


def _parts(partly: Any, names: tuple[str, ...]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    if type(partly) is not str:
        raise ValueError(f"{PARTLY} is no text")
    found = orjson.loads(partly)
    if not isinstance(found, dict) or found.keys() != {"keys", "leaves"} or canonical(found).decode() != partly:
        raise ValueError(f"{PARTLY} does not hold keys and leaves in canonical JSON")
    parts = [found["keys"], found["leaves"]]
    if not all(isinstance(part, dict) and part for part in parts):
        raise ValueError(f"{PARTLY} has no keys or no leaves")
    if sorted([*parts[0], *parts[1]]) != list(names):
        raise ValueError(f"{PARTLY} has not one key or leaf for each of {', '.join(names)}")
    for name, value in (*parts[0].items(), *parts[1].items()):
        if type(value) is not str or not _HASH_FORM.match(value):
            raise ValueError(f"{PARTLY} has no hash of 64 hexadecimal digits for {name}")
    keys, leaves = ({name: bytes.fromhex(value) for name, value in part.items()} for part in parts)
    return keys, leaves


def erasure_of(stored: Mapping[str, Any], fields: Collection[str]) -> dict[str, Any]:
    """What erasing some fields changes of a row; None stands for a property that goes.

    Args:
        stored: The row.
        fields: Personal fields that go; those that are gone already are passed over.

    Returns:
        Nothing where there is nothing to take away.

    Raises:
        ValueError: The row's commitment cannot be opened, so that what stays could not be proved any more.
    """
    row = opened(stored)
    there = {name for name in row.names if stored.get(name) is not None}
    going = there.intersection(fields)
    if not going:
        return {}
    changes: dict[str, Any] = dict.fromkeys((*sorted(going), SALT), None)
    if there == going:
        return {**changes, PARTLY: None}
    leaves = {**row.leaves, **{name: leaf_of(row.keys[name], stored[name]) for name in going}}
    if (
        commitment_of({**leaves, **{name: leaf_of(row.keys[name], stored[name]) for name in there - going}})
        != (stored[COMMITMENT])
    ):
        raise ValueError("commitment does not fit the fields")
    parts = {
        "keys": {name: row.keys[name].hex() for name in there - going},
        "leaves": {name: leaf.hex() for name, leaf in leaves.items()},
    }
    return {**changes, PARTLY: canonical(parts).decode()}
