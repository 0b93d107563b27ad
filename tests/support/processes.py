"""Python processes that can name the tests' package: they begin in the root of the checkout."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from tests.support.shared_data import ROOT


def python(*arguments: str, **how: Any) -> subprocess.Popen[str]:
    """Starts Python with these arguments (``-c CODE …`` or ``-m MODULE …``); its output is text, for the caller to read."""
    return subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how
    )
