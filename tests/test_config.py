"""Settings: models, endpoints and keys of single roles, and what is never shown or sent elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.health import settings_shown
from foam_graph.config import ROLES, Settings, load_settings

HERE, THERE = "http://one.example/v1", "http://two.example/v1"


def settings(**values: str) -> Settings:
    common = {"openai_base_url": HERE, "openai_api_key": "common-key", "model": "common"}
    return Settings(home=Path(), **(common | values))  # type: ignore[arg-type]


def test_a_role_without_anything_of_its_own_asks_as_everybody_does() -> None:
    found = settings()
    assert found.own_models() == {}
    assert all(found.of_role(role) == found for role in ROLES)


def test_a_role_may_have_another_model_at_the_same_endpoint_with_the_same_key() -> None:
    found = settings(model_critic="sharp")
    own = found.of_role("critic")
    assert (own.model, own.openai_base_url, own.openai_api_key) == ("sharp", HERE, "common-key")
    assert found.own_models() == {"critic": "sharp"}


@pytest.mark.parametrize(("key", "sent"), [("", ""), ("its-key", "its-key")])
def test_the_common_key_is_never_sent_to_the_endpoint_of_a_role(key: str, sent: str) -> None:
    own = settings(openai_base_url_evaluator=THERE, openai_api_key_evaluator=key).of_role("evaluator")
    assert (own.model, own.openai_base_url, own.openai_api_key) == ("common", THERE, sent)


def test_an_endpoint_that_is_named_twice_is_one_endpoint() -> None:
    found = settings(openai_base_url_evaluator=f" {HERE} ")
    assert found.of_role("evaluator").openai_api_key == "common-key"


def test_a_vendor_without_a_common_address_gets_the_common_key_alone() -> None:
    found = Settings(home=Path(), openai_api_key="vendor-key", openai_base_url_critic=THERE)
    assert found.of_role("critic").openai_api_key == ""
    assert found.of_role("evaluator").openai_api_key == "vendor-key"


def test_roles_are_read_from_environment_and_file_and_their_keys_are_masked(tmp_path: Path) -> None:
    (tmp_path / "foam.toml").write_text('model_critic = "from-file"\nmodel_evaluator = "hidden"\n', encoding="utf-8")
    environ = {
        "FOAM_HOME": str(tmp_path),
        "FOAM_MODEL_EVALUATOR": "from-environment",
        "FOAM_OPENAI_API_KEY_EVALUATOR": "sk-never-shown",
        "OPENAI_API_KEY_CRITIC": "not-read",
    }
    found, origins = load_settings(environ)
    assert found.own_models() == {"critic": "from-file", "evaluator": "from-environment"}
    assert origins["model_evaluator"] == "environment FOAM_MODEL_EVALUATOR"
    assert origins["model_critic"] == "foam.toml"
    assert found.openai_api_key_critic == ""
    shown = {one.name: one.value for one in settings_shown(found, origins)}
    assert shown["openai_api_key_evaluator"] == "***"
    assert "sk-never-shown" not in f"{found} {shown}"
