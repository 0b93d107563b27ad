"""What each template component asks of its evidence, as shipped data."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from foam_graph.findings.language.composed_text import CompositionKind
from foam_graph.resources import load_yaml, package_file

Nature = Literal["decision", "rule", "fact", "amount", "cause", "exception", "proposal", "any"]


class ComponentNeeds(BaseModel):
    """The kind of sentence and the forms of composed statement that fit some components."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...]
    nature: Nature
    compose: tuple[CompositionKind, ...]
    classes: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


class ComponentTable(BaseModel):
    """Schema of ``components.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    components: tuple[ComponentNeeds, ...]
    warrants: dict[str, str]


@lru_cache(maxsize=1)
def component_table() -> ComponentTable:
    """The shipped table."""
    return load_yaml("components.yaml", ComponentTable, package_file(__package__, "components.yaml"))


def needs_of(component: str) -> ComponentNeeds:
    """What a component asks for; the default entry where it is not listed.

    Args:
        component: Name of the component, e.g. ``calculation``.
    """
    table = component_table().components
    default = next(one for one in table if "default" in one.names)
    return next((one for one in table if component in one.names), default)


def warrant_for(form: str) -> str:
    """The general warrant of a form of statement or a nature of sentence."""
    warrants = component_table().warrants
    return warrants.get(form, warrants["any"])
