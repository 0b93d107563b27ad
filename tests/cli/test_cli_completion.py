"""Shell completion: the script is printed and installed, and what it asks is answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from foam_graph.cli.verbs import VERBS

FOAM = Path(sys.executable).parent / "foam"
BASH = shutil.which("bash")


def in_bash(home: Path, command: str, **more: str) -> str:
    """Runs a command line in a bash whose home is elsewhere; which shell it is, is seen from the process above."""
    assert BASH, "the tests need bash"
    path = f"{FOAM.parent}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "HOME": str(home), "FOAM_HOME": str(home / "data"), **more}
    # The last command keeps bash from giving its process to the one before.
    words = [BASH, "-c", f"{command}; exit $?"]
    done = subprocess.run(words, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def completed(home: Path, *words: str) -> list[str]:
    asking = {"_FOAM_COMPLETE": "complete_bash", "COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    return in_bash(home, "foam", **asking).split()


def test_the_script_for_the_shell_is_printed(tmp_path: Path) -> None:
    script = in_bash(tmp_path, "foam --show-completion")
    assert "_FOAM_COMPLETE=complete_bash" in script
    assert "complete " in script
    assert BASH
    subprocess.run([BASH, "-n"], input=script, text=True, check=True)


def test_the_script_is_installed_in_the_home_folder(tmp_path: Path) -> None:
    assert "completion installed" in in_bash(tmp_path, "foam --install-completion")
    (script,) = (tmp_path / ".bash_completions").iterdir()
    assert "_FOAM_COMPLETE=complete_bash" in script.read_text(encoding="utf-8")
    assert str(script) in (tmp_path / ".bashrc").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("foam", ""), set(VERBS)),
        (("foam", "exp"), {"experiment", "export"}),
        (("foam", "export", "do"), {"dossier"}),
        (("foam", "export", "dossier", "--comp"), {"--compare"}),
        (("foam", "query", "--int"), {"--internal"}),
        (("foam", "nothing", "x"), set()),
    ],
)
def test_what_may_stand_next_is_named(tmp_path: Path, words: tuple[str, ...], expected: set[str]) -> None:
    assert set(completed(tmp_path, *words)) == expected
    assert not (tmp_path / "data").exists()
