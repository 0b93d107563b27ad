"""One salt a row: what is committed to opens again after any erasures, and nothing else does."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.canonical import canonical
from foam_graph.model.row_commitment import (
    COMMITMENT,
    PARTLY,
    SALT,
    commitment_of,
    committed,
    erasure_of,
    hashed_row,
    leaf_of,
    names_in,
    opened,
)

PERSONAL = frozenset({"text", "values", "form", "by", "title"})
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
VALUE = st.one_of(TEXT, st.lists(TEXT, max_size=3))
ROWS = st.dictionaries(st.sampled_from(sorted(PERSONAL)), VALUE, min_size=1)
SALTS = st.binary(min_size=16, max_size=16)


def row_of(fields: dict[str, Any], salt: bytes = b"s" * 16) -> dict[str, Any]:
    return committed({**fields, "leaf": "l1"}, PERSONAL, iter([salt.hex()]))


def opens(row: dict[str, Any]) -> bool:
    """Whether what is left of a row is what it committed to, as verification asks."""
    try:
        found = opened(row)
        leaves = {name: leaf_of(key, row[name]) for name, key in found.keys.items()}
        return not found.keys or commitment_of({**leaves, **found.leaves}) == row[COMMITMENT]
    except (KeyError, ValueError, TypeError):
        return False


def erased(row: dict[str, Any], fields: set[str]) -> dict[str, Any]:
    changed = {**row, **erasure_of(row, fields)}
    return {name: value for name, value in changed.items() if value is not None}


@given(ROWS, SALTS)
def test_it_is_what_its_description_says(fields: dict[str, Any], salt: bytes) -> None:
    whole = hashlib.sha256(b"foam-graph/row/2\n")
    for name in sorted(fields):
        value = fields[name]
        said = value.encode() if isinstance(value, str) else b"\xff" + canonical(value)
        leaf = hashlib.sha256(hmac.digest(salt, name.encode(), "sha256") + said).digest()
        whole.update(len(name).to_bytes(2, "big") + name.encode() + leaf)
    row = row_of(fields, salt)
    assert row[COMMITMENT] == f"{','.join(sorted(fields))}:{whole.hexdigest()}"
    assert names_in(row[COMMITMENT]) == tuple(sorted(fields))
    assert hashed_row(row) == {"leaf": "l1", COMMITMENT: row[COMMITMENT]}
    assert opens(row)


@given(ROWS, SALTS, st.data())
def test_any_fields_go_in_any_order_and_the_rest_opens(fields: dict[str, Any], salt: bytes, data: Any) -> None:
    row, first = row_of(fields, salt), hashed_row(row_of(fields, salt))
    order = data.draw(st.permutations(sorted(fields)))
    while order:
        count = data.draw(st.integers(1, len(order)))
        row = erased(row, set(order[:count]))
        gone, order = order[:count], order[count:]
        assert opens(row)
        assert hashed_row(row) == first
        assert not row.keys() & set(gone)
        assert {name: row[name] for name in order} == {name: fields[name] for name in order}
        assert SALT not in row
        assert (PARTLY in row) == bool(order)
    assert row == {"leaf": "l1", COMMITMENT: first[COMMITMENT]}
    assert erasure_of(row, set(fields)) == {}


@given(ROWS, SALTS, st.data())
def test_another_value_never_opens_also_after_an_erasure(fields: dict[str, Any], salt: bytes, data: Any) -> None:
    row = row_of(fields, salt)
    if len(fields) > 1 and data.draw(st.booleans()):
        row = erased(row, {data.draw(st.sampled_from(sorted(fields)))})
    name = data.draw(st.sampled_from(sorted(row.keys() & PERSONAL)))
    other = data.draw(VALUE)
    assert opens({**row, name: other}) == (other == row[name])


def test_what_is_left_tells_nothing_of_the_salt_or_of_what_went() -> None:
    row = row_of({"text": "Mrs Quill", "by": "D. Quill"})
    left = erased(row, {"by"})
    parts = json.loads(left[PARTLY])
    assert parts.keys() == {"keys", "leaves"}
    assert (list(parts["keys"]), list(parts["leaves"])) == (["text"], ["by"])
    key = hmac.digest(b"s" * 16, b"by", "sha256")
    assert key.hex() not in json.dumps(left)
    assert (b"s" * 16).hex() not in json.dumps(left)
    assert parts["leaves"]["by"] == leaf_of(key, "D. Quill").hex()


ROW = row_of({"text": "The ferry was late.", "by": "Ada", "values": ["haste"]})
PART = erased(ROW, {"by"})
KEYS = json.loads(PART[PARTLY])


def parts(**changes: dict[str, str]) -> str:
    return canonical({**KEYS, **changes}).decode()


FORGERIES: dict[str, dict[str, Any]] = {
    "list dressed as a text": {**ROW, "values": '["haste"]'},
    "text dressed as a list": {**ROW, "text": ["The ferry was late."]},
    "value moved to another field": {**{k: v for k, v in ROW.items() if k != "by"}, "title": "Ada"},
    "values exchanged": {**ROW, "text": "Ada", "by": "The ferry was late."},
    "salt longer by zeros": {**ROW, SALT: ROW[SALT] + "00"},
    "salt shorter": {**ROW, SALT: ROW[SALT][:-2]},
    "salt with a blank behind it": {**ROW, SALT: ROW[SALT] + " "},
    "salt that is a number": {**ROW, SALT: 7},
    "salt kept beside keys": {**PART, SALT: ROW[SALT]},
    "key longer by the beginning of the text": {
        **PART, "text": "e ferry was late.",
        PARTLY: parts(keys={**KEYS["keys"], "text": KEYS["keys"]["text"] + b"Th".hex()}),
    },
    "keys exchanged": {
        **PART, PARTLY: parts(keys={"text": KEYS["keys"]["values"], "values": KEYS["keys"]["text"]}),
    },
    "leaf replaced": {**PART, PARTLY: parts(leaves={"by": leaf_of(b"k" * 32, "Bob").hex()})},
    "leaf under another name": {**PART, PARTLY: parts(leaves={"title": KEYS["leaves"]["by"]})},
    "leaf and key of one field": {**PART, PARTLY: parts(leaves={**KEYS["leaves"], "text": KEYS["leaves"]["by"]})},
    "a leaf too few": {**PART, PARTLY: parts(leaves={})},
    "keys that are a list": {**PART, PARTLY: parts(keys=[])},  # type: ignore[arg-type]
    "not canonical": {**PART, PARTLY: " " + PART[PARTLY]},
    "no JSON": {**PART, PARTLY: "{"},
    "names out of order": {**ROW, COMMITMENT: "text,by,values:" + ROW[COMMITMENT].partition(":")[2]},
    "name twice": {**ROW, COMMITMENT: "by,by,text,values:" + ROW[COMMITMENT].partition(":")[2]},
    "name left out": {**ROW, COMMITMENT: ROW[COMMITMENT].removeprefix("by,")},
    "no names": {**ROW, COMMITMENT: ":" + ROW[COMMITMENT].partition(":")[2]},
    "hash in capitals": {**ROW, COMMITMENT: ROW[COMMITMENT].upper()},
    "line end behind it": {**ROW, COMMITMENT: ROW[COMMITMENT] + "\n"},
    "salt of another row": {**ROW, SALT: row_of({"text": "x"}, b"t" * 16)[SALT]},
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_row_does_not_open(name: str) -> None:
    assert opens(ROW)
    assert opens(PART)
    assert not opens(FORGERIES[name])


def test_what_cannot_be_opened_is_not_erased_in_part() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        erasure_of({**ROW, "text": "Another text."}, {"by"})
    with pytest.raises(ValueError, match="hexadecimal"):
        erasure_of({**ROW, SALT: "zz"}, {"by"})


def test_a_row_without_personal_fields_takes_no_salt() -> None:
    assert committed({"leaf": "l1"}, PERSONAL, iter(())) == {"leaf": "l1"}
    assert hashed_row({"leaf": "l1", "text": "bare"}) == {"leaf": "l1", "text": "bare"}
