"""What can be said of the containers without running one: the compose file fits its specification, and keeps what is promised."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "tests" / "fixtures" / "compose_spec" / "compose-spec.json"
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_it_fits_the_compose_specification(compose: dict[str, Any]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    assert [error.message for error in validator.iter_errors(compose)] == []
    wrong = {**compose, "services": {"neo4j": {"imagine": "x"}}}
    assert list(validator.iter_errors(wrong)), "the schema refuses nothing"


def test_no_password_has_a_default_and_none_stands_in_the_file(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        for name, value in service.get("environment", {}).items():
            if re.search("PASSWORD|AUTH$|KEY", name):
                assert re.search(r"\$\{\w+:[?-]\}?", str(value)), name
                assert not re.search(r"\$\{\w*(?:PASSWORD|AUTH)\w*:-", str(value)), name


def test_only_the_loopback_address_is_published(compose: dict[str, Any]) -> None:
    published = [port for service in compose["services"].values() for port in service.get("ports", ())]
    assert published
    assert all(str(port).startswith("127.0.0.1:") for port in published)


def test_what_serves_says_when_it_is_healthy_and_what_is_kept_lies_in_volumes(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        if service.get("profiles") != ["cli"]:
            assert service["healthcheck"]["test"], name
            assert service["restart"] == "unless-stopped", name
        assert "no-new-privileges:true" in service["security_opt"], name
        named = [str(one).partition(":")[0] for one in service["volumes"]]
        assert set(named) & set(compose["volumes"]), name


def test_the_image_runs_as_nobody_special_and_says_what_it_is() -> None:
    assert re.findall(r"^USER (\S+)$", DOCKERFILE, re.MULTILINE) == ["10001:10001"]
    for label in ("title", "description", "licenses", "documentation"):
        assert f"org.opencontainers.image.{label}=" in DOCKERFILE
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
