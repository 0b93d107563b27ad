"""The PROV checker: 100,000 statements in every syntax, a derivation chain of 10,000, and two peers on the same files.

Peers are ``unified()`` of the ``prov`` library (it merges, but does not validate) and ProvToolbox's validator, the
latter where its jars are (FOAM_PROV_JUDGE = the folder with ProvJudge.java and lib/, by default the one that the tests
use). Processor seconds of a process each, so that neither waits for the other's memory; Java's include its start.
Run: ``python benchmarks/bench_prov_check.py [--statements 100000] [--chain 10000]``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import rdflib
from prov.model import ProvDocument

from foam_graph.prov import check, read_file

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.prov.prov_writing import WRITERS

PATIENCE = 120
"""Seconds that the judge is waited for."""
HEAD = "document\nprefix ex <http://example.org/>"
SYNTAXES = {
    "prov-n": "provn", "prov-json": "json", "prov-xml": "provx", "turtle": "ttl", "trig": "trig", "n-triples": "nt",
    "n-quads": "nq", "rdf-xml": "rdf", "json-ld": "jsonld",
}  # fmt: skip


def claims(count: int) -> Iterator[str]:
    """Claims made by turns from evidence: eight statements a turn."""
    for n in range(count // 8):
        yield f"entity(ex:e{n}, [prov:type='ex:Claim', prov:label=\"Claim number {n}\"])"
        yield f"entity(ex:f{n}, [prov:type='ex:Evidence'])"
        yield f"activity(ex:a{n}, 2024-01-01T00:00:00Z, 2024-01-01T00:10:00Z, [prov:type='ex:Turn'])"
        yield f"wasGeneratedBy(ex:g{n}; ex:e{n}, ex:a{n}, 2024-01-01T00:05:00Z)"
        yield f"used(ex:u{n}; ex:a{n}, ex:f{n}, 2024-01-01T00:02:00Z)"
        yield f"wasAssociatedWith(ex:as{n}; ex:a{n}, ex:ag{n % 10}, -)"
        yield f"wasDerivedFrom(ex:d{n}; ex:e{n}, ex:f{n}, ex:a{n}, ex:g{n}, ex:u{n})"
        yield f"wasAttributedTo(ex:at{n}; ex:e{n}, ex:ag{n % 10})"


def chain(count: int) -> Iterator[str]:
    """Each entity derived from the next one."""
    for n in range(count):
        yield f"entity(ex:e{n})"
        yield f"wasDerivedFrom(ex:e{n}, ex:e{n + 1}, -, -, -)"


def write(path: Path, rows: Iterator[str]) -> Path:
    path.write_text("\n".join([HEAD, *rows, "endDocument", ""]), encoding="utf-8")
    return path


def measure_ours(path: str) -> dict[str, float | int | bool]:
    begun = time.process_time()
    document = read_file(Path(path))
    read = time.process_time()
    report = check(document)
    done = time.process_time()
    return {
        "read": read - begun, "check": done - read, "valid": report.valid, "statements": report.statements, "mib": peak()
    }  # fmt: skip


def measure_prov(path: str) -> dict[str, float | int | bool]:
    sys.setrecursionlimit(10_000)
    begun = time.process_time()
    document = ProvDocument.deserialize(path, format="provn")
    read = time.process_time()
    document.unified()
    done = time.process_time()
    return {"read": read - begun, "check": done - read, "mib": peak()}


def peak() -> int:
    """Most memory of this process in MiB; ru_maxrss would begin with that of the process it was forked from."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024)


def measure_rdflib(path: str) -> dict[str, float | int | bool]:
    begun = time.process_time()
    graph = rdflib.Graph().parse(path, format="turtle")
    return {"read": time.process_time() - begun, "triples": len(graph), "mib": peak()}


def apart(how: str, path: Path) -> dict[str, float]:
    """One measurement in a process of its own."""
    done = subprocess.run([sys.executable, __file__, how, str(path)], capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def measure_judge(path: Path) -> tuple[float, str]:
    """Processor seconds of ProvToolbox, and what it said; 0 seconds without an answer."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "foam-graph" / "prov-judge-2.2.1"
    home = Path(os.environ.get("FOAM_PROV_JUDGE") or default)
    if shutil.which("java") is None or not (home / "lib").exists():
        return 0.0, "Java or the jars are not here"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = ["java", "-Xss64m", "-Xmx4g", "-cp", str(home / "lib" / "*"), str(home / "ProvJudge.java"), str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return 0.0, f"gave no answer in {PATIENCE} s"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rows = [line for line in done.stdout.splitlines() if line.startswith("{")]
    row = json.loads(rows[-1]) if rows else {"valid": None, "error": done.stderr[-80:]}
    told = f"valid {row['valid']}" if row.get("valid") is not None else f"threw {row.get('error', '')[:60]}"
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told


def table(name: str, path: Path) -> None:
    ours = apart("ours", path)
    total = ours["read"] + ours["check"]
    print(f"\n{name}: {ours['statements']:.0f} statements")
    print(
        f"  foam prov check      {total:7.2f} s ({ours['read']:.2f} reading), {ours['mib']:.0f} MiB, valid {ours['valid']}"
    )
    peer = apart("prov", path)
    seconds = peer["read"] + peer["check"]
    print(
        f"  prov, unified()      {seconds:7.2f} s ({peer['read']:.2f} reading), {peer['mib']:.0f} MiB, {seconds / total:.1f}x"
    )
    seconds, told = measure_judge(path)
    ratio = f", {seconds / total:.1f}x" if seconds else ""
    print(f"  ProvToolbox          {seconds:7.2f} s, {told}{ratio}")


def syntaxes(folder: Path, source: Path) -> None:
    """The same document in each syntax, written as the tests write it."""
    document = read_file(source)
    print(f"\n{len(document)} statements in each syntax: processor seconds, reading + checking = all")
    for syntax, ending in SYNTAXES.items():
        path = folder / f"all.{ending}"
        path.write_bytes(WRITERS[syntax](document))
        row = apart("ours", path)
        size = path.stat().st_size / 1e6
        seconds = f"{row['read']:.2f} + {row['check']:.2f} = {row['read'] + row['check']:.2f} s"
        print(f"  {syntax:<10} {size:6.1f} MB  {seconds}, {row['mib']:.0f} MiB, valid {row['valid']}")
    row = apart("rdflib", folder / "all.ttl")
    print(f"  rdflib alone reads the {row['triples']} triples of that Turtle in {row['read']:.2f} s, {row['mib']} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--statements", type=int, default=100_000)
    parser.add_argument("--chain", type=int, default=10_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = write(folder / "claims.provn", claims(wanted.statements))
        syntaxes(folder, whole)
        table("claims, PROV-N", whole)
        table(f"a derivation chain of {wanted.chain}", write(folder / "chain.provn", chain(wanted.chain)))


if __name__ == "__main__":
    measures = {"ours": measure_ours, "prov": measure_prov, "rdflib": measure_rdflib}
    if len(sys.argv) == 3 and sys.argv[1] in measures:
        print(json.dumps(measures[sys.argv[1]](sys.argv[2])))
    else:
        main()
