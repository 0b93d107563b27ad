"""Runs the steps of the Dockerfile in a root file system, where there is no Docker: a stage is a copy of that root.

The root stands for the base image; make one of Debian's packages, e.g.
``mmdebstrap --include=python3,python3-pip,ca-certificates bookworm root``. FROM copies it, COPY copies, ENV is kept, RUN and
what is given at the end run by chroot; USER is the user of the latter. LABEL, VOLUME, ENTRYPOINT and CMD do nothing here.
Needs to be root. Run: ``python docker/run_steps.py ROOT WORK -- foam --help``.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
IDLE = frozenset({"LABEL", "VOLUME", "ENTRYPOINT", "CMD"})


@dataclass
class Stage:
    """A stage under way: its root, environment, folder and user."""

    root: Path
    environ: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = ""

    def run(self, command: list[str], user: str = "") -> None:
        """Runs a command in the root; fails as the command does."""
        environ = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp"}  # noqa: S108
        as_user = [f"--userspec={user}"] if user else []
        inside = f"cd {shlex.quote(self.folder)} && exec {shlex.join(command)}"
        subprocess.run(
            ["chroot", *as_user, str(self.root), "/bin/sh", "-c", inside], env=environ | self.environ, check=True
        )


def steps(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, lines that go on joined."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n", " ", "\n".join(lines))
    return [(word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines())]


def stage_of(base: Path, work: Path, name: str, passed: list[str]) -> Stage:
    root = work / name
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", str(base), str(root)], check=True)
    for path in ("/etc/resolv.conf", *(one for one in passed if one.startswith("/"))):
        if Path(path).exists():
            (root / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / path.lstrip("/"))
    return Stage(root, {name: os.environ[name] for name in passed if name in os.environ})


def copy(stages: dict[str, Stage], stage: Stage, rest: str) -> None:
    words = rest.split()
    source = HERE.parent
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].root
    *names, target = words
    place = stage.root / (target if target.startswith("/") else f"{stage.folder}/{target}").lstrip("/")
    for name in names:
        found = source / name.lstrip("/")
        inner = place / found.name if target.endswith("/") else place
        inner.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if found.is_dir() else shutil.copy)(
            found, inner, **({"symlinks": True} if found.is_dir() else {})
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="The root that stands for the base image.")
    parser.add_argument("work", type=Path, help="Where the stages are made.")
    parser.add_argument(
        "--pass", dest="passed", action="append", default=[], help="A variable or file that steps may see."
    )
    parser.add_argument("command", nargs="+", help="Run at the end, as the image's user.")
    chosen = parser.parse_args()
    stages: dict[str, Stage] = {}
    stage = Stage(chosen.root)
    for word, rest in steps((HERE / "Dockerfile").read_text(encoding="utf-8")):
        print(word, rest[:100], flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "final"
            stage = stages[name] = stage_of(chosen.root, chosen.work, name, chosen.passed)
        elif word == "ENV":
            for name, value in re.findall(r"(\w+)=(\S+)", rest):
                path = stage.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
                stage.environ[name] = value.replace("$PATH", path)
        elif word == "RUN":
            stage.run(["/bin/sh", "-c", rest])
        elif word == "COPY":
            copy(stages, stage, rest)
        elif word == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "USER":
            stage.user = rest
        elif word not in IDLE:
            raise SystemExit(f"the instruction {word} is not known here")
    print("then:", shlex.join(chosen.command), "as", stage.user, flush=True)
    stage.run(chosen.command, stage.user)


if __name__ == "__main__":
    main()
