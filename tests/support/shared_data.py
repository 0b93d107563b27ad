"""The folder ``shared`` beside the checkout (or at FOAM_SHARED): public data that is not part of this repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
"""The checkout."""
SHARED = Path(os.environ.get("FOAM_SHARED") or ROOT.parent / "shared")
FEDERALIST = SHARED / "data" / "documents" / "federalist"
MUELLER = SHARED / "data" / "documents" / "mueller_report_ocr.txt"
GOLDEN = SHARED / "data" / "segmentation" / "golden_rules_en.jsonl"
VERBATIM = SHARED / "data" / "verbatim" / "verbatim-sample-1.docx"


def absent(path: Path) -> str:
    """Why a test is skipped that needs a file or folder of ``shared``: the same words for all that need it."""
    return f"{path.relative_to(SHARED)} is not in the folder shared beside the checkout (FOAM_SHARED names another)"


def needs(path: Path) -> pytest.MarkDecorator:
    """Skips a test where a file or folder of ``shared`` is not there."""
    return pytest.mark.skipif(not path.exists(), reason=absent(path))


def require(path: Path) -> Path:
    """A file or folder of ``shared``; skips the running test where it is not there."""
    if not path.exists():
        pytest.skip(absent(path))
    return path
