"""Files that pages load: kept for good, at an address that changes with them; the libraries are those we say they are."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from pathlib import Path

import httpx
import pytest

from foam_graph.web.assets import NAMES, address_of

STATIC = Path(__file__).parents[2] / "foam_graph/web/static"
MOST_LINES = 400
UNCHANGED = {
    "cytoscape.min.js": "081591ab735b2b6a3b31a3c60f8f3a3e2fee8c92939e0c7820ad1208571b6cd8",
    "dagre.min.js": "54a503e346f93ca0bb10abe7999587e037262935687aca45eb4e4b0f64bbb578",
}
"""Hashes of the files as their authors published them."""


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_kept_for_good_and_its_address_holds_its_hash(web: httpx.Client, name: str) -> None:
    body = (STATIC / name).read_bytes()
    answer = web.get(address_of(name))
    assert answer.status_code == 200
    assert answer.content == body
    assert "immutable" in answer.headers["cache-control"]
    assert sha256(body).hexdigest()[:12] in address_of(name)
    assert answer.headers["content-encoding"] == "gzip"
    plain = web.get(address_of(name), headers={"Accept-Encoding": "identity"})
    assert plain.content == body
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != answer.headers["etag"]
    assert web.get(address_of(name), headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


def test_every_page_loads_the_style_and_the_one_script(web: httpx.Client) -> None:
    page = web.get("/").text
    assert re.findall(r'<script src="([^"]+)" defer></script>', page) == [address_of("foam.js")]
    assert f'href="{address_of("style.css")}"' in page


@pytest.mark.parametrize(
    "path",
    ["/static/style.css", "/static/style.000000000000.css", "/static/README.md", "/static/..%2f..%2f__init__.py",
     "/static/vendor%2fcytoscape.min.js", "/static/", "/style.css"],
)  # fmt: skip
def test_nothing_else_is_served_from_there(web: httpx.Client, path: str) -> None:
    assert web.get(path).status_code == 404


def test_our_script_stays_small_and_makes_no_markup_of_text() -> None:
    script = (STATIC / "foam.js").read_text()
    assert len(script.splitlines()) <= MOST_LINES
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "http:",
        "https:",
    ):
        assert word not in script, word


def test_the_libraries_are_unchanged_small_when_packed_and_carry_their_licences() -> None:
    vendor = STATIC / "vendor"
    told = (vendor / "README.md").read_text()
    assert {one.name for one in vendor.glob("*.js")} == set(UNCHANGED)
    for name, expected in UNCHANGED.items():
        body = (vendor / name).read_bytes()
        assert sha256(body).hexdigest() == expected, name
        licence = f"{name.removesuffix('.min.js')}.LICENSE.txt"
        assert "Permission is hereby granted, free of charge" in (vendor / licence).read_text()
        assert licence in told
    assert sum(len(gzip.compress((vendor / name).read_bytes())) for name in UNCHANGED) < 200_000
