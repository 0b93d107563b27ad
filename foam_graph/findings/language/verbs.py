"""Which words can be verbs, in whatever form: the verbs of WordNet that are in common use."""

from __future__ import annotations

from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.words import key_of
from foam_graph.resources import load_yaml, package_file


class Verbs(BaseModel):
    """Schema of ``verbs.yaml``."""

    model_config = ConfigDict(extra="forbid")

    base: str
    irregular: str


@lru_cache(maxsize=1)
def _verbs() -> Verbs:
    return load_yaml("verbs.yaml", Verbs, package_file(__package__, "verbs.yaml"))


@lru_cache(maxsize=1)
def _base() -> frozenset[str]:
    return frozenset(_verbs().base.split())


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    return dict(pair.split("=") for pair in _verbs().irregular.split())


@lru_cache(maxsize=1)
def verb_stems() -> frozenset[str]:
    """Keys of all verbs, see ``words.key_of``."""
    return frozenset(key_of(word) for word in _base())


@lru_cache(maxsize=1)
def past_forms() -> frozenset[str]:
    """Irregular forms of verbs that tell of the past."""
    return frozenset(form for form in _irregular() if not form.endswith(("ing", "s")))


@lru_cache(maxsize=16384)
def is_verb(word: str) -> bool:
    """Whether a word can be a form of a verb.

    Args:
        word: The word, lower case.
    """
    if word in _irregular() or word in _base():
        return True
    for ending, more in (
        ("ing", ("", "e")),
        ("ed", ("", "e")),
        ("es", ("", "e")),
        ("s", ("",)),
        ("ied", ("y",)),
        ("ies", ("y",)),
    ):
        stem_ = word.removesuffix(ending)
        if stem_ != word and any(stem_ + end in _base() for end in more):
            return True
        if ending in ("ing", "ed") and stem_ != word and stem_[-1:] == stem_[-2:-1] and stem_[:-1] in _base():
            return True
    return False
