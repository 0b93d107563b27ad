"""Settings: where FOAM keeps things and which servers it talks to, with the origin of each value.

Environment variables win over ``foam.toml`` in the home folder, which wins over the defaults.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from foam_graph.errors import DataFileError

_PREFIX = "FOAM_"


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
        encoder: What makes vectors for search by meaning: base URL of an OpenAI-compatible ``/v1/embeddings``,
            ``minilm`` (extra ``dense``) or ``none``; empty = words alone, unless search by meaning is asked for.
        encoder_model: Name of the model behind that URL.
        encoder_api_key: Its key (never printed, logged or exported).
        openai_base_url: OpenAI-compatible endpoint; empty = the vendor's.
        openai_api_key: Its key (never printed, logged or exported).
        model: Model name for ``--agents llm``.
        operator: Who runs this installation; named in every position and export.
        max_tokens_per_run: Token budget of a run; 0 = unlimited.
        max_cost_per_run: Money budget of a run in US dollars; 0 = unlimited.
        price_in: US dollars per million prompt tokens, for the money budget.
        price_out: US dollars per million completion tokens, for the money budget.
        llm_timeout: Seconds before a model call is given up.
        llm_concurrency: Model calls in flight at once.
        retention_days: Days after which ``foam retention --enforce`` erases the personal texts of a run; 0 = never.
        anchors: Where copies of checkpoints go, separated by commas: file:PATH, git:PATH, tsa:URL.
    """

    home: Path
    neo4j_uri: str = ""
    neo4j_user: str = "neo4j"
    neo4j_password: str = ""
    neo4j_database: str = "neo4j"
    qdrant_url: str = ""
    encoder: str = ""
    encoder_model: str = "text-embedding-3-small"
    encoder_api_key: str = ""
    openai_base_url: str = ""
    openai_api_key: str = ""
    model: str = "gpt-4.1-mini"
    operator: str = "unnamed operator"
    max_tokens_per_run: int = 0
    max_cost_per_run: float = 0.0
    price_in: float = 0.0
    price_out: float = 0.0
    llm_timeout: float = 60.0
    llm_concurrency: int = 4
    anchors: str = ""
    retention_days: int = 0

    SECRETS = frozenset({"neo4j_password", "openai_api_key", "encoder_api_key"})

    def __repr__(self) -> str:
        shown = {
            f.name: "***" if f.name in self.SECRETS and getattr(self, f.name) else getattr(self, f.name)
            for f in fields(self)
        }
        return f"Settings({shown})"


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
        if field.name.startswith("openai_"):
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


def _read_toml(path: Path) -> dict[str, object]:
    if not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise DataFileError(str(path), 0, str(fault)) from None
