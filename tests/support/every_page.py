"""One address of each sort of page that a server has, found by what its pages' twins tell; and pictures of them.

``python -m tests.support.every_page FOLDER ADDRESS`` takes a picture of each in light, dark and at a phone's width; with
``--doing`` behind it also of those that only who does something sees: a memory is built, and a claim challenged.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx

from tests.support.browsing import BROWSERS
from tests.support.web_site import UNENCRYPTED, filled, settled

LOOKS = {"light": (1200, "light"), "dark": (1200, "dark"), "phone": (360, "light")}
"""Name to width and colour scheme."""
FIXED = {
    "start": "/", "runs": "/runs", "contests": "/contests", "questions": "/questions", "ledger": "/ledger", "verification": "/ledger/verification", "webhooks": "/webhooks", "ask": "/ask",
    "upload": "/upload", "maps": "/maps", "map-import": "/maps/new", "debate-form": "/debate", "memories": "/memories", "remember": "/remember", "preferences": "/preferences", "health": "/-/health", "settings": "/-/settings",
    "versions": "/-/versions", "permissions": "/-/permissions", "console": "/cypher",
    "console-asked": "/cypher?q=MATCH (k:Critique)-[:ATTACKS]->(c:Claim) RETURN k, c LIMIT 20", "fault": "/runs/nothing",
}  # fmt: skip
"""Pages that need nothing to be there."""


def every_page(client: httpx.Client) -> dict[str, str]:
    """Name to address of one page of each sort; those of which a server has none are left out."""
    return {**FIXED, **dict(_of_runs(client)), **dict(_of_corpora(client)), **dict(_of_others(client))}


def _of_runs(client: httpx.Client) -> Iterator[tuple[str, str]]:
    chains = client.get("/runs.json").json()["runs"]
    for chain in [one for one in chains if one["kind"] == "debate"][:1]:
        yield "debate", f"/debates/{chain['id']}"
    for run in [one["id"] for one in chains if one["kind"] == "run" and one["finished"]][:1]:
        yield "run", f"/runs/{run}"
        for part in ("claims", "objections", "outline", "graph", "process"):
            yield part, f"/runs/{run}/{part}"
        yield "chain", f"/ledger/{run}"
        yield "exports", f"/exports/{run}"
        yield "question", f"/questions/agents_at_work?run={run}"
        yield "progress", f"/progress/{run}"
        nodes = client.get(f"/runs/{run}/graph.json", params={"depth": 3}).json()["nodes"]
        claim = next(one["id"] for one in nodes if one["kind"] == "claim")
        yield "node", f"/nodes/{claim}"
        yield "node-then", f"/nodes/{claim}?as_of={claim.split('-')[1]}"
        yield "supposed", f"/nodes/{claim}/supposed"
        yield "challenge", f"/contests/new?target={claim}"
        versions = [one["id"] for one in client.get(f"/runs/{run}.json").json()["versions"]]
        a, b = (versions[0], versions[-1]) if len(versions) > 1 else (run, run)
        yield "diff", f"/diff?a={a}&b={b}"


def _of_corpora(client: httpx.Client) -> Iterator[tuple[str, str]]:
    for corpus in [one["name"] for one in client.get("/index.json").json()["corpora"]][:1]:
        yield "corpus", f"/corpora/{corpus}"
        yield "sheet", f"/corpora/{corpus}/sheet"
        document = client.get(f"/corpora/{corpus}.json").json()["documents"][0]["id"]
        yield "document", f"/corpora/{corpus}/documents/{document}"


def _of_others(client: httpx.Client) -> Iterator[tuple[str, str]]:
    for one in client.get("/contests.json").json()["challenges"][:1]:
        yield "contest", f"/contests/{one['id']}"
    for one in client.get("/maps.json").json()["maps"]:
        home = f"/maps/{one['id']}"
        # Others may have left a map without a statement in the same graph.
        stated = next(iter(client.get(f"{home}.json").json()["statements"]), None)
        if stated is None:
            continue
        yield "map", home
        yield "map-graph", f"{home}/graph?depth=2"
        yield "map-without", f"{home}?without={stated['place']}"
        yield "map-challenge", f"/contests/new?target={stated['id']}"
        break
    for one in client.get("/preferences.json").json()[:1]:
        yield "preference", f"/preferences/{one['name']}"
    for one in client.get("/memories.json").json()[:1]:
        home = f"/memories/{one['name']}"
        yield "memory", home
        twin = client.get(f"{home}.json").json()
        yield "memory-debate", f"{home}/debates/{twin['debates'][0]['id']}"
        used = [scheme["scheme"] for scheme in twin["holds"]["schemes"] if scheme["utterances"]]
        if used:
            yield "memory-scheme", f"{home}/schemes/{used[0]}"


TRANSCRIPT = (
    "Motion: The town should close the quay to lorries.\n"
    "Ada Berg (Pro): For example, Arden did so in 2019. The noise there was caused by lorries.\n"
    "Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.\n"
)


def pages_of_doing(client: httpx.Client) -> dict[str, str]:
    """Name to address of the pages that only who does something sees: each is done, without a model."""
    return {**dict(_of_building(client)), **dict(_of_challenging(client))}


def _of_building(client: httpx.Client) -> Iterator[tuple[str, str]]:
    """A memory that waits to be begun, and one that is built."""
    for name, acts in (("build-foretold", ()), ("build-finished", ("begin",))):
        sent = [
            ("files", ("quay.txt", TRANSCRIPT.encode())),
            ("files", ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(99))),
        ]
        form = {**filled(client, "/remember"), "memory": "pictures"}
        place = client.post("/remember", data=form, files=sent).headers["location"]
        settled(client, place)
        for act in acts:
            client.post(f"{place}/{act}", data=filled(client, "/remember"))
            settled(client, place)
            assert client.get(f"{place}.json").json()["state"] == "finished"
        yield name, place


def _of_challenging(client: httpx.Client) -> Iterator[tuple[str, str]]:
    """A challenge by the form, its receipt, and the forms of those who rule on it or take it back."""
    form = dict(_of_runs(client)).get("challenge")
    if form is None:
        return
    given = {"target": form.partition("=")[2], "kind": "scope", "grounds": "It was counted on a holiday.", "by": "Cora"}
    led = client.post("/contests", data={**filled(client, form), **given}).headers["location"]
    if led.startswith("/jobs/"):
        yield "job", led
        settled(client, led)
        led = f"/receipts/{client.get(f'{led}.json').json()['leads_to']}"
    yield "receipt", led
    yield "withdrawal", f"{led}/withdrawal"
    yield "ruling", f"/contests/{client.get(f'{led}.json').json()['challenge']['id']}/ruling"


def main(folder: Path, address: str, doing: bool) -> None:
    """Takes the pictures."""
    import shutil

    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with httpx.Client(base_url=address, timeout=300, verify=UNENCRYPTED) as client:
        # What is done first is there for the pages that list it.
        done = pages_of_doing(client) if doing else {}
        pages = {**every_page(client), **done}
    program = next(path for path in map(shutil.which, BROWSERS) if path)
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for look, (width, scheme) in LOOKS.items():
            context = chromium.new_context(
                base_url=address, viewport={"width": width, "height": 900},
                color_scheme="dark" if scheme == "dark" else "light",
            )  # fmt: skip
            page = context.new_page()
            page.set_default_timeout(120_000)
            for name, path in pages.items():
                page.goto(path, wait_until="networkidle" if "graph" in name or "console" in name else "load")
                page.screenshot(path=folder / f"{name}-{look}.png", full_page=True)
                print(f"{name}-{look}.png", path)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], "--doing" in sys.argv[3:])
