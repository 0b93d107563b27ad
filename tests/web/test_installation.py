"""Pages of the installation: they tell what works and what is set, and neither secrets nor paths of the machine."""

from __future__ import annotations

import httpx
from lxml import html
from typer.testing import CliRunner

from foam_graph.cli.entry import app
from foam_graph.config import Settings
from foam_graph.web.access.table import TABLE
from foam_graph.web.routes.installation import TERMINAL
from tests.support.web_site import Site


def test_health_settings_and_versions_tell_no_secret_and_no_path(web: httpx.Client, site: Site) -> None:
    for path in ("/-/health", "/-/settings", "/-/versions", "/-/permissions"):
        for answer in (web.get(path), web.get(f"{path}.json")):
            assert answer.status_code == 200, path
            assert str(site.settings.home) not in answer.text, path
            assert site.settings.neo4j_password not in answer.text or not site.settings.neo4j_password
    names = [one["name"] for one in web.get("/-/settings.json").json()]
    assert set(Settings.SECRETS) <= set(names)
    checks = web.get("/-/health.json").json()
    assert {one["result"] for one in checks["checks"]} <= {"pass", "warn", "fail"}
    assert checks["ok"] is (not [one for one in checks["checks"] if one["result"] == "fail"])


def test_the_settings_name_commands_that_there_are(web: httpx.Client) -> None:
    page = html.fromstring(web.get("/-/settings").text)
    commands = page.xpath("//section[@aria-labelledby='h-terminal']//code[starts-with(., 'foam ')]/text()")
    assert len(commands) == len(TERMINAL)
    for command in commands:
        # Help is told only after every verb and every option was found.
        told = CliRunner().invoke(app, [*command.split()[1:], "--help"])
        assert told.exit_code == 0, (command, told.output)


def test_the_page_of_permissions_is_the_table(web: httpx.Client) -> None:
    twin = web.get("/-/permissions.json").json()
    assert [(one["method"], one["path"], one["needs"]) for one in twin["routes"]] == [
        (one.method, one.path, one.needs) for one in TABLE
    ]
    page = html.fromstring(web.get("/-/permissions").text)
    assert len(page.xpath("//section[@aria-labelledby='h-table']//tbody/tr")) == len(TABLE)
    assert set(twin["you"]["may"]) == {"read", "contest", "rule", "operate", "audit", "administer"}
