"""Forms of a name: the adjective and the people of a country, plurals and other words made of a name by an ending."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from foam_graph.resources import load_yaml, package_file

_LEAST = 5
"""Letters of a word that another may be made of; of a shorter one too much begins alike."""
_ENDINGS = frozenset(
    [
        "s",
        "es",
        "n",
        "an",
        "ns",
        "ans",
        "ian",
        "ese",
        "ish",
        "ist",
        "ite",
        "ism",
        "al",
        "ic",
        "ern",
        "er",
        "i",
        "is",
        "ly",
    ]
)
"""What may stand behind a name, or be left out of it; Ellison is not of Ellis, nor Marshall of Marsh."""


class NameForms(BaseModel):
    """Schema of ``name_forms.yaml``."""

    model_config = ConfigDict(extra="forbid")

    forms: list[str]


@lru_cache(maxsize=1)
def _groups() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Form to those that stand for the same, and to those among them that are common words too."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for line in load_yaml("name_forms.yaml", NameForms, package_file(__package__, "name_forms.yaml")).forms:
        own, _, common = line.partition("|")
        forms, words = frozenset([*own.split(), *common.split()]), frozenset(common.split())
        found |= dict.fromkeys(forms, (forms, words))
    return found


def same_name(word: str, known: Collection[str]) -> bool:
    """Whether one of some words is another form of a name: Spain of Spanish, America of American, Treasury of Treasuries.

    Args:
        word: The name in lower case, as all of them.
        known: The others.
    """
    forms, common = _groups().get(word, (frozenset[str](), frozenset[str]()))
    if any(one in known for one in forms - common):
        return True
    if len(word) < _LEAST:
        return False
    other = f"{word[:-3]}y" if word.endswith("ies") else f"{word[:-1]}ies" if word.endswith("y") else word
    if other in known:
        return True
    near = {f"{word}{ending}" for ending in _ENDINGS}
    near |= {word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending)} - common
    return any(len(one) >= _LEAST and one in known for one in near)
