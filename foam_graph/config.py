"""Settings: where FOAM keeps things and which servers it talks to, with the origin of each value.

Environment variables win over ``foam.toml`` in the home folder, which wins over the defaults.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from foam_graph.errors import DataFileError

UNNAMED_OPERATOR: Final = "unnamed operator"
"""Who runs an installation that names nobody."""

_PREFIX = "FOAM_"
ROLES = ("proposer", "critic", "evaluator", "refiner", "compiler")
"""Roles of agents that a model plays; each may have a model and an endpoint of its own."""
_VENDORS = ("openai_base_url", "openai_api_key")
"""Settings that are read from the variables of the vendor's own tools as well."""


def default_home(environ: Mapping[str, str]) -> Path:
    """The user data folder: ``$XDG_DATA_HOME/foam-graph``, or the platform's equivalent."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "foam-graph"
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA", str(Path.home()))) / "foam-graph"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "foam-graph"


@dataclass(frozen=True)
class Settings:
    """One immutable set of settings.

    Attributes:
        home: Folder for the managed server, the corpus store and the index.
        neo4j_uri: A Neo4j to use instead of the managed one; empty = managed.
        neo4j_user: Its user.
        neo4j_password: Its password (never printed, logged or exported).
        neo4j_database: Its database.
        qdrant_url: A Qdrant server instead of the embedded engine; empty = embedded.
        qdrant_api_key: Its key, where it asks for one (never printed, logged or exported).
        encoder: What makes vectors for search by meaning: base URL of an OpenAI-compatible ``/v1/embeddings``,
            ``minilm`` (extra ``dense``) or ``none``; empty = words alone, unless search by meaning is asked for.
        encoder_model: Name of the model behind that URL.
        encoder_api_key: Its key (never printed, logged or exported).
        openai_base_url: OpenAI-compatible endpoint; empty = the vendor's.
        openai_api_key: Its key (never printed, logged or exported).
        model: Model name for ``--agents llm``.
        model_proposer: Model of those who argue, where it is another one; so for every role in ``ROLES``.
        model_critic: Of the critics.
        model_evaluator: Of the raters, weighers and second readers.
        model_refiner: Of the owners who answer criticism.
        model_compiler: Of who words the answer.
        openai_base_url_proposer: Endpoint of those who argue, where it is another one; so for every role in ``ROLES``.
        openai_base_url_critic: Of the critics.
        openai_base_url_evaluator: Of the raters, weighers and second readers.
        openai_base_url_refiner: Of the owners who answer criticism.
        openai_base_url_compiler: Of who words the answer.
        openai_api_key_proposer: Key of the endpoint of those who argue; so for every role in ``ROLES``.
        openai_api_key_critic: Of the critics' endpoint.
        openai_api_key_evaluator: Of the raters', weighers' and second readers' endpoint.
        openai_api_key_refiner: Of the endpoint of the owners who answer criticism.
        openai_api_key_compiler: Of the endpoint of who words the answer.
        operator: Who runs this installation; named in every position and export.
        max_tokens_per_run: Token budget of a run; 0 = unlimited.
        max_cost_per_run: Money budget of a run in US dollars; 0 = unlimited.
        price_in: US dollars per million prompt tokens, for the money budget.
        price_out: US dollars per million completion tokens, for the money budget.
        llm_timeout: Seconds before a model call is given up.
        llm_concurrency: Model calls in flight at once.
        context_tokens: Most tokens that the model takes at once, prompt and answer together; 0 = not known.
        retention_days: Days after which ``foam retention --enforce`` erases the personal texts of a run; 0 = never.
        anchors: Where copies of checkpoints go, separated by commas: file:PATH, git:PATH, tsa:URL.
    """

    home: Path
    neo4j_uri: str = ""
    neo4j_user: str = "neo4j"
    neo4j_password: str = ""
    neo4j_database: str = "neo4j"
    qdrant_url: str = ""
    qdrant_api_key: str = ""
    encoder: str = ""
    encoder_model: str = "text-embedding-3-small"
    encoder_api_key: str = ""
    openai_base_url: str = ""
    openai_api_key: str = ""
    model: str = "gpt-4.1-mini"
    operator: str = UNNAMED_OPERATOR
    max_tokens_per_run: int = 0
    max_cost_per_run: float = 0.0
    price_in: float = 0.0
    price_out: float = 0.0
    llm_timeout: float = 60.0
    llm_concurrency: int = 4
    context_tokens: int = 0
    anchors: str = ""
    retention_days: int = 0
    model_proposer: str = ""
    model_critic: str = ""
    model_evaluator: str = ""
    model_refiner: str = ""
    model_compiler: str = ""
    openai_base_url_proposer: str = ""
    openai_base_url_critic: str = ""
    openai_base_url_evaluator: str = ""
    openai_base_url_refiner: str = ""
    openai_base_url_compiler: str = ""
    openai_api_key_proposer: str = ""
    openai_api_key_critic: str = ""
    openai_api_key_evaluator: str = ""
    openai_api_key_refiner: str = ""
    openai_api_key_compiler: str = ""

    SECRETS = frozenset(
        {
            "neo4j_password",
            "qdrant_api_key",
            "openai_api_key",
            "encoder_api_key",
            *(f"openai_api_key_{role}" for role in ROLES),
        }
    )

    def __repr__(self) -> str:
        shown = {
            f.name: "***" if f.name in self.SECRETS and getattr(self, f.name) else getattr(self, f.name)
            for f in fields(self)
        }
        return f"Settings({shown})"

    def of_role(self, role: str) -> Settings:
        """The settings that an agent of one role asks by: its own model and endpoint before the common ones.

        The common key is sent to the common endpoint alone: another host gets its own key or none.

        Args:
            role: One of ``ROLES``.
        """
        own = {name: str(getattr(self, f"{name}_{role}")) for name in ("model", *_VENDORS)}
        elsewhere = own["openai_base_url"].strip() not in ("", self.openai_base_url.strip())
        return replace(
            self,
            model=own["model"] or self.model,
            openai_base_url=own["openai_base_url"] or self.openai_base_url,
            openai_api_key=own["openai_api_key"] or ("" if elsewhere else self.openai_api_key),
        )

    def own_models(self) -> dict[str, str]:
        """Roles with a model, endpoint or key of their own, and the model of each."""
        return {role: found.model for role in ROLES if _asked(found := self.of_role(role)) != _asked(self)}


def load_settings(environ: Mapping[str, str] | None = None) -> tuple[Settings, dict[str, str]]:
    """Reads the settings.

    Args:
        environ: Environment to read instead of the process's own.

    Returns:
        The settings and, per field, where its value came from: ``environment NAME``, ``foam.toml`` or ``default``.

    Raises:
        DataFileError: ``foam.toml`` cannot be parsed, or a value has the wrong type.
    """
    env = os.environ if environ is None else environ
    home = Path(env["FOAM_HOME"]).expanduser() if env.get("FOAM_HOME") else default_home(env)
    origins = {"home": "environment FOAM_HOME" if env.get("FOAM_HOME") else "default"}
    values: dict[str, object] = {"home": home}
    path = home / "foam.toml"
    stored = _read_toml(path)
    for field in fields(Settings):
        if field.name == "home":
            continue
        names = [_PREFIX + field.name.upper()]
        if field.name in _VENDORS:
            names.append(field.name.upper())
        name = next((n for n in names if env.get(n)), "")
        raw: object = env[name] if name else stored.get(field.name)
        origins[field.name] = f"environment {name}" if name else "foam.toml" if field.name in stored else "default"
        if raw is None:
            continue
        kind: Any = type(field.default)
        try:
            values[field.name] = kind(raw)
        except (TypeError, ValueError):
            raise DataFileError(name or str(path), 0, f"{field.name} must be a {kind.__name__}, got {raw!r}") from None
    return Settings(**values), origins  # type: ignore[arg-type]


def _asked(settings: Settings) -> tuple[str, str, str]:
    return settings.model, settings.openai_base_url.strip(), settings.openai_api_key


def _read_toml(path: Path) -> dict[str, object]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DataFileError(str(path), 0, str(fault)) from None
