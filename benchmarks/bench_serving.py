"""How long ``foam serve`` takes to start, with Neo4j up: from the command to the address, and the processor time until then.

Run: ``python benchmarks/bench_serving.py [--times 5]``; the home folder is that of ``FOAM_HOME``.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time

import psutil

ENVIRON = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As on any other machine what was compiled is kept: else each start compiles all of it anew, a second of the processor."""
COMMAND = [sys.executable, "-m", "foam_graph", "serve", "--port", "0", "--json"]


def start() -> tuple[float, float]:
    """Starts a server, stops it, and says how many seconds it took to tell its address, by the clock and of the processor."""
    began = time.monotonic()
    with subprocess.Popen(
        COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRON
    ) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        took = time.monotonic() - began
        spent = psutil.Process(process.pid).cpu_times()
        process.send_signal(signal.SIGINT)
    if not told:
        raise SystemExit("the server did not start: look at `foam serve`")
    return took, spent.user + spent.system


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    subprocess.run([*COMMAND[:3], "up", "--json"], check=True, stdout=subprocess.DEVNULL)
    start()  # the first one reads files that the others find in memory
    found = [start() for _ in range(times)]
    asked = "import sys, foam_graph.cli.web_serving; print(len(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stdout
    print(
        json.dumps(
            {
                "seconds_median": round(statistics.median(took for took, _ in found), 2),
                "cpu_seconds_median": round(statistics.median(spent for _, spent in found), 2),
                "seconds": [round(took, 2) for took, _ in found],
                "modules": int(modules),
            }
        )
    )


if __name__ == "__main__":
    main()
