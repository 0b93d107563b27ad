"""What a git anchor costs as its checkpoints grow: `foam checkpoint` with nothing new, with something, and `foam verify`.

Two repositories of synthetic checkpoints are made (`git fast-import`), a small and a large one. For each: seconds and
processes of git for finding the newest checkpoint, publishing one more, and reading all that it holds. The last row is
the large one divided by the small one. Making 10,000 takes some minutes and 10 GB through a pipe: each commit has the
file as it grew.

    python benchmarks/bench_anchors.py [--few 100] [--many 10000] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from shutil import which

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from foam_graph.proofs.anchors import GitAnchor
from foam_graph.proofs.merkle import leaf_hash
from foam_graph.proofs.note import Checkpoint, sign

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
WHO = b"foam <foam@localhost>"


def note(size: int) -> str:
    """A signed checkpoint."""
    return sign(Checkpoint("foam-graph/bench", size, leaf_hash(str(size).encode()), "2026-01-01T00:00:00Z"), KEY)


def make(path: Path, count: int) -> None:
    """A repository with so many checkpoints, as ``GitAnchor.publish`` would have made it."""
    subprocess.run(["git", "init", "--quiet", str(path)], check=True)
    line = ["git", "-C", str(path), "-c", "core.compression=1", "fast-import", "--quiet", "--depth=200"]
    with subprocess.Popen(line, stdin=subprocess.PIPE) as made:
        assert made.stdin is not None
        head = subprocess.run(
            ["git", "-C", str(path), "symbolic-ref", "HEAD"], capture_output=True, check=True
        ).stdout.strip()
        content = b""
        for size in range(1, count + 1):
            one = note(size).encode()
            content += one + b"\n"
            message = f"Checkpoint of size {size}\n\n".encode() + one
            made.stdin.write(
                b"commit %s\ncommitter %s %d +0000\ndata %d\n%s\n" % (head, WHO, size, len(message), message)
            )
            made.stdin.write(b"M 100644 inline checkpoints\ndata %d\n%s\n" % (len(content), content))
        made.stdin.close()
    subprocess.run(["git", "-C", str(path), "checkout", "--quiet", "--force"], check=True)


def measured(calls: Path, action: Callable[[], object]) -> dict[str, float]:
    """Seconds and processes of git."""
    calls.write_bytes(b"")
    began = time.perf_counter()
    action()
    return {"seconds": round(time.perf_counter() - began, 3), "processes": len(calls.read_bytes().splitlines())}


def measure(folder: Path, calls: Path, count: int) -> dict[str, dict[str, float]]:
    """One repository."""
    path = folder / str(count)
    make(path, count)
    anchor = GitAnchor(path)
    found = {"find": measured(calls, lambda: anchor.find(note(count)))}
    found["held"] = measured(calls, anchor.held)
    assert len(anchor.held()) == count
    found["publish"] = measured(calls, lambda: anchor.publish(note(count + 1)))
    return found


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        calls, shim = folder / "calls", folder / "bin" / "git"
        shim.parent.mkdir()
        shim.write_text(f'#!/bin/sh\necho call >> {calls}\nexec {which("git")} "$@"\n', encoding="utf-8")
        shim.chmod(0o755)
        os.environ["PATH"] = f"{shim.parent}:{os.environ['PATH']}"
        rows = {count: measure(folder, calls, count) for count in (given.few, given.many)}
    few, many = rows[given.few], rows[given.many]
    ratios = {what: round(many[what]["seconds"] / few[what]["seconds"], 1) for what in few}
    if given.json:
        print(json.dumps({"rows": rows, "ratios": ratios}))
        return
    for count, row in rows.items():
        for what, figures in row.items():
            print(f"{count:>7} {what:<8} {figures['seconds']:>8.3f} s {figures['processes']:>3} processes of git")
    print("  ratio", ", ".join(f"{what} {ratio}" for what, ratio in ratios.items()))


if __name__ == "__main__":
    main()
