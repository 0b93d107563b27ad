"""Vectors by hashing: the same everywhere, near where words are shared, in English and Chinese."""

from __future__ import annotations

import hashlib
import math
from struct import pack

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.corpus.encoders.lexical_encoder import SIZE, LexicalEncoder
from foam_graph.corpus.encoders.protocol import Encoder, Vector

ENCODER: Encoder = LexicalEncoder()


def cosine(one: Vector, other: Vector) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))


@given(st.lists(st.text(max_size=200), min_size=1, max_size=4))
def test_every_text_has_one_vector_of_length_one(texts: list[str]) -> None:
    made = ENCODER.encode(texts)
    assert len(made) == len(texts)
    assert all(len(one) == SIZE == ENCODER.size for one in made)
    assert all(math.isclose(cosine(one, one), 1.0, abs_tol=1e-9) for one in made)


def test_texts_that_share_words_are_nearer() -> None:
    quay, pier, school = ENCODER.encode(
        ["Lorries make the quay loud.", "The loud lorries wait at the pier.", "Pupils need a gym hall."]
    )
    assert cosine(quay, pier) > cosine(quay, school) + 0.3


def test_chinese_is_told_apart_by_pairs_of_characters() -> None:
    love, lover, tram = ENCODER.encode(["坚持追求真爱是理智的行为", "追求真爱不理智", "电车应当免费"])
    assert cosine(love, lover) > 0.4
    assert cosine(love, tram) < 0.2


def test_vectors_are_the_same_in_every_process_and_version() -> None:
    """Pinned: vectors are kept on disk under the encoder's key; another way to hash needs another key."""
    (made,) = ENCODER.encode(["The quay at night 坚持真爱 2019"])
    told = hashlib.sha256(pack(f"<{SIZE}e", *made)).hexdigest()[:16]
    assert (ENCODER.key, told) == ("c0a1ec7ec5a1b201", "3805b83c97569281")


def test_a_broken_surrogate_is_a_character_like_others() -> None:
    assert len(ENCODER.encode(["\ud800 quay"])[0]) == SIZE
