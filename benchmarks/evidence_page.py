"""Writes what a benchmark of the evidence layer measured into its own section of ``docs/explanation/evidence-benchmarks.md``."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "evidence-benchmarks.md"
_HEAD = """# Evidence, measured

Each section is written by the benchmark that it names, with every peer measured in the same run. The machine is shared:
ratios tell more than seconds. What the figures are about is explained in [Evidence](evidence.md).
"""


def write_section(title: str, command: str, report: str) -> None:
    """Puts a report under a heading of its own, in place of what stood there.

    Args:
        title: The heading.
        command: What repeats the measurement.
        report: The benchmark's output.
    """
    page = PAGE.read_text(encoding="utf-8") if PAGE.exists() else _HEAD
    section = f"## {title}\n\n`{command}`\n\n```\n{report.strip()}\n```\n"
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    if found:
        page = page[: found.start()] + section + ("\n" if found.end() < len(page) else "") + page[found.end() :]
    else:
        page = f"{page.rstrip()}\n\n{section}"
    PAGE.write_text(page, encoding="utf-8")
