"""A real browser without any way out, for pages that must work offline."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser() -> str:
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if found is None:
        pytest.skip("no Chromium on this machine: install chromium to run the browser tests")
    return found


def opened(page: Path, folder: Path, width: int, *more: str) -> subprocess.CompletedProcess[str]:
    """Runs the browser without any way out: every host name fails to resolve, and each attempt is logged."""
    command = [
        browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--no-first-run", "--host-resolver-rules=MAP * ~NOTFOUND",
        f"--user-data-dir={folder / 'profile'}", f"--window-size={width},900", *more, page.as_uri(),
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
