"""Runs rocrate-validator over a governance pack, at the level REQUIRED, without network.

Usage: uv run --isolated --no-project --with roc-validator==0.13.0 --with rocrate==0.16.0 \
       python benchmarks/check_crate.py pack.zip

The validator pins older versions of libraries that FOAM Graph uses, so it is no dependency of it. The JSON-LD context it
would fetch is taken from the package rocrate (that of RO-Crate 1.3, which has every term of 1.2); the terms of the run
profiles are not needed by its checks.
"""

from __future__ import annotations

import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import rdflib.plugins.shared.jsonld.context as jsonld
import requests
import rocrate
from rocrate_validator import models, services

PROFILES = ("ro-crate-1.2", "process-run-crate-0.5")
CONTEXT = json.loads((Path(rocrate.__file__).parent / "data" / "ro-crate.jsonld").read_text(encoding="utf-8"))[
    "@context"
]


def context_of(url: str) -> dict[str, Any]:
    """The JSON-LD context of an address."""
    return {"@context": CONTEXT if "/ro/crate/" in url else {}}


def answer(session: requests.Session, method: str, url: str, *rest: object, **more: object) -> requests.Response:
    """What would have been fetched."""
    del session, method, rest, more
    found = requests.Response()
    found.url, found.status_code = url, 200 if "context" in url else 404
    found._content = json.dumps(context_of(url)).encode()
    found.headers["Content-Type"] = "application/ld+json"
    return found


def main(path: str) -> int:
    """Validates a pack against both profiles; 1 if a required check fails."""
    requests.Session.request = answer  # type: ignore[assignment,method-assign]
    jsonld.Context._fetch_context = lambda *asked: context_of(asked[1])  # type: ignore[method-assign,assignment]
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(path) as opened:
            opened.extractall(folder)
        for profile in PROFILES:
            settings = services.ValidationSettings(
                rocrate_uri=models.URI(folder),
                profile_identifier=profile,
                requirement_severity=models.Severity.REQUIRED,
            )
            result = services.validate(settings)
            failed |= result.has_issues()
            print(f"{profile}: {'FAILED' if result.has_issues() else 'every required check passed'}")
            for issue in result.get_issues():
                print(f"  {issue.check.identifier}: {issue.message}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
