"""The roles as data: what each may do."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from foam_graph.resources import load_yaml, package_file

Permission = Literal["read", "contest", "rule", "operate", "audit", "administer"]
RoleName = Literal["reader", "contester", "operator", "auditor", "admin"]
PERMISSIONS: tuple[Permission, ...] = get_args(Permission)
ROLE_NAMES: tuple[RoleName, ...] = get_args(RoleName)
_FILE = "roles.yaml"


class Role(BaseModel):
    """A role: what it is told as, and what it may."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    told: str = Field(min_length=1)
    may: tuple[Permission, ...] = Field(min_length=1)


class _Roles(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    roles: dict[RoleName, Role]


@lru_cache(maxsize=1)
def roles() -> dict[RoleName, Role]:
    """Every role, in the order of the file."""
    return load_yaml(Path(_FILE), _Roles, package_file(__package__, _FILE)).roles
