from __future__ import annotations

import hashlib
import json
import math
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.canonical import (
    GENESIS,
    body_hash,
    canonical,
    chain_hash,
    commitment,
    digest,
    hashed_form,
    personal_of,
    sha256,
)
from foam_graph.model.kinds import Field

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.text(st.characters(max_codepoint=127))
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
DATA = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=30,
)


@given(DATA)
def test_the_quick_path_writes_what_the_reference_writes(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_written_as_the_reference_writes_it(value: float) -> None:
    assert canonical(value) == rfc8785.dumps(value)


# RFC 8785 appendix B, and the ends of the ranges in which the quick path decides for itself.
@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0"), (-0.0, "0"), (5e-324, "5e-324"), (-5e-324, "-5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"), (-1.7976931348623157e308, "-1.7976931348623157e+308"),
        (9007199254740992.0, "9007199254740992"), (-9007199254740992.0, "-9007199254740992"),
        (295147905179352830000.0, "295147905179352830000"), (9.999999999999997e22, "9.999999999999997e+22"),
        (1e23, "1e+23"), (1.0000000000000001e23, "1.0000000000000001e+23"),
        (999999999999999700000.0, "999999999999999700000"), (1e21, "1e+21"), (9.999999999999997e-7, "9.999999999999997e-7"),
        (0.000001, "0.000001"), (333333333.3333332, "333333333.3333332"), (333333333.33333325, "333333333.33333325"),
        (1e-5, "0.00001"), (1e-7, "1e-7"), (1.0, "1"), (1e16, "10000000000000000"), (4.5, "4.5"),
        (-0.0000033333333333333333, "-0.0000033333333333333333"), (1424953923781206.2, "1424953923781206.2"),
    ],
)  # fmt: skip
def test_numbers_of_the_rfc(value: float, written: str) -> None:
    assert canonical(value) == written.encode()


@pytest.mark.parametrize(
    "value",
    [
        math.nan, math.inf, -math.inf, 2**53, -(2**53), 2**64, "\ud800", "a\udfffb", {"k": "\ud800"}, {"\ud800": 1},
        [[math.nan]], {"k": [2**53]}, b"bytes", {1, 2}, object(), {1: "x"}, 1j,
    ],
)  # fmt: skip
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the one class that is promised; its words are the library's
        canonical(value)


def test_keys_are_sorted_and_nothing_is_spaced() -> None:
    assert (
        canonical({"b": [1, {"z": None, "a": True}], "a": "é\u2028"})
        == '{"a":"é\u2028","b":[1,{"a":true,"z":null}]}'.encode()
    )


def test_a_tuple_is_a_list() -> None:
    assert canonical((1, ("a",))) == canonical([1, ["a"]])


def test_digest_is_the_hash_of_the_canonical_bytes() -> None:
    assert digest({"a": 1.0}) == sha256(b'{"a":1}') == hashlib.sha256(b'{"a":1}').hexdigest()


@given(st.binary(min_size=16, max_size=16), TEXT)
def test_a_commitment_is_opened_by_its_salt_and_text(salt: bytes, text: str) -> None:
    committed = commitment(salt.hex(), text)
    assert committed == hashlib.sha256(salt + text.encode()).hexdigest()
    assert commitment(salt.hex(), text + "x") != committed
    assert commitment(bytes([salt[0] ^ 1, *salt[1:]]).hex(), text) != committed


def test_a_commitment_needs_a_salt_in_hex() -> None:
    with pytest.raises(ValueError, match="hex"):
        commitment("no hex", "text")


def test_hashed_form_of_the_first_row_form() -> None:
    personal = frozenset({"text", "by"})
    stored = {
        "text": "said",
        "leaf": "l1",
        "text_salt": "00" * 16,
        "text_commitment": commitment("00" * 16, "said"),
    }
    assert hashed_form(stored, personal) == {"leaf": "l1", "text_commitment": stored["text_commitment"]}
    assert hashed_form({"leaf": "l1"}, frozenset()) == {"leaf": "l1"}
    assert "said" not in json.dumps(hashed_form(stored, personal))


def test_personal_of() -> None:
    assert personal_of([Field("a", "str", "x"), Field("b", "str", "x", personal=True)]) == {"b"}


def test_the_body_hash_depends_on_rows_and_their_order() -> None:
    one, two = sha256(b"1"), sha256(b"2")
    hashes = [body_hash(rows) for rows in ([], [one], [two], [one, two], [two, one])]
    assert len(set(hashes)) == 5
    assert body_hash([]) == hashlib.sha256(b"").hexdigest()


def test_the_chain_hash_depends_on_header_body_and_what_stands_before() -> None:
    base = chain_hash({"a": 1}, "b", GENESIS)
    others = [chain_hash({"a": 2}, "b", GENESIS), chain_hash({"a": 1}, "c", GENESIS), chain_hash({"a": 1}, "b", base)]
    assert len({base, *others}) == 4
